"""The tables of experiments whose every game is known, and the files made of them."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterable, Iterator
from io import StringIO
from pathlib import Path

import numpy as np
import pytest

from tabuleiro.experiments.charts import charts
from tabuleiro.experiments.schedule import fixture
from tabuleiro.experiments.settings import Settings
from tabuleiro.experiments.statistics import Tally, elo, score, superiority
from tabuleiro.experiments.store import EFFORT, Opening, Played, Store, pack
from tabuleiro.experiments.tables import Results
from tabuleiro.experiments.tabulating import tables
from tabuleiro.experiments.writers import (
    as_csv,
    elo_text,
    markdown,
    seconds_text,
    short_names,
    write_tables,
)

OPENING = Opening(0, "", "", "", 0)


def played(settings: Settings, number: int, winner: int | None, plies: int = 4) -> Played:
    """A game in which the turn of ply p took the bot's place + 1 + p/8 seconds."""
    which = fixture(settings, number)
    effort = np.zeros(plies, EFFORT)
    for ply in range(plies):
        bot = which.second if ply % 2 else which.first
        effort[ply] = (bot + 1 + ply / 8, bot + 2, 100 * (bot + 1), 10 * bot, bot)
    return Played(
        number, which.pairing, which.pair, 0, which.first, which.second, winner, "rules", "",
        plies, 2.0, f"the moves of {number}", pack(effort),
    )  # fmt: skip


Make = Callable[..., Store]


@pytest.fixture
def experiment() -> Iterator[Make]:
    """Makes experiments of games that were won by these seats."""
    made: list[Store] = []

    def make(
        directory: Path,
        settings: Settings,
        winners: Iterable[int | None] = (),
        games: Iterable[Played] = (),
    ) -> Store:
        directory.mkdir(exist_ok=True)
        made.append(Store.create(directory, settings))
        won = [played(settings, number, winner) for number, winner in enumerate(winners)]
        made[-1].add([(OPENING, game) for game in (*won, *games)])
        return made[-1]

    yield make
    for store in made:
        store.close()


@pytest.fixture
def two(experiment: Make, tmp_path: Path) -> Store:
    """Four pairs of `a` against `b`: 2, 1, ½ and 1½ points for `a`."""
    settings = Settings("fanorona", ("easy", "random"), games=8, name="two")
    # Even games have `a` in the first seat, odd ones in the second.
    return experiment(tmp_path, settings, [0, 1, 0, 0, None, 0, 0, None])


def test_bars_of_a_clean_sweep_lie_on_the_right_sides(experiment: Make, tmp_path: Path) -> None:
    """The winner's goes on to the right edge, the loser's to the left, and notes say what few
    games mean."""
    settings = Settings("fanorona", ("easy", "random"), games=4)
    found = tables(experiment(tmp_path, settings, [0, 1, 0, 1]))
    assert [elo_text(player.elo) for player in found.players] == ["≥ -36", "≤ +36"]
    assert [player.rating for player in found.players] == ["bounded", "bounded"]
    assert [elo_text(pairing.elo) for pairing in found.pairings] == ["≥ -72"]
    assert len(found.notes) == 3
    assert "even where one bot won them all" in str(found.notes[-1])
    axes = charts(found)["elo"].axes[0]
    lines = [line.get_xdata() for line in axes.get_lines()]
    bars = [np.sort(np.asarray(line)) for line in lines if len(np.atleast_1d(line)) == 2]
    winner, loser = (bar for bar in bars if bar[0] != bar[1] and set(bar) != {0, 1})
    assert winner == pytest.approx(-loser[::-1])
    assert winner[1] > loser[1] + 10
    assert "halfway" in axes.get_xlabel()
    sure = Settings("fanorona", ("easy", "random"), games=8, name="more")
    clear = tables(experiment(tmp_path / "more", sure, [0, 1] * 4))
    assert [elo_text(player.elo) for player in clear.players] == ["≥ +46", "≤ -46"]
    assert len(clear.notes) == 2


def test_pairing(two: Store) -> None:
    (pairing,) = tables(two).pairings
    assert (pairing.first, pairing.second) == ("easy", "random")
    assert pairing.results == Results(4, 2, 2)
    assert pairing.moving_first == Results(3, 1, 0)
    assert pairing.moving_second == Results(1, 1, 2)
    assert pairing.pairs == (0, 1, 1, 1, 1)
    tally = Tally((0, 1, 1, 1, 1))
    assert pairing.score == score(tally)
    assert pairing.score.value == 0.625
    assert pairing.elo == elo(tally)
    assert pairing.superiority == superiority(tally)
    assert pairing.plies == 4


def test_players_see_the_same_from_both_sides(two: Store) -> None:
    best, other = tables(two).players
    assert (best.name, other.name) == ("easy", "random")
    assert best.results == other.results.reverse
    assert best.moving_first == other.moving_second.reverse
    assert best.score.value == 0.625
    assert other.score.value == 0.375
    assert best.elo.value == pytest.approx(-(other.elo.value or 0))


def test_first_seat(two: Store) -> None:
    assert tables(two).first_seat == Results(5, 2, 1)


def test_effort(two: Store) -> None:
    """`a` moves at plies 0 and 2 of even games, at 1 and 3 of odd ones; `b` the other way round."""
    best, other = (player.effort for player in tables(two).players)
    assert best.turns == other.turns == 16
    assert best.seconds == pytest.approx(1 + 1.5 / 8)
    assert other.seconds == pytest.approx(2 + 1.5 / 8)
    assert best.seconds_p95 == pytest.approx(1 + 3 / 8)
    assert (best.considered, best.avoided, best.pruned, best.depth) == (100, 0, 0, 2)
    assert (other.considered, other.avoided, other.pruned, other.depth) == (200, 10, 1, 3)


def test_times_by_turn(two: Store) -> None:
    best, other = tables(two).players
    assert best.seconds_by_ply == pytest.approx((1, 1.125, 1.25, 1.375))
    assert other.seconds_by_ply == pytest.approx((2, 2.125, 2.25, 2.375))


def test_unfinished_pairs_are_counted_but_not_rated(experiment: Make, tmp_path: Path) -> None:
    settings = Settings("fanorona", ("easy", "random"), games=8)
    found = tables(experiment(tmp_path, settings, [0, 1, 1]))
    (pairing,) = found.pairings
    assert pairing.results == Results(2, 0, 1)
    assert pairing.pairs == (0, 0, 0, 0, 1)
    assert pairing.score.value == 1
    assert found.games == 3
    assert "Games that have not been played yet: 5." in map(str, found.notes)
    left_out = "Games whose pair is not complete yet, left out of scores and Elo: 1."
    assert left_out in map(str, found.notes)


def test_half_a_pair_alone_is_rated_as_a_game(experiment: Make, tmp_path: Path) -> None:
    settings = Settings("fanorona", ("easy", "random"), games=8)
    (pairing,) = tables(experiment(tmp_path, settings, [0])).pairings
    assert pairing.score == score(Tally.of_games(1, 0, 0))


def test_a_sweep_is_said_to_have_one_bound(experiment: Make, tmp_path: Path) -> None:
    settings = Settings("fanorona", ("easy", "random"), games=20)
    found = tables(experiment(tmp_path, settings, [0, 1] * 10))
    ratings = {player.name: player.rating for player in found.players}
    assert set(ratings.values()) == {"bounded"}
    assert any("bound only" in str(note) for note in found.notes)
    (pairing,) = found.pairings
    assert elo_text(pairing.elo) == "≥ +277"  # 0.025 ** (1 / 20) is 83.2 %


def test_nothing_played_yet(experiment: Make, tmp_path: Path) -> None:
    found = tables(experiment(tmp_path, Settings("fanorona", ("easy", "random"), games=8), []))
    assert found.pairings == ()
    assert found.players == ()
    assert found.games == 0
    assert "0 of 8 games" in markdown(found)


def test_forfeits_are_told(experiment: Make, tmp_path: Path) -> None:
    settings = Settings("fanorona", ("easy", "random"), games=2)
    game = played(settings, 0, 1)._replace(reason="failure", detail="it cannot count")
    store = experiment(tmp_path, settings, games=[game, played(settings, 1, 1)])
    assert "Games lost otherwise than by the rules: 1 (a failing bot)." in map(
        str, tables(store).notes
    )


def test_repeated_games_are_told(experiment: Make, tmp_path: Path, two: Store) -> None:
    assert not any("repeat" in str(note) for note in tables(two).notes)
    settings = Settings("fanorona", ("easy", "random"), games=8)
    games = [played(settings, number, 0)._replace(moves="a b c") for number in range(8)]
    store = experiment(tmp_path / "same", settings, games=games)
    # Four games with each seating, all alike.
    assert any("6 of 8 games repeat" in str(note) for note in tables(store).notes)


def test_a_stopped_test_is_told(two: Store) -> None:
    two.decide(0, 3, "H1")
    found = tables(two)
    (pairing,) = found.pairings
    assert pairing.verdict == "H1"
    assert pairing.pairs == (0, 1, 1, 0, 1)
    assert any("leans" in str(note) for note in found.notes)


def test_ladder(experiment: Make, tmp_path: Path) -> None:
    settings = Settings("fanorona", ("hard",), games=4, ladder="depth=1..3")
    # Of every pair of rungs the later one wins three games of four.
    winners = [1, 0, 1, 0, 1, 0, 1, 1, 1, 1, 1, 1]
    found = tables(experiment(tmp_path, settings, winners))
    assert found.ladder == "depth"
    assert [rung.value for rung in found.rungs] == ["1", "2", "3"]
    assert [rung.name for rung in found.rungs] == [f"hard,depth={depth}" for depth in (1, 2, 3)]
    elos = [rung.elo.value or 0 for rung in found.rungs]
    assert elos == sorted(elos)
    assert elos[0] < elos[2]


def test_grid(experiment: Make, tmp_path: Path) -> None:
    settings = Settings("fanorona", ("hard",), games=2, grid="depth=1..2 weights=material,best")
    found = tables(experiment(tmp_path, settings, [1, 1] * 6))
    assert found.grid == ("depth", "weights")
    assert not found.rungs
    assert [(each.row, each.column, each.name) for each in found.squares] == [
        (depth, weights, f"hard,depth={depth},weights={weights}")
        for depth in ("1", "2")
        for weights in ("material", "best")
    ]
    assert found.facts()["grid"][3]["weights"] == "best"


def test_what_lost_games_are_lost_by(experiment: Make, tmp_path: Path) -> None:
    settings = Settings("fanorona", ("novice", "easy"), games=4)
    found = tables(experiment(tmp_path, settings, [0, 1, 0, None]))
    assert {player.name: player.lost_by for player in found.players} == {
        "novice": {},
        "easy": {"rules": 3},
    }


def test_three_bots_in_all_pairings(experiment: Make, tmp_path: Path) -> None:
    settings = Settings("fanorona", ("novice", "easy", "random"), games=2)
    found = tables(experiment(tmp_path, settings, [0, 0, 0, 1, None, None]))
    results = {player.name: player.results for player in found.players}
    assert results == {
        "novice": Results(3, 0, 1),
        "easy": Results(1, 2, 1),
        "random": Results(0, 2, 2),
    }


def test_files_say_the_same(two: Store, tmp_path: Path) -> None:
    found = tables(two)
    write_tables(found, two, tmp_path)
    facts = json.loads((tmp_path / "report.json").read_text("utf-8"))
    assert facts == json.loads(json.dumps(found.facts()))
    for name in ("players", "pairings", "times"):
        rows = list(csv.DictReader(StringIO((tmp_path / f"{name}.csv").read_text("utf-8"))))
        assert len(rows) == len(facts[name])
        for row, fact in zip(rows, facts[name], strict=True):
            assert row == {key: "" if v is None else str(v) for key, v in fact.items()}
    games = list(csv.DictReader(StringIO((tmp_path / "games.csv").read_text("utf-8"))))
    assert [game["result"] for game in games] == [
        "1-0", "0-1", "1-0", "1-0", "1/2-1/2", "1-0", "1-0", "1/2-1/2",
    ]  # fmt: skip
    spent = ("turns", "seconds", "mean")
    columns = [f"{seat}_{what}" for seat in ("first", "second") for what in spent]
    assert list(games[0])[-6:] == columns
    # Turns 1 and 3 are the first bot's, with 1 and 1.25 seconds; in the next game it sits second.
    assert [games[0][name] for name in columns] == ["2", "2.25", "1.125", "2", "4.5", "2.25"]
    assert [games[1][name] for name in columns] == ["2", "4.25", "2.125", "2", "2.5", "1.25"]
    text = (tmp_path / "report.md").read_text("utf-8")
    assert "| easy – random | 4–2–2 | 3–1–0 | 1–1–2 | 0 1 1 1 1 | 62.5 % [" in text
    assert "Whoever moved first: 5–2–1." in text


@pytest.mark.parametrize(
    ("names", "short"),
    [
        (["hard,depth=1", "hard,depth=2"], ["depth=1", "depth=2"]),
        (["hard,depth=1", "hard"], ["depth=1", "hard"]),
        (["hard,depth=1", "random"], ["hard,depth=1", "random"]),
        (["hard"], ["hard"]),
        (["a" * 50 + "x", "a" * 50 + "y"], ["a" * 16 + "…" + "a" * 16 + "x", None]),
        (["a" * 30 + "1" + "b" * 30, "a" * 30 + "2" + "b" * 30], [None, None]),
    ],
)
def test_short_names_stay_different(names: list[str], short: list[str | None]) -> None:
    found = short_names(names)
    assert list(found) == names
    assert len(set(found.values())) == len(names)
    for name, wanted in zip(names, short, strict=True):
        assert wanted is None or found[name] == wanted


def test_notes_in_portuguese(experiment: Make, tmp_path: Path) -> None:
    settings = Settings("fanorona", ("easy", "random"), games=20)
    found = tables(experiment(tmp_path, settings, [0, 1] * 9))
    assert "Partidas por jogar: 2." in [note.words("pt") for note in found.notes]
    assert found.openings.words("pt") == "4 jogadas à sorte, se equilibradas"
    assert found.facts("pt")["openings"] == "4 jogadas à sorte, se equilibradas"


def test_csv_quotes_what_it_must() -> None:
    assert (
        as_csv([{"bot": 'hard,depth=3 "x"', "games": 2}]) == 'bot,games\n"hard,depth=3 ""x""",2\n'
    )
    assert as_csv([]) == ""


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0, "0 µs"),
        (0.0000123, "12 µs"),
        (0.00456, "4.56 ms"),
        (0.25, "250 ms"),
        (12.345, "12.3 s"),
        (1234, "21 min"),
        (45000, "12.5 h"),
    ],
)
def test_times_for_people(seconds: float, text: str) -> None:
    assert seconds_text(seconds) == text


def test_times_of_a_player_without_turns_are_missing(experiment: Make, tmp_path: Path) -> None:
    settings = Settings("fanorona", ("easy", "random"), games=2)
    short = [played(settings, number, 0, plies=number) for number in range(2)]
    store = experiment(tmp_path, settings, games=short)
    write_tables(tables(store), store, tmp_path)
    games = list(csv.DictReader(StringIO((tmp_path / "games.csv").read_text("utf-8"))))
    assert [game["first_turns"] for game in games] == ["0", "1"]
    assert [game["first_mean"] for game in games] == ["", "2.0"]
    assert [game["second_seconds"] for game in games] == ["0.0", "0.0"]


def test_turns_that_took_longer_than_their_limit_are_named(
    experiment: Make, tmp_path: Path
) -> None:
    bots = ("easy,seconds=0.5", "hard,seconds=4", "hard,depth=2")
    found = tables(experiment(tmp_path, Settings("fanorona", bots, games=2), [0] * 6))
    late = [str(note) for note in found.notes if "took longer" in str(note)]
    (said,) = late
    assert said.startswith("easy,seconds=0.5 took longer than its 0.5 s in 8 of 8 turns: ")
