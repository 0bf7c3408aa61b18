"""Tables of values alone: the values of the whole tables, in two bits; files, words, and play."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import tabuleiro
from tabuleiro.bots.limit import Limit
from tabuleiro.bots.presets import make_bot
from tabuleiro.bots.proof import ProofBot
from tabuleiro.cli.prove import proof_facts, sentence
from tabuleiro.errors import JobFailed
from tabuleiro.game import Game
from tabuleiro.kernel.records import Plain
from tabuleiro.position import Position
from tabuleiro.solving import building, layers
from tabuleiro.solving.endgames import Endings
from tabuleiro.solving.files import Known
from tabuleiro.solving.knowledge import for_searches, known, marks

COMMAND = Path(sys.executable).with_name("tabuleiro")
BOARDS = [
    ("fanorona", {"width": 3, "height": 3}, 5),
    ("fanorona", {"width": 3, "height": 3, "stalemate": "draw"}, 4),
    ("fanorona", {"width": 3, "height": 3, "mandatory_continuation": True}, 4),
    ("cifra", {"size": 3, "choose": False}, 6),
    ("cifra", {"size": 3, "choose": False, "tiles": "4", "first": "blue"}, 4),
]


@pytest.fixture(autouse=True)
def _own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABULEIRO_DATA_DIR", str(tmp_path))


def small() -> Game:
    return tabuleiro.game("fanorona", width=3, height=3)


def positions(game: Game, group: int) -> list[Position]:
    """The open positions of a class."""
    found = []
    for number in range(Endings(game).size(group)):
        state = Plain(game.rules.STATE)
        game.rules.unrank(game.board, state, group, number)
        found.append(Position(game, state))
    return [position for position in found if position.outcome is None]


@pytest.mark.parametrize(("name", "options", "highest"), BOARDS, ids=str)
def test_values_are_those_of_the_tables_with_distances(
    name: str, options: dict[str, object], highest: int
) -> None:
    endings = Endings(tabuleiro.game(name, **options))
    whole = endings.build(highest)
    bytes_ = {layer.group: endings.values(layer.group)[:].copy() for layer in whole}
    for layer in whole:
        endings.path(layer.group).unlink()
    brief = endings.build(highest, threads=2, brief=True)
    for layer, old in zip(brief, whole, strict=True):
        assert layer.longest is None
        for fact in ("group", "positions", "wins", "losses", "draws"):
            assert getattr(layer, fact) == getattr(old, fact)
        group = layer.group
        assert endings.path(group).stat().st_size == layers.HEAD + -(-endings.size(group) // 4)
        assert (endings.values(group) == layers.in_pairs(bytes_[group])).all()
        assert endings.check(group) == 0
        for number, verdict in enumerate(bytes_[group].tolist()):
            told = Known(endings.verdict(group, number))
            assert (told.value, told.turns) == (Known(verdict).value, None)


def test_a_stack_without_room_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    endings = Endings(small())
    monkeypatch.setattr(building, "MANY", 1.0)
    endings.build(4, brief=True)
    usual: list[float] = []
    endings.build(5, threads=1, brief=True, report=lambda what, share: usual.append(share))
    whole = endings.path(5).read_bytes()[layers.HEAD :]
    endings.path(5).unlink()
    monkeypatch.setattr(building, "STACK", 1)
    sweeps: list[float] = []
    endings.build(5, threads=1, brief=True, report=lambda what, share: sweeps.append(share))
    assert len(sweeps) > len(usual), "nothing was put off"
    assert endings.path(5).read_bytes()[layers.HEAD :] == whole


def test_interrupted_work_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    endings = Endings(small())
    endings.build(5, brief=True)
    whole = endings.path(5).read_bytes()[layers.HEAD :]
    endings.path(5).unlink()
    monkeypatch.setattr(building, "KEEP_SECONDS", 0.0)
    monkeypatch.setattr(building, "CHUNK", 200)
    shares: list[float] = []

    def stop(what: str, share: float) -> None:
        shares.append(share)
        if len(shares) == 4:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        endings.build(5, threads=2, brief=True, report=stop)
    assert endings.path(5).with_suffix(".work").exists()
    again: list[float] = []
    endings.build(5, threads=2, brief=True, report=lambda what, share: again.append(share))
    assert again[0] == shares[-1], "it begins after the last part that was kept"
    assert endings.path(5).read_bytes()[layers.HEAD :] == whole
    assert not endings.path(5).with_suffix(".work").exists()


def test_work_with_distances_is_no_beginning_of_work_without(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    endings = Endings(small())
    endings.build(3)
    monkeypatch.setattr(building, "KEEP_SECONDS", 0.0)

    def stop(what: str, share: float) -> None:
        if share > 0.6:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        endings.build(4, report=stop)
    endings.build(4, brief=True)
    assert [endings.bits(group) for group in (2, 3, 4)] == [8, 8, 2]
    assert endings.check(4) == 0


def test_distances_that_are_wanted_later_are_made() -> None:
    endings = Endings(small())
    endings.build(4, brief=True)
    layers_ = endings.build(4)
    assert [endings.bits(group) for group in (2, 3, 4)] == [8, 8, 8]
    assert all(layer.longest is not None for layer in layers_)
    assert [endings.check(group) for group in (2, 3, 4)] == [0, 0, 0]
    before = endings.path(4).stat().st_mtime_ns
    endings.build(4, brief=True)
    assert endings.path(4).stat().st_mtime_ns == before, "what says more is taken as it is"


def test_what_is_wrong_is_found_and_said() -> None:
    endings = Endings(small())
    endings.build(3, brief=True)
    path = endings.path(3)
    right = path.read_bytes()
    path.write_bytes(right[:-1])
    with pytest.raises(JobFailed, match="is damaged"):
        endings.values(3)
    wrong = bytearray(right)
    wrong[layers.HEAD + 20] ^= 1
    path.write_bytes(wrong)
    with pytest.raises(JobFailed, match="is damaged"):
        endings.values(3)
    assert endings.check(3) > 0
    for old, new in ((b'"bits": 2', b'"bits": 5'), (b"endings 3", b"endings 9")):
        path.write_bytes(right.replace(old, new, 1))
        with pytest.raises(JobFailed, match="not a table of this board and version"):
            endings.layer(3)
    path.write_bytes(right.replace(b'"bits": 2', b'"bits": 8', 1))
    with pytest.raises(JobFailed, match="is damaged"):
        endings.values(3)
    assert endings.all_values().keys() == {2}
    with pytest.raises(JobFailed, match="of memory"):
        endings.build(5, memory=100, brief=True)


def test_files_of_the_format_before_are_read() -> None:
    endings = Endings(small())
    endings.build(3)
    values = endings.values(3)[:].copy()
    data = endings.path(3).read_bytes()
    old = data.replace(b'"tabuleiro endings 3"', b'"tabuleiro endings 2"').replace(
        b'"bits": 8, ', b""
    )
    endings.path(3).write_bytes(
        old[: old.index(b"\0")].ljust(layers.HEAD, b"\0") + data[layers.HEAD :]
    )
    assert endings.bits(3) == 8
    assert (endings.values(3) == values).all()


def test_people_are_told_values_and_that_time_counts() -> None:
    game = small()
    Endings(game).build(4, brief=True)
    said = set()
    for position in positions(game, 3)[:60]:
        found = known(position)
        assert found is not None
        assert found.turns is None
        for mark in (marks(position) or {}).values():
            if mark.turns is None:
                said.add((mark.value, mark.sign, mark.sure))
    assert said == {("win", "+", False), ("draw", "=", True), ("loss", "-", False)}


def test_searches_ask_them() -> None:
    """Proofs take values as they are; a bot does not play by wins that it cannot come nearer to."""
    game = small()
    truth = Endings(game)
    truth.build(5)
    places = positions(game, 5)[::97]
    whole = {place.text: known(place) for place in places}
    for group in (2, 3, 4, 5):
        truth.path(group).unlink()
    truth.build(4, brief=True)
    assert for_searches(game).brief == {2, 3, 4}
    untold = 0
    for place in places:
        facts = proof_facts(place, ProofBot(game, 4), Limit(nodes=100_000))
        known_here = whole[place.text]
        assert known_here is not None
        assert facts["value"] == known_here.value, place.text
        if facts["turns"] is None and facts["winner"] is not None:
            untold += 1
            player = ("first", "second")[facts["winner"]]
            assert sentence(facts, "en") == f"{player} player wins, if in time"
        elif facts["shortest"]:
            assert facts["turns"] == known_here.turns
    assert untold > 0
    won = next(p for p in positions(game, 4) if known(p).value == "win")
    for bot in ("master,seconds=0.01", "mcts,iterations=50"):
        assert make_bot(game, bot).search(won).result.move in won.legal_moves


def test_the_command() -> None:
    def run(*words: str) -> subprocess.CompletedProcess[str]:
        board = ["fanorona", "-o", "width=3", "-o", "height=3"]
        return subprocess.run([COMMAND, "tables", *board, *words], capture_output=True, text=True)

    made = json.loads(run("--stones", "3", "--values", "--check", "--json").stdout)
    assert [(layer["bits"], layer["longest"]) for layer in made["layers"]] == [(2, None)] * 2
    assert all(layer["wrong"] == 0 for layer in made["layers"])
    assert "bits" in run("--list").stdout
