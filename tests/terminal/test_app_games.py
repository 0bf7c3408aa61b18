"""Every game from beginning to end on the board of the terminal, by keys and by mouse."""

from __future__ import annotations

import pytest
from driving import GAMES, opened, run, start

from tabuleiro import Move


@pytest.mark.parametrize("way", ["keys", "mouse"])
@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game(name: str, way: str) -> None:
    async def story() -> None:
        async with opened(start(name)) as person:
            pick = person.pick_by_keys if way == "keys" else person.pick_by_mouse
            moves = GAMES[name][1].split()
            for text in moves:
                assert person.here.outcome is None
                await person.make(Move.parse(person.here, text), pick)
            assert [move.text for move in person.here.history] == moves
            assert person.here.outcome is not None
            assert "wins" in person.message

    run(story)


def test_turns_on_a_board_that_is_turned_around() -> None:
    async def story() -> None:
        async with opened(start("shobu")) as person:
            await person.press("f")
            assert person.board.flipped
            moves = GAMES["shobu"][1].split()[:2]
            for text, pick in zip(moves, (person.pick_by_mouse, person.pick_by_keys), strict=True):
                await person.make(Move.parse(person.here, text), pick)
            assert [move.text for move in person.here.history] == moves

    run(story)
