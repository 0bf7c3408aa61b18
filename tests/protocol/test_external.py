"""Programs that speak UGI in a seat: how they play, how they fail, and that they leave nothing."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from commands import command

import tabuleiro
from tabuleiro.bots.analysis import Analysis
from tabuleiro.bots.external import UgiBot
from tabuleiro.bots.limit import Limit
from tabuleiro.bots.presets import make_bot
from tabuleiro.errors import EngineFailed, InvalidOption, UnknownOption
from tabuleiro.experiments import play
from tabuleiro.experiments.play import Table
from tabuleiro.experiments.result import Result
from tabuleiro.experiments.settings import Settings
from tabuleiro.experiments.store import Store
from tabuleiro.terminal.session import Session

COMMAND = Path(sys.executable).with_name("tabuleiro")
SMALL = Path(__file__).with_name("small_engine.py")
GAME = tabuleiro.game("fanorona", width=5, height=5)
OURS = f"ugi:{COMMAND} engine fanorona"


def small(fault: str = "", more: str = "") -> str:
    words = shlex.join([sys.executable, str(SMALL), "cifra", *([fault] if fault else [])])
    return f"ugi:{words}{more}"


CIFRA = tabuleiro.game("cifra")


def is_running(pid: int) -> bool:
    """Whether there is such a process; one that has ended and is not yet waited for counts."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def pid_of(bot: object) -> int:
    assert isinstance(bot, UgiBot)
    assert bot._program is not None
    return bot._program._process.pid


def test_it_plays_a_whole_game_like_any_bot() -> None:
    bot = make_bot(CIFRA, small(), 1)
    here = CIFRA.start()
    for _ in range(12):
        move = bot.choose(here)
        assert move == here.legal_moves[0]
        here = here.play(move)
    bot.close()  # type: ignore[attr-defined]


def test_our_own_engine_takes_over_the_game_and_analyses() -> None:
    bot = make_bot(GAME, f"{OURS},depth=3,MultiPV=1,bot=hard")
    assert isinstance(bot, UgiBot)
    here = GAME.start().play("c2-c3a")
    heard: list[Analysis] = []
    found = bot.analyse(here, lines=2, listener=heard.append)
    assert found.depth == 3
    assert found.nodes > 0
    assert len(found.lines) == 2
    assert found.lines[0].moves[0] != found.lines[1].moves[0]
    assert heard[0].depth == 1
    near = GAME.position("...../...../.WB../...../..... w")
    assert bot.analyse(near, Limit(depth=2)).score.win_in == 1
    bot.close()


def test_the_history_is_told_so_that_repetition_counts() -> None:
    bot = make_bot(GAME, f"{OURS},depth=1")
    here = GAME.position("W...B/...../...../...../..... w")
    for text in ("a5-a4", "e5-e4", "a4-a5", "e4-e5", "a5-a4", "e5-e4", "a4-a5"):
        here = here.play(text)
    assert bot.choose(here) in here.legal_moves
    bot.close()  # type: ignore[attr-defined]


def test_a_search_is_stopped_from_another_thread() -> None:
    bot = make_bot(GAME, f"{OURS},seconds=3600")
    assert isinstance(bot, UgiBot)
    begun = threading.Event()
    timer = threading.Thread(target=lambda: (begun.wait(60), bot.stop()))
    timer.start()
    found = bot.analyse(GAME.start(), listener=lambda now: begun.set())
    assert found.move in GAME.start().legal_moves
    timer.join()
    bot.close()


@pytest.mark.parametrize(
    ("fault", "reason"),
    [
        ("crash", "ended with exit code 1: RuntimeError: the board is on fire"),
        ("illegal", "played 'a1-z9', which is not legal here"),
        ("no move", "played '', which is not legal here"),
        ("no greeting", "did not answer with 'ugiok' in 2 s"),
        ("hang", "did not answer with 'bestmove' in 2.1 s"),
        ("endless line", "wrote a line of more than 65,536 letters"),
    ],
)
def test_a_program_that_fails_is_named_with_the_reason_and_gone(fault: str, reason: str) -> None:
    bot = make_bot(CIFRA, small(fault, ",patience=2,seconds=0.1"))
    assert isinstance(bot, UgiBot)
    with pytest.raises(EngineFailed) as failure:
        bot.choose(CIFRA.start())
    assert reason in str(failure.value)
    assert str(SMALL) in str(failure.value)
    assert bot._program is None


@pytest.mark.parametrize(
    "said",
    [
        "info pv multipv",
        "info multipv pv a1-a2",
        "info multipv one pv a1-a2",
        "info multipv 999999999999 pv a1-a2",
        "info multipv -1 pv a1-a2",
        "info",
        "info pv",
        "info depth",
        "id name",
        "option",
        f"info depth {'9' * 5000} nodes {'9' * 5000} score cp {'9' * 5000} time -1 pv setup",
        f"info depth 99999999999 nodes -5 score mate {'9' * 400} pv setup",
        "info depth ٣ nodes 1_000 pv NUL",
        "info string pv multipv",
        "NUL",
    ],
)
def test_odd_words_break_nothing(said: str) -> None:
    """They are passed over; what is kept of a turn fits into a table."""
    start = CIFRA.start()
    said = said.replace("setup", start.legal_moves[0].text)
    table = Table(Settings("cifra", (small(f"odd {said}"), "random"), openings=0))
    _, game = table.play(0)
    assert game.reason == "rules", game.detail
    table.close()
    bot = make_bot(CIFRA, small(f"odd {said}"))
    assert isinstance(bot, UgiBot)
    found = bot.analyse(start, lines=3, listener=lambda now: None)
    assert found.move == start.legal_moves[0]
    bot.close()


def test_it_is_called_by_its_own_name_or_the_given_one() -> None:
    bot = make_bot(CIFRA, small())
    assert bot.name == Path(sys.executable).name
    bot.choose(CIFRA.start())
    assert bot.name == "small engine"
    given = make_bot(CIFRA, small(more=",name=My engine,depth=2"))
    assert given.name == "My engine"
    given.choose(CIFRA.start())
    assert given.name == "My engine"
    odd = make_bot(CIFRA, small("called \t<b>\x1b[31m" + "long " * 50))
    odd.choose(CIFRA.start())
    assert odd.name.startswith("<b> [31mlong long")
    assert len(odd.name) <= 60
    for each in (bot, given, odd):
        each.close()  # type: ignore[attr-defined]


def test_who_takes_much_longer_than_its_limit_loses() -> None:
    bots = (small("late", ",seconds=0.1,margin=1"), small("late", ",seconds=0.1,margin=60"))
    for number, winner in ((0, 1), (1, 0)):
        table = Table(Settings("cifra", bots, openings=0))
        _, game = table.play(number)
        assert (game.winner, game.reason) == (winner, "too slow")
        assert re.match(
            r"a move after [2-9].* seconds; the limit and its margin are 1.1", game.detail
        )
        table.close()


def test_after_a_failure_it_is_started_anew() -> None:
    bot = make_bot(CIFRA, small("crash later"))
    assert isinstance(bot, UgiBot)
    for _ in range(2):
        bot.new_game(7)
        here = CIFRA.start()
        while here.ply < 4:
            here = here.play(bot.choose(here))
        with pytest.raises(EngineFailed):
            bot.choose(here)


def test_a_program_in_an_experiment_has_its_own_libraries(tmp_path: Path) -> None:
    noted, start = tmp_path / "environment", tmp_path / "start"
    start.write_text(f"#!/bin/sh\nenv > {noted}\nexec {sys.executable} {SMALL} cifra\n")
    start.chmod(0o755)
    tabuleiro.arena("cifra", [f"ugi:{start}", "random"], games=2, workers=1, out=tmp_path / "out")
    told = {line for line in noted.read_text().splitlines() if line.startswith("PYTHON")}
    assert told == {f"{name}={os.environ[name]}" for name in os.environ if name[:6] == "PYTHON"}


def test_its_last_words_are_in_the_message() -> None:
    text = f"ugi:{sys.executable} -c 'import sys; sys.exit(\"no licence, no game\")'"
    with pytest.raises(EngineFailed, match="ended with exit code 1: no licence, no game"):
        make_bot(CIFRA, text).choose(CIFRA.start())


def test_what_it_said_explains_an_illegal_move() -> None:
    game = tabuleiro.game("shobu")
    text = f"{OURS},seconds=0.1"
    with pytest.raises(
        EngineFailed, match=r"played '\(none\)'.*it said: .*move 'c1-c2,f1-f2' is not"
    ):
        make_bot(game, text).choose(game.start().play("c1-c2,f1-f2"))


def test_its_options_are_set_and_unknown_ones_refused() -> None:
    bot = make_bot(CIFRA, small(more=",loud mode=yes"))
    assert isinstance(bot, UgiBot)
    bot.choose(CIFRA.start())
    running = bot._program
    assert running is not None
    bot.close()
    assert list(running._complaints) == ["loud true\n"]
    wrong = make_bot(CIFRA, small(more=",colour=red"))
    with pytest.raises(UnknownOption, match=r"has no option 'colour'; accepted: .*Loud Mode"):
        wrong.choose(CIFRA.start())


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("ugi:", "the command is empty"),
        ("ugi:./nothing-there --flag", "there is no program './nothing-there' that can be run"),
        ("ugi:cat,depth", "'depth' is not of the form KEY=VALUE"),
        ("ugi:cat,depth=0", "the setting depth cannot be '0'"),
        ("ugi:cat,patience=never", "option patience cannot be 'never'"),
    ],
)
def test_a_text_that_makes_no_sense_is_refused(text: str, message: str) -> None:
    with pytest.raises(InvalidOption, match=message):
        make_bot(CIFRA, text)


def test_programs_of_the_same_installation_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    bot = make_bot(CIFRA, "ugi:tabuleiro engine cifra")
    assert isinstance(bot, UgiBot)
    assert bot._command == [str(COMMAND), "engine", "cifra"]


def test_commas_in_quotes_belong_to_the_command() -> None:
    bot = make_bot(CIFRA, f"ugi:{sys.executable} {SMALL} cifra 'a,b=1',depth=2")
    assert isinstance(bot, UgiBot)
    assert bot.limit == Limit(depth=2)
    assert bot._command[-1] == "a,b=1"


def test_nothing_is_left_of_a_program_that_does_not_want_to_go() -> None:
    bot = make_bot(CIFRA, small("stays"))
    assert isinstance(bot, UgiBot)
    bot.choose(CIFRA.start())
    pid = pid_of(bot)
    assert is_running(pid)
    bot.close()
    assert not is_running(pid)


def test_what_a_program_has_started_ends_with_it(tmp_path: Path) -> None:
    script = tmp_path / "engine.sh"
    script.write_text(
        f"sleep 600 & echo $! > {tmp_path}/pid\n{sys.executable} {SMALL} cifra stays\n"
    )
    bot = make_bot(CIFRA, f"ugi:sh {script}")
    bot.choose(CIFRA.start())
    child = int((tmp_path / "pid").read_text())
    assert is_running(child)
    bot.close()  # type: ignore[attr-defined]
    wait_until_gone(child)


def wait_until_gone(pid: int) -> None:
    for _ in range(600):
        stat = Path(f"/proc/{pid}/stat")
        if not is_running(pid) or (stat.exists() and stat.read_text().split()[2] == "Z"):
            return  # an orphan is waited for by whoever adopts it
        time.sleep(0.05)
    pytest.fail(f"process {pid} is still there")


def test_it_ends_when_its_bot_is_forgotten() -> None:
    bot = make_bot(CIFRA, small("stays"))
    bot.choose(CIFRA.start())
    pid = pid_of(bot)
    del bot
    assert not is_running(pid)


def test_ctrl_c_ends_the_programs_too(tmp_path: Path) -> None:
    seats = []
    for seat in ("first", "second"):
        script = tmp_path / seat
        script.write_text(
            f"echo $$ > {tmp_path}/{seat}.pid\nexec {sys.executable} {SMALL} cifra hang\n"
        )
        seats += [f"--{seat}", f"ugi:sh {script}"]
    playing = subprocess.Popen(
        [COMMAND, "play", "cifra", *seats],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    pid_file = tmp_path / "second.pid"  # who chooses the sides in Cifra
    for _ in range(600):
        if pid_file.exists() and pid_file.read_text().strip():
            break
        time.sleep(0.05)
    pid = int(pid_file.read_text())
    time.sleep(0.3)
    playing.send_signal(signal.SIGINT)
    _, said = playing.communicate(timeout=60)
    assert playing.returncode == 130
    assert b"Traceback" not in said
    wait_until_gone(pid)


def test_play_ends_with_the_reason_when_a_program_fails(tmp_path: Path) -> None:
    record = tmp_path / "game.txt"
    seats = ("--first", small(), "--second", small("crash later"))
    done = command("play", "cifra", *seats, "--record", str(record), "--json")
    assert done.returncode == 0, done.stderr
    kept = tabuleiro.Record.load(record)
    assert kept.result == "1-0"
    assert "the board is on fire" in kept.tags["Termination"]
    assert json.loads(done.stdout)["outcome"]["result"] == "1-0"


def test_the_arena_goes_on_after_a_program_has_failed(tmp_path: Path) -> None:
    out = tmp_path / "arena"
    bots = ("random", small("crash later"))
    match = ["arena", "cifra", *bots, "--games", "4", "--openings", "0", "--seed", "1"]
    done = command(*match, "--out", str(out))
    assert done.returncode == 0, done.stderr
    with Store.open(out) as store:
        rows = list(store.games())
        assert len(rows) == 4
        for row in rows:
            failed = row.first == 1  # whether the program had the first seat
            assert row.winner == (1 if failed else 0)
            assert "the board is on fire" in row.detail


def test_the_arena_shows_names_instead_of_commands(tmp_path: Path) -> None:
    out = tmp_path / "arena"
    bots = (small(more=",depth=1"), small(more=",depth=2"), small(more=",name=Third one"))
    match = ["arena", "cifra", *bots, "--games", "2", "--openings", "0", "--seed", "1"]
    done = command(*match, "--out", str(out))
    assert done.returncode == 0, done.stderr
    shown = {"small engine,depth=1", "small engine,depth=2", "Third one"}
    page = (out / "report.html").read_text()
    for name in shown:
        assert name in done.stdout
        assert name in (out / "report.md").read_text()
        assert name in page.replace("<wbr>", "")
    body = page.partition("<footer>")[0]
    for text in (done.stdout, (out / "report.md").read_text(), body):
        assert "ugi:" not in text
    facts = json.loads((out / "report.json").read_text())
    assert {row["bot"] for row in facts["players"]} == set(bots)
    assert {row["name"] for row in facts["players"]} == shown
    result = Result(out)
    assert result.title == "cifra: small engine,depth=1, small engine,depth=2, Third one"
    assert set(result.record(0).players) == {"small engine,depth=1", "small engine,depth=2"}
    assert "small engine" in result._repr_html_()
    assert "ugi:" not in result._repr_html_()


def test_a_program_that_cannot_play_is_refused_before_the_games(tmp_path: Path) -> None:
    bots = ("random", small("no greeting", ",patience=0.5"))
    done = command("arena", "cifra", *bots, "--games", "2", "--out", str(tmp_path / "out"))
    assert done.returncode == 1
    assert "did not answer with 'ugiok' in 0.5 s" in done.stderr
    assert not (tmp_path / "out").exists()


def test_a_slow_start_is_charged_to_no_move() -> None:
    """Also where it takes longer than the arena's patience for a move."""
    table = Table(Settings("cifra", (small("slow start"), "random"), openings=0, patience=2.5))
    for number in (0, 1):
        _, game = table.play(number)
        assert game.reason == "rules", game.detail
    table.close()


def test_who_does_not_get_ready_loses_whoever_is_to_move(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play, "GET_READY", 1.0)
    for number in (0, 1):
        table = Table(Settings("cifra", ("random", small("no start")), openings=0, patience=0.5))
        _, game = table.play(number)
        assert (game.winner, game.reason, game.plies) == (number, "too slow", 0)
        assert game.detail == "not ready within 1 seconds"
        table.close()


def test_a_saved_game_starts_no_program(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    tabuleiro.Record.of(CIFRA.start(), (small(), "random")).save(path)
    first, second = Session.load(str(path)).seats
    assert first is None
    assert second is not None
