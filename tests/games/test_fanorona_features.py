"""What a net sees of Fanorona: on a diagram, and against the definition on boards of all sizes."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from evaluations import open_positions

import tabuleiro
from tabuleiro import Position
from tabuleiro.kernel import looking
from tabuleiro.kernel.engine import Engine
from tabuleiro.kernel.net import put
from tabuleiro.kernel.records import dtype, fill

CAPTURED, CAPTURES, MOVES = 1, 2, 4
KINDS = 8


def bits(position: Position, side: int) -> set[int]:
    """The points of a side's stones."""
    words = position.state().stones
    size = 64 if position.game.rules.WORDS == 1 else 50
    return {
        size * w + bit
        for w in range(position.game.rules.WORDS)
        for bit in range(size)
        if words[side, w] >> bit & 1
    }


def captures(position: Position, stones: set[int], foes: set[int]) -> Iterator[tuple[int, int]]:
    """Which stone can capture which first enemy with one step, by the rules of captures."""
    board = position.game.board
    for stone in stones:
        for d in range(8):
            there = board.next[d, stone]
            if there >= 0 and there not in stones | foes:
                for target in (board.next[d, there], board.next[7 - d, stone]):
                    if target in foes:
                        yield stone, target


def expected(position: Position) -> set[tuple[bool, int, int]]:
    """Mine or theirs, the point, and what holds for the stone there."""
    board, me = position.game.board, position.player
    mine, foes = bits(position, me), bits(position, 1 - me)
    pairs = [*captures(position, mine, foes), *captures(position, foes, mine)]
    able, captured = {a for a, _ in pairs}, {b for _, b in pairs}
    found = set()
    for stones in (mine, foes):
        for p in stones:
            near = {board.next[d, p] for d in range(8)} - {-1}
            kind = CAPTURED * (p in captured) + CAPTURES * (p in able)
            found.add((stones is mine, p, kind + MOVES * bool(near - mine - foes)))
    return found


def seen(position: Position, engine: Engine) -> set[tuple[bool, int, int]]:
    """The same from the rows that a net adds up."""
    k = engine.new_memory()
    put(k, None)
    states = np.zeros(1, dtype(position.game.rules.STATE))
    fill(states[0], position.state())
    given = [position.state()] if engine.plain else states
    rows, counts = np.zeros((1, 200), np.int32), np.zeros((1, 2), np.int32)
    entry = engine.compile("looking")
    entry(engine.board, k, given, np.zeros((1, 1), np.int64), rows, counts, looking.LOOK, 0)
    words, found = position.game.rules.WORDS, set()
    for row in rows[0, : counts[0, 0]].tolist():
        side, rest = divmod(row, KINDS * 64 * words)
        word, rest = divmod(rest, KINDS * 64)
        kind, bit = divmod(rest, 64)
        found.add((side == 0, 50 * word + bit, kind))
    assert len(found) == counts[0, 0] == counts[0, 1]
    return found


def test_what_could_happen_to_each_stone() -> None:
    game = tabuleiro.game("fanorona", width=5, height=5)
    here = game.position("..B../.W.../WW.B./WWW../..... w")
    kinds = {(mine, game.geometry.cells[p].name): kind for mine, p, kind in seen(here, game.engine)}
    assert kinds == {
        # b3-c3 takes d3, and d3-c3 takes b3
        (True, "b3"): CAPTURED | CAPTURES | MOVES,
        (False, "d3"): CAPTURED | CAPTURES | MOVES,
        # nothing is in line with these
        (True, "b4"): MOVES,
        (False, "c5"): MOVES,
        (True, "a3"): MOVES,
        (True, "c2"): MOVES,
        (True, "a2"): MOVES,
        (True, "b2"): MOVES,
    }


@pytest.mark.parametrize(
    "options",
    [{}, {"width": 3, "height": 4}, {"width": 8, "height": 8}, {"width": 10, "height": 9}],
    ids=str,
)
def test_the_rows_are_those_of_the_definition(options: dict[str, object]) -> None:
    game = tabuleiro.game("fanorona", **options)
    plain = Engine(game.source, game.tables, plain=True)
    for position in open_positions(game, 4, 12):
        told = expected(position)
        assert seen(position, game.engine) == told
        assert seen(position, plain) == told
