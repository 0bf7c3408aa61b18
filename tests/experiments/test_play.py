"""Single games: the rules decide, and who does not play by them loses."""

from __future__ import annotations

import zlib
from pathlib import Path

import numpy as np
import pytest

from tabuleiro.experiments.play import ArenaGame, Table
from tabuleiro.experiments.schedule import fixture
from tabuleiro.experiments.settings import Settings
from tabuleiro.experiments.store import EFFORT

SMALL = {"width": "5", "height": "5"}


def test_a_game_by_the_rules() -> None:
    table = Table(Settings("fanorona", ("easy", "random"), SMALL, seed=5))
    opening, game = table.play(1)
    _, here = table.openings[0]
    assert (game.first, game.second) == (1, 0)
    for text in game.moves.split():
        assert here.outcome is None
        here = here.play(text)
    assert here.outcome is not None
    assert game.winner == here.outcome.winner
    assert (game.reason, game.detail) == (here.outcome.termination.value, "")
    effort = np.frombuffer(zlib.decompress(game.effort), EFFORT)
    assert len(effort) == game.plies == len(game.moves.split())
    assert opening.player == 0
    assert (effort["nodes"][0::2] == 0).all()  # the random bot has the first seat
    assert (effort["nodes"][1::2] > 0).all()
    assert (effort["depth"][1::2] > 0).all()
    assert (effort["seconds"] > 0).all()


def test_a_bot_is_the_same_whatever_it_played_before() -> None:
    settings = Settings(
        "fanorona",
        ("novice", "easy", "mcts,iterations=40,cap=40", "random"),
        SMALL,
        seed=2,
        games=4,
    )
    one = Table(settings)
    games = {number: one.play(number)[1].moves for number in range(settings.total)}
    for number in (13, 4, 8, 1):
        assert Table(settings).play(number)[1].moves == games[number]
    assert len(set(games.values())) > settings.total / 2


@pytest.mark.parametrize(
    ("bot", "reason", "detail"),
    [
        ("raises", "failure", "it cannot count"),
        ("cheats", "illegal move", "move 'a1-z9' cannot be read"),
        ("mute", "illegal move", "'NoneType' object has no attribute"),
    ],
)
def test_who_does_not_make_a_legal_move_loses(
    site: Path, bot: str, reason: str, detail: str
) -> None:
    table = Table(Settings("fanorona", ("random", bot), SMALL, openings=0))
    for number, plies, winner in ((0, 1, 0), (1, 0, 1)):
        _, game = table.play(number)
        assert (game.plies, game.winner, game.reason) == (plies, winner, reason)
        assert game.detail.startswith(detail)
    assert not table.is_stuck


def test_who_never_moves_loses_and_the_others_go_on(site: Path) -> None:
    settings = Settings("fanorona", ("random", "hangs"), SMALL, openings=0, patience=1.5)
    table = Table(settings)
    _, game = table.play(0)
    assert (game.plies, game.winner, game.reason) == (1, 0, "too slow")
    assert game.detail == "no move within 1.5 seconds"
    assert table.is_stuck


def test_patience_is_for_a_move_not_for_a_game(site: Path) -> None:
    settings = Settings("fanorona", ("steady", "steady"), SMALL, openings=0, patience=1.5)
    _, game = Table(settings).play(0)
    assert game.seconds > settings.patience
    assert game.reason in ("rules", "no legal move", "threefold repetition")


def test_a_search_that_takes_too_long_is_stopped() -> None:
    settings = Settings(
        "fanorona", ("master,seconds=60", "random"), SMALL, openings=0, patience=1.0, games=2
    )
    table = Table(settings)
    _, game = table.play(0)
    assert (game.plies, game.winner, game.reason) == (0, 1, "too slow")
    assert not table.is_stuck


def test_a_search_that_begins_after_its_game_was_given_up_ends_at_once() -> None:
    settings = Settings("fanorona", ("master,seconds=600", "random"), SMALL, openings=0)
    table = Table(settings)
    _, here = table.openings[0]
    match = ArenaGame(table.players, fixture(settings, 0), here)
    bot = table.players.ready(here.game, 0, 1)
    match._patience = 0.0
    assert match.abandon()
    match._turn(bot)  # or it would think for ten minutes
    assert match.played(table.openings[0][0]).reason == "too slow"


def test_a_limit_is_for_bots_that_state_none(site: Path) -> None:
    bots = ("hard", "hard,depth=2", "random", "mcts", "sleepy", "ugi:engine --x")
    table = Table(Settings("fanorona", bots, SMALL, limit="depth=3,seconds=0.5"))
    game = table.openings.game(0)
    assert [table.players.text(game, player) for player in range(len(bots))] == [
        "hard,depth=3,seconds=0.5",
        "hard,depth=2",
        "random",
        "mcts,seconds=0.5",
        "sleepy",
        "ugi:engine --x,depth=3,seconds=0.5",
    ]
