"""Openings: balanced, the same everywhere, or from a file."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import tabuleiro
from tabuleiro import InvalidOption, InvalidPosition, JobFailed
from tabuleiro.bots.alphabeta import AlphaBetaBot
from tabuleiro.bots.limit import Limit
from tabuleiro.bots.nets import find_net
from tabuleiro.bots.weights import read_weights
from tabuleiro.experiments.balance import Judge
from tabuleiro.experiments.openings import Openings, load, read
from tabuleiro.experiments.settings import Settings

EXAMPLE = Path(__file__).parents[1] / "examples" / "tictactoe.py"
SMALL = {"width": "5", "height": "5"}
SETTINGS = Settings("fanorona", ("random", "random"), SMALL, seed=3)


def test_random_openings_are_balanced() -> None:
    """By the mean of two successive deep searches: an odd depth flatters the side to move.

    And they lean by turns to either side.
    """
    openings = Openings(SETTINGS)
    leads = []
    game = tabuleiro.game("fanorona", width=5, height=5)
    for number in range(12):
        opening, here = openings[number]
        assert here.ply == len(opening.moves.split()) == 4
        chances = []
        for depth in (7, 8):
            fresh = AlphaBetaBot(game, read_weights(game, "best"), Limit(depth=depth))
            found = fresh.analyse(read(game, opening.moves))
            chances.append(found.score.win_probability)
        assert 0.4 <= sum(chances) / 2 <= 0.6
        leads.append(sum(chances) / 2 - 0.5)
    assert sum(lead > 0 for lead in leads[::2]) >= 5, leads
    assert sum(lead < 0 for lead in leads[1::2]) >= 5, leads
    assert len({openings[number][0].moves for number in range(12)}) > 8


def test_what_games_say_moves_the_balance() -> None:
    """A game's file may say at which win probability its games are even."""
    judge = Judge(tabuleiro.game("fanorona", width=5, height=5))
    here = Openings(SETTINGS)[0][1]
    assert judge.lead(here, 0.1) == judge.chance(here) - judge.even
    key = judge.key()
    judge.even = judge.chance(here) + 0.13
    assert judge.lead(here, 0.1) is None
    assert judge.lead(here, 0.3) == pytest.approx(-0.13)
    assert judge.key() != key


@pytest.mark.parametrize(
    ("chance", "lead"), [(0.39, None), (0.41, -0.04), (0.49, 0.04), (0.51, None)]
)
def test_what_is_allowed_reaches_as_far_above_what_is_even_as_below(
    monkeypatch: pytest.MonkeyPatch, chance: float, lead: float | None
) -> None:
    """A half is the middle of what a deep search may say, but not of what is allowed."""
    judge = Judge(tabuleiro.game("fanorona", width=5, height=5))
    judge.even, judge.weights = 0.45, None
    monkeypatch.setattr(judge, "chance", lambda here: chance)
    assert judge.lead(judge.game.start(), 0.1) == (lead and pytest.approx(lead))


def test_a_net_that_came_with_the_game_judges(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that was learned here does not: openings are the same on every machine."""
    game = tabuleiro.game("fanorona")
    shipped = game.source.with_name("standard.net")
    judge = Judge(game)
    assert judge.net == shipped
    key = judge.key()
    monkeypatch.setenv("TABULEIRO_DATA_DIR", str(tmp_path))
    own = tmp_path / "nets" / "fanorona" / "own.net"
    own.parent.mkdir(parents=True)
    shutil.copy(tabuleiro.game("aboyne").source.with_name("standard.net"), own.with_name("b.net"))
    shutil.copy(shipped, own)
    assert find_net(game) == own
    assert Judge(game).net == shipped
    assert Judge(game).key() == key
    judge.net = own.with_name("b.net")
    assert judge.key() != key
    assert Judge(tabuleiro.game("fanorona", width=5, height=5)).net is None


def test_a_net_looks_as_deep_as_the_game_says_and_terms_as_ever() -> None:
    """In CIFRA a judge of eight turns calls positions even that players have decided."""
    by_net = Judge(tabuleiro.game("cifra"))
    assert (by_net.depth, by_net.shallow, by_net.even) == (10, 6, 0.49)
    by_terms = Judge(tabuleiro.game("cifra", size=9))
    assert by_terms.net is None
    assert (by_terms.depth, by_terms.shallow, by_terms.even) == (8, 5, 0.57)
    shobu = Judge(tabuleiro.game("shobu"))
    assert shobu.net is not None
    assert (shobu.depth, shobu.shallow) == (6, 4)


@pytest.fixture
def tictactoe(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A game without an evaluation, installed as pip would."""
    shutil.copy(EXAMPLE, tmp_path / "tictactoe.py")
    facts = tmp_path / "tictactoe-1.0.dist-info"
    facts.mkdir()
    (facts / "METADATA").write_text("Metadata-Version: 2.1\nName: tictactoe\nVersion: 1.0\n")
    (facts / "entry_points.txt").write_text("[tabuleiro.games]\ntictactoe = tictactoe\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    return "tictactoe"


def test_where_no_opening_is_even_the_most_even_one_is_taken(tictactoe: str) -> None:
    settings = Settings(tictactoe, ("random", "mcts"), openings=3, balance=1e-9, seed=1)
    _, here = Openings(settings)[0]
    assert here.ply == 3
    assert 0.2 < Judge(here.game).chance(here) < 0.8


def test_without_an_evaluation_a_tree_search_judges(tictactoe: str) -> None:
    """No opening of tic-tac-toe is won or lost already."""
    openings = Openings(Settings(tictactoe, ("random", "random"), seed=1))
    for number in range(20):
        _, here = openings[number]
        found = AlphaBetaBot(here.game, {}, Limit(depth=9)).analyse(here)
        assert found.score.decided == "draw", here.text


def test_without_the_bound_openings_are_not_balanced() -> None:
    everything = Settings("fanorona", ("random", "random"), SMALL, seed=3, balance=0.5)
    loose = {Openings(everything)[number][0].moves for number in range(12)}
    strict = {Openings(SETTINGS)[number][0].moves for number in range(12)}
    assert loose - strict


def test_an_opening_does_not_depend_on_those_before_it() -> None:
    straight = Openings(SETTINGS)
    found = [straight[number][0] for number in range(5)]
    assert [Openings(SETTINGS)[number][0] for number in (4, 3, 2, 1, 0)] == found[::-1]


def test_no_turns_are_the_start() -> None:
    opening, here = Openings(Settings("shobu", ("random", "random"), openings=0))[7]
    assert (opening.start, opening.moves) == ("", "")
    assert here == tabuleiro.game("shobu").start()


def test_options_that_are_left_to_chance_are_drawn_for_each_opening() -> None:
    settings = Settings("cifra", ("random", "random"), {"tiles": "random"}, openings=0, seed=1)
    openings = Openings(settings)
    boards = {openings[number][0].options for number in range(6)}
    assert len(boards) == 6
    assert openings[2][1].game == Openings(settings)[2][1].game


def test_where_nothing_is_balanced_a_sentence_says_so() -> None:
    tiny = {"width": "3", "height": "3"}
    settings = Settings("fanorona", ("random", "random"), tiny, openings=300)
    with pytest.raises(JobFailed, match="none of 500 openings of 300 random turns is balanced"):
        Openings(settings)[0]


def test_openings_from_a_file(tmp_path: Path) -> None:
    game = tabuleiro.game("fanorona", width=5, height=5)
    after = game.start().play("c2-c3a")
    file = tmp_path / "openings.txt"
    file.write_text(f"# mine\nc2-c3a d4-c5w\n\n{after.text}\n")
    lines = load(file, game)
    assert lines == ("c2-c3a d4-c5w", after.text)
    openings = Openings(Settings("fanorona", ("random", "random"), SMALL, openings=lines))
    assert [move.text for move in openings[0][1].history] == ["c2-c3a", "d4-c5w"]
    assert openings[1][0].start == after.text
    assert openings[1][0].player == openings[1][1].player == 1
    assert openings[2][0].moves == openings[0][0].moves


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "are empty; write one on each line"),
        ("# nothing\n", "are empty"),
        ("c2-c3a\nrubbish\n", "line 2 of the openings .* is neither a position nor moves"),
        ("c2-c3a z9", "turn 2|move 'z9'"),
        ("...../...../..W../...../..... b", "line 1 .*the game is over after"),
    ],
)
def test_files_that_are_none(tmp_path: Path, text: str, message: str) -> None:
    game = tabuleiro.game("fanorona", width=5, height=5)
    file = tmp_path / "openings.txt"
    file.write_text(text)
    with pytest.raises((InvalidOption, InvalidPosition), match=message):
        load(file, game)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    game = tabuleiro.game("fanorona", width=5, height=5)
    with pytest.raises(InvalidOption, match="cannot be read: No such file"):
        load(tmp_path / "none", game)
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(InvalidOption, match="cannot be read: it is not a text file"):
        load(tmp_path / "binary", game)
