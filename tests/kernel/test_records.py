"""Records: the same numbers in a plain object and in a structured array."""

from __future__ import annotations

import numpy as np
import pytest

from tabuleiro.kernel import records
from tabuleiro.kernel.records import FILL, Plain

LAYOUT = dict(player=1, stones=2, grid=(2, 3), single=(1,))


def numbered() -> Plain:
    """A record whose numbers are 1, 2, 3 … in order."""
    record = Plain(LAYOUT)
    record.load(range(1, 11))
    return record


def test_shapes() -> None:
    assert records.shape(1) == ()
    assert records.shape(5) == (5,)
    assert records.shape((1,)) == (1,)
    assert records.shape((2, 3)) == (2, 3)


def test_a_plain_record_starts_as_zeros() -> None:
    record = Plain(LAYOUT)
    assert record.player == 0
    assert record.stones == [0, 0]  # type: ignore[attr-defined]
    assert record.single == [0]  # type: ignore[attr-defined]
    assert record.grid == {(i, j): 0 for i in range(2) for j in range(3)}  # type: ignore[attr-defined]
    assert record.words() == (0,) * 10


def test_words_are_in_the_order_of_the_layout() -> None:
    record = numbered()
    assert record.player == 1
    assert record.stones == [2, 3]  # type: ignore[attr-defined]
    assert record.grid[0, 2] == 6  # type: ignore[attr-defined]
    assert record.grid[1, 0] == 7  # type: ignore[attr-defined]
    assert record.single == [10]  # type: ignore[attr-defined]
    assert record.words() == tuple(range(1, 11))


def test_a_copy_is_a_copy() -> None:
    record, copy = numbered(), Plain(LAYOUT)
    copy.assign(record)
    assert copy.words() == record.words()
    copy.player = 9
    copy.stones[0] = 9  # type: ignore[attr-defined]
    copy.grid[1, 1] = 9  # type: ignore[attr-defined]
    assert record.words() == tuple(range(1, 11))


def test_a_board_fills_what_is_not_used() -> None:
    given = dict(player=7, stones=[4], grid=[[1, 2, 3], [4]], single=[True], WORDS=2)
    board = records.plain_board(LAYOUT, given)
    assert board.words() == (7, 4, FILL, 1, 2, 3, 4, FILL, FILL, 1)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (dict(stones=[1, 2, 3]), "table 'stones' has 3 entries, but its layout allows 2"),
        (dict(grid=[[1], [2], [3]]), "table 'grid' has 3 entries, but its layout allows 2"),
        (dict(grid=[[1, 2, 3, 4]]), "table 'grid' has 4 entries, but its layout allows 3"),
    ],
)
def test_a_table_that_is_too_long(wrong: dict[str, object], message: str) -> None:
    given = dict(player=7, stones=[4], grid=[[1]], single=[1]) | wrong
    with pytest.raises(ValueError, match=message):
        records.plain_board(LAYOUT, given)


def test_the_structured_type() -> None:
    kind = records.dtype(LAYOUT)
    assert kind.names == ("player", "stones", "grid", "single")
    assert kind.itemsize == 10 * 8
    assert kind["player"].shape == ()
    assert kind["single"].shape == (1,)
    assert kind["grid"].shape == (2, 3)
    assert kind["grid"].base == np.int64


def test_words_of_64_bits_are_signed_when_compiled() -> None:
    assert records.signed(5) == 5
    assert records.signed((1 << 63) - 1) == (1 << 63) - 1
    assert records.signed(1 << 63) == -(1 << 63)
    assert records.signed((1 << 64) - 1) == -1
    assert records.signed(-1) == -1


def test_filling_a_structured_record() -> None:
    plain = numbered()
    plain.stones[1] = (1 << 63) | 5  # type: ignore[attr-defined]
    record = np.zeros(1, records.dtype(LAYOUT))[0]
    records.fill(record, plain)
    assert record["player"] == 1
    assert record["stones"].tolist() == [2, 5 - (1 << 63)]
    assert record["grid"].tolist() == [[4, 5, 6], [7, 8, 9]]
    assert records.unsigned_words(record) == plain.words()
