"""Proof search: against solved boards, with several steps a turn, cycles, limits and words."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path

import pytest
import tictactoe

import tabuleiro
from tabuleiro.bots.limit import Limit
from tabuleiro.bots.proof import ProofBot
from tabuleiro.errors import InvalidOption, Stopped
from tabuleiro.game import Game
from tabuleiro.kernel.prover import Prover
from tabuleiro.position import Position
from tabuleiro.solving import files
from tabuleiro.solving.api import solve
from tabuleiro.solving.knowledge import for_searches, known

COMMAND = Path(sys.executable).with_name("tabuleiro")


@pytest.fixture(autouse=True)
def _own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABULEIRO_DATA_DIR", str(tmp_path))


def walks(game: Game, games: int) -> list[Position]:
    """Positions of random games."""
    chance = random.Random(5)
    found = []
    for _ in range(games):
        here = game.start()
        while here.outcome is None and here.ply < 60:
            found.append(here)
            here = here.play(chance.choice(list(here.legal_moves)))
    return found


@pytest.mark.parametrize(
    "game",
    [
        tabuleiro.game("fanorona", width=3, height=3),
        tabuleiro.game("fanorona", width=5, height=3),
        tabuleiro.game("focus", size=4),
        Game("tictactoe", tictactoe, {}),
    ],
    ids=lambda game: game.name,
)
def test_proofs_agree_with_solved_boards(game: Game) -> None:
    solve(game)
    prover = Prover(game.engine, 4)
    decided = 0
    for here in walks(game, 4):
        truth, proof = known(here), prover.prove(here.state(), nodes=30_000)
        assert truth is not None
        if proof.value is not None:
            decided += 1
            assert proof.value == truth.value, here.text
            if proof.shortest:
                assert proof.turns == truth.turns, here.text
            elif proof.turns is not None and truth.turns is not None:
                assert proof.turns >= truth.turns
    assert decided > 10


def test_a_proof_has_its_line_and_it_ends_the_game() -> None:
    game = tabuleiro.game("fanorona", width=3, height=5)
    bot = ProofBot(game, table_mb=4)
    found = bot.analyse(game.start(), Limit(seconds=60))
    assert (bot.proof.value, bot.proof.turns, bot.proof.shortest) == ("win", 13, True)
    here = game.start()
    for move in found.lines[0].moves:
        here = here.play(move)
    assert here.outcome is not None
    assert (here.outcome.winner, here.ply) == (0, 13)


def test_a_tiny_table_still_tells_the_truth() -> None:
    game = tabuleiro.game("fanorona", width=3, height=3)
    prover = Prover(game.engine, 4)
    prover.table = prover.table[:4].copy()
    proof = prover.prove(game.start().state(), nodes=2_000_000)
    assert proof.value in ("win", None)


def test_solved_boards_are_leaves_of_a_proof() -> None:
    game = tabuleiro.game("fanorona", width=5, height=3)
    plain, told = Prover(game.engine, 4), Prover(game.engine, 4)
    solve(game)
    told.knowledge = for_searches(game)
    start = game.start().state()
    first, second = plain.prove(start, nodes=10**7), told.prove(start, nodes=10**7)
    assert (first.value, first.turns) == (second.value, second.turns) == ("win", 11)
    assert second.nodes < first.nodes / 10


def test_a_search_for_a_proof_can_be_stopped_and_limited() -> None:
    game = tabuleiro.game("shobu")
    bot = ProofBot(game, table_mb=4)
    with bot.search(game.start(), Limit(seconds=600)) as search:
        search.stop()
        with pytest.raises(Stopped):
            _ = search.result
    with pytest.raises(Stopped, match="nothing is proven after"):
        bot.analyse(game.start(), Limit(nodes=5000))
    with pytest.raises(InvalidOption, match="seconds and nodes"):
        bot.analyse(game.start(), Limit(depth=3))


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([COMMAND, *words], capture_output=True, text=True, check=False)


def test_the_command() -> None:
    board = ("fanorona", "-o", "width=3", "-o", "height=3")
    said = run("analyse", *board, "--prove")
    assert said.stdout.startswith("first player wins in 11, proven\n"), said.stderr
    assert run("analyse", *board, "--prove", "--lang", "pt").stdout.startswith(
        "o primeiro jogador ganha em 11, provado\n"
    )
    facts = json.loads(run("analyse", *board, "--prove", "--json").stdout)
    assert (facts["value"], facts["turns"], facts["winner"]) == ("win", 11, 0)
    assert facts["proven"]
    assert len(facts["line"]) == 11
    undecided = json.loads(run("analyse", "fanorona", "--prove", "--nodes", "100", "--json").stdout)
    assert undecided["value"] is None
    assert not undecided["proven"]
    for name, value in (("--lines", "3"), ("--as", "second")):
        refused = run("analyse", *board, "--prove", name, value, "--lang", "pt")
        assert refused.returncode == 2
        assert (
            refused.stderr
            == f"tabuleiro: --prove aceita --seconds e --nodes; deixa {name} de fora\n"
        )


def test_a_damaged_solved_file_is_left_aside_with_a_sentence() -> None:
    game = tabuleiro.game("fanorona", width=3, height=3)
    path = files.solved_directory() / files.start_name(game)
    path.parent.mkdir(parents=True)
    path.write_bytes(b"hello\n")
    said = run(
        "analyse", "fanorona", "-o", "width=3", "-o", "height=3", "--depth", "2", "--lang", "pt"
    )
    assert "não é um tabuleiro resolvido desta versão" in said.stderr
    assert "profundidade 2" in said.stdout
