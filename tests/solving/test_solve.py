"""Small boards solved whole: values, distances, counts, and what is kept of them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from time import perf_counter

import numpy as np
import pytest
import tictactoe
from reference import Reference

import tabuleiro
from tabuleiro.errors import InvalidPosition, JobFailed
from tabuleiro.game import Game
from tabuleiro.position import Position
from tabuleiro.solving import files
from tabuleiro.solving.api import solve
from tabuleiro.solving.estimating import ENOUGH, at_most, by_growth
from tabuleiro.solving.exploring import Explorer, Threads
from tabuleiro.solving.knowledge import known
from tabuleiro.solving.packing import Packing
from tabuleiro.solving.resuming import Journal
from tabuleiro.solving.symmetry import group_of
from tabuleiro.text import Text

COMMAND = Path(sys.executable).with_name("tabuleiro")


@pytest.fixture(autouse=True)
def _own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABULEIRO_DATA_DIR", str(tmp_path))


def fanorona(width: int, height: int, **options: object) -> Game:
    return tabuleiro.game("fanorona", width=width, height=height, **options)


@pytest.mark.parametrize(
    "game",
    [
        fanorona(3, 3),
        fanorona(3, 3, stalemate="draw", mandatory_continuation=True),
        fanorona(3, 3, first_turn_limit=True),
        fanorona(3, 3, direction_rule="turn"),
        tabuleiro.game("focus", size=4, split=False),
        tabuleiro.game("cifra", size=3, tiles="4", choose=False),
        Game("tictactoe", tictactoe, {}),
    ],
    ids=repr,
)
def test_every_value_is_that_of_the_plain_reference(game: Game) -> None:
    agree(game, game.start())


@pytest.mark.parametrize(
    ("width", "height", "text"),
    [(5, 5, "...../...../..W.B/...../.W.W. b"), (6, 3, "...BB./..W..W/.W..W. b")],
)
def test_a_position_from_a_game_is_solved_as_by_the_reference(
    width: int, height: int, text: str
) -> None:
    game = fanorona(width, height)
    agree(game, game.position(text))


def agree(game: Game, start: Position) -> None:
    reference = Reference(game, start)
    solved = solve(game, start).solved
    assert solved.positions == len(reference.turns)
    assert (solved.wins, solved.losses) == (reference.count("win"), reference.count("loss"))
    assert solved.draws == solved.positions - solved.wins - solved.losses
    assert solved.longest == max((turns for _, turns in reference.values.values()), default=0)
    first = reference.values.get(start.state().words(), ("draw", None))
    assert (solved.value, solved.turns) == first


def test_every_position_of_a_board_is_found_again_in_the_file() -> None:
    game = fanorona(3, 3)
    board = files.SolvedBoard(solve(game).path)
    reference = Reference(game)
    for words in reference.turns:
        state = game.start().state()
        state.load(words)
        found = board.known(tabuleiro.Position(game, state))
        assert found is not None
        assert (found.value, found.turns) == reference.values.get(words, ("draw", None))


@pytest.mark.parametrize(
    ("width", "height", "positions"), [(3, 3, 1_012), (5, 3, 444_908), (3, 5, 185_204)]
)
def test_published_boards(width: int, height: int, positions: int) -> None:
    solved = solve(fanorona(width, height)).solved
    assert (solved.value, solved.positions) == ("win", positions)
    assert solved.wins + solved.draws + solved.losses == positions


def test_tic_tac_toe_is_a_draw_with_5478_positions() -> None:
    solved = solve(Game("tictactoe", tictactoe, {})).solved
    assert (solved.value, solved.turns, solved.positions) == ("draw", None, 5478)


def test_one_thread_and_three_find_the_same() -> None:
    game = fanorona(3, 5)
    one = solve(game, threads=1)
    kept = one.path.read_bytes()
    three = solve(game, threads=3, anew=True)
    assert three.made_now
    assert replace_seconds(one.solved.facts()) == replace_seconds(three.solved.facts())
    body = slice(-(len(kept) // 2), None)
    assert three.path.read_bytes()[body] == kept[body]


def test_little_room_at_first_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, little in (("ROOM", 32), ("LINKS", 16), ("OWN_LINKS", 4), ("FEW", 64)):
        monkeypatch.setattr(f"tabuleiro.solving.exploring.{name}", little)
    assert solve(fanorona(3, 3), threads=2).solved.positions == 1012


def replace_seconds(facts: dict[str, object]) -> dict[str, object]:
    return {**facts, "seconds": 0}


def test_a_position_of_a_game_is_known_once_its_board_is_solved() -> None:
    game = fanorona(3, 3)
    position = game.start()
    assert known(position) is None
    solved = solve(game).solved
    assert (known(position).value, known(position).turns) == (solved.value, solved.turns)
    turns = solved.turns
    while position.outcome is None:  # the shortest win is really played
        options = [(known(position.play(move)), move) for move in position.legal_moves]
        wanted = "loss" if turns % 2 else "win"
        best = [
            move for found, move in options if (found.value, found.turns) == (wanted, turns - 1)
        ]
        assert best
        position = position.play(best[0])
        turns -= 1
    assert turns == 0


def test_rules_of_the_core_do_not_matter() -> None:
    first = solve(fanorona(3, 3))
    second = solve(fanorona(3, 3, no_capture_limit=3, max_plies=5, repetition="none"))
    assert not second.made_now
    assert second.path == first.path


def test_a_start_in_the_middle_of_a_turn_is_refused() -> None:
    game = tabuleiro.game("shobu")
    middle = game.start().step(game.start().steps[0])
    with pytest.raises(InvalidPosition, match="middle of a turn"):
        solve(game, middle)


def test_a_position_near_the_end_is_solved_alone() -> None:
    game = tabuleiro.game("fanorona")
    end = game.position("W......../........./........./........./........B w")
    solved = solve(game, end).solved
    assert solved.positions > 2
    assert solved.value == "draw"


def test_a_board_that_cannot_fit_is_refused_before_the_work() -> None:
    with pytest.raises(JobFailed, match=r"at least about .* positions"):
        solve(tabuleiro.game("fanorona"), memory=100_000_000)
    with pytest.raises(JobFailed, match=r"accepted: 1\.0 kB"):
        solve(fanorona(3, 3, stalemate="draw"), memory=1_000)


def test_a_small_board_is_explored_without_an_estimate(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr("tabuleiro.solving.api.by_random_games")
    assert solve(fanorona(3, 3)).solved.positions == 1012


def test_damaged_and_foreign_files_are_made_anew(tmp_path: Path) -> None:
    game = fanorona(3, 3)
    path = solve(game).path
    data = bytearray(path.read_bytes())
    data[-5] ^= 1
    path.write_bytes(data)
    with pytest.raises(JobFailed, match="damaged"):
        files.SolvedBoard(path)
    notes: list[Text] = []
    assert solve(game, note=notes.append).made_now
    assert "damaged" in notes[0].en
    assert "danificado" in notes[0].pt
    for foreign in (b"", b"hello\n", b'{"format": "other"}\n', b"\xff" * 300):
        path.write_bytes(foreign)
        with pytest.raises(JobFailed, match=r"cannot be read|not a solved board"):
            files.SolvedBoard(path)
        assert solve(game).made_now


def test_killed_it_goes_on(tmp_path: Path) -> None:
    board = ["-o", "width=4", "-o", "height=4", "-o", "stalemate=draw"]  # none that is shipped
    words = ["solve", "fanorona", *board, "--json", "--threads", "1"]
    script = (
        "import sys; from tabuleiro.solving import resuming, exploring; resuming.FIRST = 0.0;"
        "resuming.SHARE = 0; exploring.CHUNK = 4096; from tabuleiro.cli import main;"
        "sys.argv = ['tabuleiro', *sys.argv[1:]]; sys.exit(main())"
    )
    environment = os.environ | {"TABULEIRO_DATA_DIR": str(tmp_path)}
    work = subprocess.Popen([sys.executable, "-c", script, *words], env=environment)
    states = tmp_path / "solved"
    deadline = time.monotonic() + 120
    while not list(states.glob("*.work/state.json")):
        assert work.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.01)
    work.send_signal(signal.SIGKILL)
    work.wait()
    found = json.loads(next(states.glob("*.work/state.json")).read_text())["found"]
    again = subprocess.run(
        [COMMAND, *words], env=environment, capture_output=True, text=True, timeout=300
    )
    assert f"Going on from {found:,} positions" in again.stderr
    facts = json.loads(again.stdout)
    assert facts["positions"] == 733_121
    assert not list(states.glob("*.work"))


@pytest.mark.parametrize("break_it", ["links", "state.json", "done", "room"])
def test_work_that_was_damaged_is_begun_anew_and_a_full_disk_loses_nothing(
    tmp_path: Path, break_it: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = fanorona(3, 5)
    start = game.start().state()
    workers = Threads(game, 1)
    try:
        journal = Journal(tmp_path / "work", Explorer(game, start, workers, 10**9))
        journal.explorer.run(lambda found, done: None, until=-1.0)
        for _ in range(3):
            journal.explorer.run(lambda found, done: None, until=perf_counter() + 0.01)
            journal.save(now=True)
        found = journal.explorer.found
        if break_it == "room":  # half of what was appended, then a failure
            whole = journal._append
            monkeypatch.setattr(
                journal, "_append", lambda name, at, data, sum_: half(whole, name, at, data)
            )
            journal.explorer.run(lambda found, done: None, until=perf_counter() + 0.01)
            with pytest.raises(JobFailed, match="what was kept before is still there"):
                journal.save(now=True)
        elif break_it == "done":
            path = tmp_path / "work" / "state.json"
            state = json.loads(path.read_text())
            path.write_text(json.dumps({**state, "done": state["done"] - 1}))
        else:
            path = tmp_path / "work" / break_it
            data = bytearray(path.read_bytes())
            data[len(data) // 2] ^= 64
            path.write_bytes(data)
        again = Journal(tmp_path / "work", Explorer(game, start, workers, 10**9))
        assert again.resume() == (break_it == "room")
        assert again.explorer.found == (found if break_it == "room" else 1)
        again.explorer.run(lambda found, done: None)
        assert again.explorer.found == 42_645  # symmetric ones once
    finally:
        workers.close()


def half(append: Callable[..., int], name: str, at: int, data: bytes) -> int:
    append(name, at, data[: len(data) // 2], 0)
    if name == "links":
        raise OSError(28, "No space left on device")
    return 0


def test_layers_tell_how_a_board_grows() -> None:
    assert by_growth([1, 3]) == 4
    assert by_growth([1, 2, 3, 2, 1, 0]) == 9
    assert 28_000 < by_growth([1, 3, 16, 76, 371, 1287]) < 128_025  # Fanorona 5x3 has so many
    assert by_growth([1, 174, 28_360]) >= ENOUGH


ABOYNE = [1, 6, 57, 326, 1831, 6294, 19679, 43895, 89434, 149160, 222081, 290127, 329510, 389006]
FANORONA = [1, 3, 16, 76, 371, 1287, 3345, 7388, 14501, 19144]


@pytest.mark.parametrize(("layers", "all_"), [(ABOYNE, 5_951_481), (FANORONA, 128_025)])
def test_most_boards_are_within_the_bounds(layers: list[int], all_: int) -> None:
    """Few layers of Aboyne's side 3 and of Fanorona's 5x3 say about how large they are."""
    for count in range(7, len(layers) + 1):
        assert by_growth(layers[:count]) < all_ < 1.2 * at_most(layers[:count])
    assert at_most([1, 3]) == 4


def test_a_packing_widens_without_losing_anything() -> None:
    narrow = Packing((1, 0b0110, 0))
    wide = narrow.wider((0, 0b1001, -1))
    assert narrow.pack((1, 0b1000, 0)) is None
    packed = np.array([narrow.pack((1, 0b0100, 0)), narrow.pack((0, 0b0010, 0))], np.int64)
    again = narrow.repack(packed, wide)
    assert [tuple(row) for row in again.tolist()] == [
        wide.pack((1, 0b0100, 0)),
        wide.pack((0, 0b0010, 0)),
    ]


@pytest.mark.parametrize("name", ["fanorona", "aboyne", "focus"])
def test_symmetries_form_a_group(name: str) -> None:
    game = tabuleiro.game(name)
    combined = group_of(game, game.start().state()).combined
    size = len(combined)
    assert size == game.symmetries
    for row in combined:
        assert sorted(row) == list(range(size))
    assert all(combined[i][i] == 0 for i in range(size))


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--memory", "lots"], "memory cannot be 'lots'; accepted: a size such as 500M or 4G"),
        (["--memory", "٤G"], "memory cannot be '٤G'"),
        (["--position", "nonsense"], "nonsense"),
    ],
)
def test_bad_input_gets_one_sentence(words: list[str], sentence: str) -> None:
    done = subprocess.run([COMMAND, "solve", "fanorona", *words], capture_output=True, text=True)
    assert done.returncode == 2
    assert sentence in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


def test_the_command_speaks_both_languages_wherever_it_keeps_files(tmp_path: Path) -> None:
    place = tmp_path / "[/bold] [red]"
    environment = os.environ | {"TABULEIRO_DATA_DIR": str(place), "COLUMNS": "400"}
    words = [COMMAND, "solve", "fanorona", "-o", "width=3", "-o", "height=3", "--anew", "--lang"]
    said = {
        language: subprocess.run(
            [*words, language], env=environment, capture_output=True, text=True, check=True
        ).stdout
        for language in ("en", "pt")
    }
    assert "the player to move wins in 11 turns\n1,012 positions: 630 won" in said["en"]
    assert "quem joga ganha em 11 jogadas\n1\xa0012 posições: 630 ganhas" in said["pt"]
    assert all(str(place) in each for each in said.values())


@pytest.mark.parametrize(
    "words", [["solve", "fanorona"], ["tables", "fanorona", "--stones", "2"]], ids=" ".join
)
def test_a_place_that_cannot_be_made_is_said_before_the_work(
    tmp_path: Path, words: list[str]
) -> None:
    (tmp_path / "file").write_text("")
    environment = os.environ | {"TABULEIRO_DATA_DIR": str(tmp_path / "file")}
    done = subprocess.run([COMMAND, *words], env=environment, capture_output=True, text=True)
    assert done.returncode == 1
    assert "cannot be made" in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


def test_solving_is_refused_in_plain_mode(tmp_path: Path) -> None:
    env = os.environ | {"TABULEIRO_PLAIN": "1", "TABULEIRO_DATA_DIR": str(tmp_path)}
    command = [sys.executable, "-m", "tabuleiro", "solve", "fanorona", "-o", "width=3"]
    command += ["-o", "height=3", "--position", "W.B/.../B.W w"]
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "TABULEIRO_PLAIN must not be set" in done.stderr
