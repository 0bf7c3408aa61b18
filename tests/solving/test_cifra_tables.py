"""Endings of CIFRA, where captures are free: numbers, and values against a plain solver."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pytest

import tabuleiro
from tabuleiro.errors import InvalidOption
from tabuleiro.game import Game
from tabuleiro.kernel.contract import DRAW, OPEN
from tabuleiro.kernel.records import Plain
from tabuleiro.kernel.verdicts import DRAWN, UNKNOWN, lost, won
from tabuleiro.solving.endgames import Endings

Words = tuple[int, ...]
Value = tuple[str, int]


@pytest.fixture(autouse=True)
def _own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABULEIRO_DATA_DIR", str(tmp_path))


def boards(game: Game, pieces: int) -> Iterator[Plain]:
    """Every way to put so many pieces on the board, some of each side."""
    rules = game.rules
    for player in range(2):
        for mine in range(1, pieces):
            for own in combinations(range(rules.CELLS), min(mine, rules.SIZE)):
                rest = [cell for cell in range(rules.CELLS) if cell not in own]
                for other in combinations(rest, pieces - mine):
                    state = Plain(rules.STATE)
                    state.player, state.setting = player, game.board.begin
                    state.mine[0] = sum(1 << cell for cell in own)
                    state.theirs[0] = sum(1 << cell for cell in other)
                    yield state


def plain_values(game: Game, highest: int) -> dict[Words, Value | None]:
    """Of every open position: won or lost, and in how many turns; None for a draw."""
    rules, board = game.rules, game.board
    after: dict[Words, list[Words | Value | None]] = {}
    for pieces in range(2, highest + 1):
        for state in boards(game, pieces):
            if rules.outcome(board, state) == OPEN:
                after[state.words()] = list(turns(game, state))
    values: dict[Words, Value] = {}
    for number in range(1, 100):
        new: dict[Words, Value] = {}
        for here, there in after.items():
            if here not in values:
                known = [values.get(t) if len(t or ()) > 2 else t for t in there]  # type: ignore[arg-type]
                if any(value and value[0] == "loss" for value in known):
                    new[here] = ("win", number)
                elif all(value and value[0] == "win" for value in known):
                    new[here] = ("loss", number)
        if not new:
            break
        values |= new
    return {here: values.get(here) for here in after}


def turns(game: Game, state: Plain) -> Iterator[Words | Value | None]:
    """Where each turn leads: to an open position, or to an end and what it is worth there."""
    rules, board = game.rules, game.board
    out = [0] * rules.MAX_ACTIONS
    for i in range(rules.actions(board, state, out, 0)):
        there = Plain(rules.STATE)
        there.assign(state)
        rules.play(board, there, out[i])
        result = rules.outcome(board, there)
        if result == OPEN:
            yield there.words()
        elif result == DRAW:
            yield None
        else:
            yield ("loss" if result == state.player else "win"), 0


@pytest.mark.parametrize("options", [{}, {"tiles": "4", "first": "blue"}], ids=str)
def test_values_are_those_of_a_plain_solver(options: dict[str, object]) -> None:
    game = tabuleiro.game("cifra", size=3, choose=False, **options)
    rules, board = game.rules, game.board
    endings = Endings(game)
    layers = endings.build(4, threads=2)
    values = plain_values(game, 4)
    assert sum(layer.positions for layer in layers) == len(values)
    assert sum(layer.wins for layer in layers) == sum(
        v is not None and v[0] == "win" for v in values.values()
    )
    assert sum(layer.draws for layer in layers) == sum(value is None for value in values.values())
    assert max(layer.longest for layer in layers) == max(v[1] for v in values.values() if v)
    for group in (2, 3, 4):
        found = endings.values(group)
        for state in boards(game, group):
            value = values.get(state.words(), "over")
            expected = UNKNOWN if value == "over" else DRAWN
            if isinstance(value, tuple):
                expected = won(value[1]) if value[0] == "win" else lost(value[1])
            assert found[rules.rank(board, state, group)] == expected
        assert endings.check(group) == 0


@pytest.mark.parametrize(
    "options", [{"size": 3}, {}, {"tiles": "7", "choose": False}, {"size": 9}], ids=str
)
def test_numbers_and_positions_belong_together(options: dict[str, object]) -> None:
    game = tabuleiro.game("cifra", **options)
    rules, board, chance = game.rules, game.board, random.Random(1)
    for group in range(2, rules.CLASSES + 1):
        size = rules.class_size(board, group)
        for number in {0, size - 1, *(chance.randrange(size) for _ in range(10))}:
            state = Plain(rules.STATE)
            rules.unrank(board, state, group, number)
            assert rules.class_of(board, state) == group
            assert rules.rank(board, state, group) == number


def test_tables_are_those_of_one_layout() -> None:
    homes = {Endings(tabuleiro.game("cifra", tiles=tiles)).home.name for tiles in ("3", "4")}
    assert {name.rpartition("-")[0] for name in homes} == {"cifra-tiles=3", "cifra-tiles=4"}


@pytest.mark.parametrize(
    ("name", "options"), [("cifra", {"mode": "sum"}), ("fanorona", {"first_turn_limit": True})]
)
def test_options_that_let_no_position_be_numbered(name: str, options: dict[str, object]) -> None:
    with pytest.raises(InvalidOption, match="no tables of its endings"):
        Endings(tabuleiro.game(name, **options))
