"""Searches side by side."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

import tabuleiro
from tabuleiro import IllegalMove, InvalidOption
from tabuleiro.cli.app import app
from tabuleiro.kernel.switches import IDEAS
from tabuleiro.lab import IDEAS_LADDER, compare, game_figures
from tabuleiro.lab.comparison import ladder

FIELDS = {"search", "depth", "nodes", "turns", "seconds", "value", "move", "cuts_at_first", "hits"}


@pytest.fixture(scope="module")
def game() -> tabuleiro.Game:
    return tabuleiro.game("focus", size=4, seed=None)


def test_rows_have_the_fields_that_are_promised() -> None:
    told = CliRunner().invoke(app, ["lab", "focus", "-o", "size=4", "--depth", "2", "--json"])
    assert told.exit_code == 0
    rows = json.loads(told.stdout)["rows"]
    assert [(row["search"], row["depth"]) for row in rows] == [
        ("minimax", 1),
        ("minimax", 2),
        ("master", 1),
        ("master", 2),
    ]
    assert all(row.keys() >= FIELDS for row in rows)
    shown = CliRunner().invoke(app, ["lab", "focus", "-o", "size=4", "--depth", "1"])
    assert "minimax" in shown.stdout


def test_the_ladder_goes_from_minimax_to_the_full_search(game: tabuleiro.Game) -> None:
    assert set(IDEAS_LADDER[-1][1]) == set(IDEAS)
    rows = compare(game.start(), ladder(), 3)
    last = {row.search: row for row in rows if row.depth == 3}
    counted = [game.engine.perft(game.start().state(), depth) for depth in (1, 2, 3)]
    assert last["minimax"].turns == sum(counted)
    assert last["+cuts"].nodes < last["minimax"].nodes
    exact = [row for row in last.values() if row.search not in ("+exchanges", "+reductions")]
    assert len({row.value for row in exact}) == 1


def test_what_cannot_be_compared(game: tabuleiro.Game) -> None:
    with pytest.raises(InvalidOption, match="depth cannot be 0; accepted: 1 to 30"):
        compare(game.start(), ["hard"], 0)
    small = tabuleiro.game("fanorona", width=3, height=3)
    here = small.start()
    while here.outcome is None:
        here = here.play(here.legal_moves[0])
    with pytest.raises(IllegalMove, match="the game is over"):
        compare(here, ["hard"], 2)


SMALL = ["-o", "side=3"]


def test_all_that_a_comparison_can_tell(tmp_path: Path) -> None:
    page = tmp_path / "lab.html"
    asked = ["aboyne", *SMALL, "minimax", "minimax,cuts=yes", "mcts", "--depth", "2", "--json"]
    more = ["--sample", "2", "--seconds", "0.05", "--games", "2", "--facts", "4"]
    told = CliRunner().invoke(
        app, ["lab", *asked, *more, "--iterations", "20", "--report", str(page)]
    )
    assert told.exit_code == 0, told.output
    found = json.loads(told.stdout)
    assert len(found["positions"]) == 2
    assert [row["positions"] for row in found["rows"]] == [2] * 5
    assert [row["agreement"] for row in found["rows"]] == [None, None, 1, 1, None]
    trees = [row for row in found["rows"] if row["search"] == "mcts"]
    assert [0 < row["nodes"] <= 40 for row in trees] == [True]  # fewer where all is proven
    assert [row["search"] for row in found["equal_time"]] == ["minimax", "minimax,cuts=yes", "mcts"]
    (first, second) = found["strength"]
    assert (first["search"], first["against"], first["games"]) == ("minimax,cuts=yes", "minimax", 2)
    assert second["wins"] + second["draws"] + second["losses"] == 2
    assert {"value", "low", "high"} == set(first["elo"])
    for name in ("branching", "length", "tree", "first_player", "draws"):
        figure = found["facts"][name]
        assert figure["low"] <= figure["value"] <= figure["high"]
    text = page.read_text("utf-8")
    assert "<svg" in text
    assert "minimax,cuts=yes" in text
    assert "http" not in text.replace("http://www.w3.org", "")


def test_random_games_are_counted_right() -> None:
    """Connect Four is never wider than seven, nor longer than its board."""
    figures = game_figures(tabuleiro.game("connect4"), 20, seed=2)
    assert figures == game_figures(tabuleiro.game("connect4"), 20, seed=2)
    assert 6 < (figures.branching.value or 0) <= 7
    assert 7 <= (figures.length.value or 0) <= 42


def test_long_names_are_not_cut() -> None:
    """They go on in the next line, of however narrow a terminal."""
    name = "minimax,cuts=yes,table=yes,table_move=yes,killers=yes,history=yes"
    told = CliRunner().invoke(app, ["lab", "aboyne", *SMALL, name, "--depth", "1"])
    _, first, *rest = told.stdout.splitlines()
    assert "".join([first.split()[0], *(line.strip() for line in rest)]) == name
    assert all(len(line) <= 80 for line in [first, *rest])


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        (["--games", "3"], "no pairs"),
        (["--facts", "1"], "2 to"),
        (["--sample", "0"], "1 to"),
        (["--sample", "2", "--moves", "x"], "cannot both"),
        (["--report", "/nowhere/at/all.html"], "no such directory"),
        (["hard,cutz=no"], "cutz"),
        (["random"], "does not search"),
    ],
)
def test_what_cannot_be_asked_for(asked: list[str], sentence: str) -> None:
    told = CliRunner().invoke(app, ["lab", "aboyne", *SMALL, "--depth", "1", *asked])
    assert told.exit_code != 0
    assert sentence in f"{told.output}{told.exception}"
