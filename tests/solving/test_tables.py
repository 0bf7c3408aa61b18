"""Tables of endings: numbers and positions, values against a plain solver, files and words."""

from __future__ import annotations

import json
import os
import random
import resource
import subprocess
import sys
from pathlib import Path

import pytest

import tabuleiro
from tabuleiro.errors import InvalidOption, JobFailed
from tabuleiro.game import Game
from tabuleiro.kernel.contract import DRAW, OPEN
from tabuleiro.kernel.records import Plain
from tabuleiro.kernel.verdicts import DRAWN, lost, won
from tabuleiro.solving import building, layers
from tabuleiro.solving.api import solve
from tabuleiro.solving.endgames import Endings

COMMAND = Path(sys.executable).with_name("tabuleiro")


@pytest.fixture(autouse=True)
def _own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABULEIRO_DATA_DIR", str(tmp_path))


def fanorona(width: int, height: int, **options: object) -> Game:
    return tabuleiro.game("fanorona", width=width, height=height, **options)


def state_of(game: Game, group: int, number: int) -> Plain:
    state = Plain(game.rules.STATE)
    game.rules.unrank(game.board, state, group, number)
    return state


@pytest.mark.parametrize(("width", "height"), [(3, 3), (9, 5), (8, 8), (10, 10), (7, 10)])
def test_numbers_and_positions_belong_together(width: int, height: int) -> None:
    game = fanorona(width, height)
    chance = random.Random(width)
    for group in range(2, 7):
        size = game.rules.class_size(game.board, group)
        for number in {0, size - 1, *(chance.randrange(size) for _ in range(30))}:
            state = state_of(game, group, number)
            assert game.rules.class_of(game.board, state) == group
            assert game.rules.rank(game.board, state, group) == number
            assert sum(word.bit_count() for word in state.words()[1:3]) <= group


def plain_values(game: Game, highest: int) -> dict[tuple[int, int], int]:
    """Lost or won in how many turns, by looking at all turns again and again; draws are missing."""
    rules, board = game.rules, game.board
    after: dict[tuple[int, int], list[tuple[int, int] | int]] = {}

    def ends(state: Plain, player: int) -> list[tuple[int, int] | int]:
        out: dict[int, int] = {}
        count = rules.actions(board, state, out, 0)
        if count == 0:
            return [DRAW] if rules.stuck(board, state) == DRAW else []
        found: list[tuple[int, int] | int] = []
        for i in range(count):
            there = Plain(rules.STATE)
            there.assign(state)
            rules.play(board, there, out[i])
            result = rules.outcome(board, there)
            if result == OPEN and there.player == player:
                found += ends(there, player)
            elif result == OPEN:
                group = rules.class_of(board, there)
                found.append((group, rules.rank(board, there, group)))
            else:
                found.append(-1)  # whoever lost everything is to move
        return found

    for group in range(2, highest + 1):
        for number in range(rules.class_size(board, group)):
            after[group, number] = ends(state_of(game, group, number), 0)
    values = {here: 0 for here, there in after.items() if not there}
    turn = 0
    changed = True
    while changed:
        turn += 1
        new = {}
        for here, there in after.items():
            if here in values:
                continue
            known = [0 if t == -1 else values.get(t) if t != DRAW else None for t in there]
            lost = [value for value in known if value is not None and value % 2 == 0]
            if lost or None not in known:
                new[here] = turn
        values |= new
        changed = bool(new)
    return values


@pytest.mark.parametrize("options", [{}, {"stalemate": "draw"}, {"mandatory_continuation": True}])
def test_values_are_those_of_a_plain_solver(options: dict[str, object]) -> None:
    game = fanorona(3, 3, **options)
    endings = Endings(game)
    layers = endings.build(4)
    values = plain_values(game, 4)
    assert [layer.group for layer in layers] == [2, 3, 4]
    for layer in layers:
        assert layer.positions == game.rules.class_size(game.board, layer.group)
        assert layer.wins + layer.losses + layer.draws == layer.positions
        for number in range(layer.positions):
            stored = int(endings.values(layer.group)[number])
            expected = values.get((layer.group, number))
            if expected is None:
                assert stored == DRAWN
            else:
                assert stored == (won(expected) if expected % 2 else lost(expected))


def test_a_table_and_a_solved_board_agree() -> None:
    game = fanorona(5, 3)
    endings = Endings(game)
    endings.build(3)
    chance = random.Random(3)
    for _ in range(5):
        state = state_of(game, 3, chance.randrange(endings.size(3)))
        position = tabuleiro.Position(game, state)
        if position.outcome is not None:
            continue
        solved = solve(game, position).solved
        found = endings.known(position)
        assert (found.value, found.turns) == (solved.value, solved.turns)


def test_the_figures_of_the_usual_board() -> None:
    layers = Endings(tabuleiro.game("fanorona")).build(3)
    assert [layer.positions for layer in layers] == [1_980, 85_140]


def test_one_thread_and_three_make_the_same_table() -> None:
    game = fanorona(5, 5)
    endings = Endings(game)
    endings.build(4, threads=1)
    one = endings.path(4).read_bytes()[layers.HEAD :]
    endings.path(4).unlink()
    endings.build(4, threads=3)
    assert endings.path(4).read_bytes()[layers.HEAD :] == one


def test_a_check_finds_what_is_wrong() -> None:
    endings = Endings(fanorona(5, 3))
    endings.build(3)
    assert endings.check(3) == 0
    data = bytearray(endings.path(3).read_bytes())
    data[layers.HEAD + 100] ^= 1
    endings.path(3).write_bytes(data)
    assert endings.check(3) > 0


def test_interrupted_work_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    game = fanorona(5, 5)
    endings = Endings(game)
    endings.build(4)
    whole = endings.path(4).read_bytes()[layers.HEAD :]
    endings.path(4).unlink()
    monkeypatch.setattr(building, "KEEP_SECONDS", 0.0)
    monkeypatch.setattr(building, "CHUNK", 20_000)
    calls = 0

    def stop(what: str, share: float) -> None:
        nonlocal calls
        calls += 1
        if calls == 12:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        endings.build(4, threads=2, report=stop)
    work = endings.path(4).with_suffix(".work")
    kept = work.read_bytes()
    head = json.loads(kept[: layers.HEAD].rstrip(b"\0"))
    head["state"]["round"] += 1  # what cannot be right is begun anew
    work.write_bytes(json.dumps(head).encode().ljust(layers.HEAD, b"\0") + kept[layers.HEAD :])
    again: list[float] = []
    endings.build(4, threads=2, report=lambda what, share: again.append(share))
    assert again[0] < 0.2
    assert endings.path(4).read_bytes()[layers.HEAD :] == whole
    endings.path(4).unlink()
    work.write_bytes(kept)
    shares: list[float] = []
    endings.build(4, threads=2, report=lambda what, share: shares.append(share))
    assert shares[0] > 0.5
    assert endings.path(4).read_bytes()[layers.HEAD :] == whole
    assert not endings.path(4).with_suffix(".work").exists()


def test_bad_input_gets_a_sentence() -> None:
    with pytest.raises(InvalidOption, match="do not number their positions"):
        Endings(tabuleiro.game("shobu"))
    endings = Endings(fanorona(3, 3))
    with pytest.raises(InvalidOption, match="accepted: 2 to 9"):
        endings.build(10)
    with pytest.raises(InvalidOption, match="accepted: 2 to 10"):
        Endings(tabuleiro.game("cifra")).build(11)
    with pytest.raises(JobFailed, match="of memory"):
        endings.build(5, memory=100)
    endings.build(2)
    endings.path(2).write_bytes(b"something else")
    with pytest.raises(JobFailed, match="not a table of this board and version"):
        endings.layer(2)
    other = Endings(fanorona(3, 3, stalemate="draw"))
    other.build(2)
    endings.path(2).write_bytes(other.path(2).read_bytes())
    with pytest.raises(JobFailed, match="not a table of this board and version"):
        endings.layer(2)


def test_what_is_finished_outlives_a_full_disk_and_a_full_memory(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    endings = Endings(fanorona(3, 3))
    endings.build(3)
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (endings.file_size(3), limits[1]))
    try:
        with pytest.raises(JobFailed, match=r"4\.table' cannot be written: File too large"):
            endings.build(4)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert sorted(path.name for path in endings.home.iterdir()) == ["2.table", "3.table"]

    def refuse(self: building.Builder) -> None:
        raise MemoryError

    monkeypatch.setattr(building.Builder, "run", refuse)
    with pytest.raises(JobFailed, match="no more memory"):
        endings.build(4)
    endings.path(2).unlink()
    with pytest.raises(JobFailed, match="class 2 is missing"):
        endings.check(3)


def test_what_killed_writers_left_is_removed(tmp_path: Path) -> None:
    endings = Endings(fanorona(3, 3))
    endings.home.mkdir(parents=True)
    old, new = (endings.home / f"3.table.{number}.part" for number in (1, 2))
    for path in (old, new):
        path.write_bytes(b"half")
    os.utime(old, (0, 0))
    endings.build(2)
    assert not old.exists()
    assert new.exists()


def test_the_command(tmp_path: Path) -> None:
    def run(*words: str) -> subprocess.CompletedProcess[str]:
        board = ["fanorona", "-o", "width=3", "-o", "height=3"]
        return subprocess.run([COMMAND, "tables", *board, *words], capture_output=True, text=True)

    made = json.loads(run("--stones", "3", "--check", "--json").stdout)
    assert [layer["stones"] for layer in made["layers"]] == [2, 3]
    assert all(layer["wrong"] == 0 for layer in made["layers"])
    assert {"positions", "wins", "losses", "draws", "longest"} <= set(made["layers"][0])
    assert "504" in run("--list").stdout
    assert "pedras  posições" in run("--list", "--lang", "pt").stdout
    assert run("--remove").returncode == 0
    assert json.loads(run("--list", "--json").stdout)["layers"] == []
    nothing = run()
    assert nothing.returncode == 2
    assert "say what to do" in nothing.stderr
    assert "diga o que fazer" in run("--lang", "pt").stderr
