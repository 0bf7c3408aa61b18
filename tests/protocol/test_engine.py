"""`tabuleiro engine` in a process of its own, spoken to as other programs would."""

from __future__ import annotations

import io
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

import tabuleiro
from tabuleiro.adapters.ugi import COMMANDS, UgiEngine, lines_of
from tabuleiro.bots.program import Program
from tabuleiro.bots.ugi import Info

COMMAND = str(Path(sys.executable).with_name("tabuleiro"))
SMALL = ["-o", "width=5", "-o", "height=5"]
GAME = tabuleiro.game("fanorona", width=5, height=5)
WAIT = 120.0
WON = "...../...../..W../...../....B w"
"""White takes the last stone, whatever it does: e1 has to come near."""


class Talk:
    """A conversation with an engine."""

    def __init__(self, *words: str) -> None:
        self.program = Program([COMMAND, "engine", *words])

    def say(self, *lines: str) -> None:
        for line in lines:
            self.program.send(line)

    def hear(self, word: str) -> tuple[str, list[str]]:
        """The rest of the next line that begins with a word, and the lines before it."""
        before: list[str] = []
        words = self.program.wait_for(word, WAIT, lambda each: before.append(" ".join(each)))
        return " ".join(words[1:]), before

    def ask(self, question: str) -> str:
        self.say(f"query {question}")
        return self.hear("response")[0]


@pytest.fixture
def talk() -> Iterator[Talk]:
    talk = Talk("fanorona", *SMALL, "--seed", "1")
    yield talk
    talk.program.close()


def test_it_introduces_itself_with_every_option(talk: Talk) -> None:
    talk.say("ugi")
    _, said = talk.hear("ugiok")
    assert said[0] == f"id name Tabuleiro {tabuleiro.__version__} fanorona"
    assert "option name MultiPV type spin default 1 min 1 max 30" in said
    assert "option name table_mb type spin default 16 min 1 max 1048576" in said
    assert "option name reductions type check default true" in said
    assert "option name weights type string default best" in said
    assert any(line.startswith("option name bot type combo default master var ") for line in said)
    declared = {line.split()[2] for line in said if line.startswith("option name ")}
    assert {option.name for option in GAME.option_list} <= declared


def test_positions_and_queries(talk: Talk) -> None:
    talk.say("position startpos")
    assert [talk.ask(each) for each in ("p1turn", "gameover", "result")] == [
        "true",
        "false",
        "none",
    ]
    moves = ["c2-c3a", "d4-c5w,c4a"]
    talk.say("position startpos moves " + " ".join(moves[:1]))
    assert talk.ask("p1turn") == "false"
    assert talk.ask(f"islegal {moves[1]}") == "true"
    assert talk.ask("islegal a1-a2") == "false"
    here = GAME.start().play(moves[0]).play(moves[1])
    talk.say(f"position fen {GAME.start().play(moves[0]).text} moves {moves[1]}")
    assert talk.ask("fen") == here.text
    talk.say(f"position fen {WON}")
    over = GAME.position(WON)
    while over.outcome is None:
        over = over.play(over.legal_moves[0])
    talk.say(f"position fen {over.text}")
    assert talk.ask("gameover") == "true"
    assert (
        talk.ask("result")
        == {"1-0": "p1win", "0-1": "p2win", "1/2-1/2": "draw"}[over.outcome.result]
    )


def test_a_search_tells_of_every_depth_and_then_its_move(talk: Talk) -> None:
    talk.say("position startpos moves c2-c3a", "go depth 4")
    best, said = talk.hear("bestmove")
    here = GAME.start().play("c2-c3a")
    told = [Info.read(line.split()[1:], here) for line in said]
    assert [each.depth for each in told if each] == [1, 2, 3, 4]
    assert all(line.split()[:2] == ["info", "depth"] for line in said)
    last = said[-1].split()
    for word in ("score", "nodes", "nps", "time", "multipv"):
        assert word in last
    variation = last[last.index("pv") + 1 :]
    assert variation[0] == best
    for move in variation:
        assert move in here.legal_moves
        here = here.play(move)


@pytest.mark.parametrize(
    "limit", ["movetime 50", "nodes 500", "nodes 1", "depth 2 nodes 100000", "iterations 50"]
)
def test_every_limit_gives_a_legal_move(talk: Talk, limit: str) -> None:
    if "iterations" in limit:
        talk.say("setoption name bot value mcts")
    talk.say("position startpos", f"go {limit}")
    best, said = talk.hear("bestmove")
    assert best in GAME.start().legal_moves
    assert not [line for line in said if line.startswith("info string")]


def test_the_clock_is_that_of_the_player_to_move(talk: Talk) -> None:
    hour = 10**9
    talk.say("position startpos moves c2-c3a", f"go p1time {hour} p2time 300 p1inc {hour} p2inc 0")
    best, _ = talk.hear("bestmove")
    assert best in GAME.start().play("c2-c3a").legal_moves


def test_a_bare_go_takes_the_limit_of_the_bot(talk: Talk) -> None:
    talk.say("setoption name bot value medium", "position startpos", "go")
    _, said = talk.hear("bestmove")
    assert said[-1].startswith("info depth 3 ")


def test_lines_are_told_best_first(talk: Talk) -> None:
    talk.say("setoption name multipv value 3", "position startpos", "go depth 3")
    _, said = talk.hear("bestmove")
    told = [Info.read(line.split()[1:], GAME.start()) for line in said[-3:]]
    assert [each.number for each in told if each] == [1, 2, 3]
    assert len({each.line.moves[0] for each in told if each}) == 3
    values = [each.line.score.win_probability for each in told if each]
    assert values == sorted(values, reverse=True)


def test_a_decided_game_is_told_as_such(talk: Talk) -> None:
    near = "...../...../.WB../...../..... w"
    talk.say(f"position fen {near}", "go depth 3")
    best, said = talk.hear("bestmove")
    assert " score mate 1 win_in 1 decided win " in said[-1]
    outcome = GAME.position(near).play(best).outcome
    assert outcome is not None
    assert outcome.winner == 0


def test_commands_are_read_during_a_search(talk: Talk) -> None:
    talk.say("position startpos", "go infinite", "isready")
    talk.hear("readyok")
    assert talk.ask("p1turn") == "true"
    talk.say("position startpos moves c2-c3a", "go depth 1")
    talk.say("setoption name bot value novice", "uginewgame", "stop")
    best, said = talk.hear("bestmove")
    assert best in GAME.start().legal_moves
    assert said.count("info string a search is running; send stop first") == 4


def test_an_infinite_search_waits_for_stop_even_if_all_is_known(talk: Talk) -> None:
    talk.say("position fen ...../...../.WB../...../..... w", "go infinite")
    talk.hear("info")
    talk.say("isready")
    _, said = talk.hear("readyok")
    assert not [line for line in said if line.startswith("bestmove")]
    talk.say("stop")
    assert talk.hear("bestmove")[0]


def test_stop_at_once_gives_a_legal_move(talk: Talk) -> None:
    for _ in range(5):
        talk.say("position startpos", "go infinite", "stop")
        assert talk.hear("bestmove")[0] in GAME.start().legal_moves


def test_the_game_can_be_set(talk: Talk) -> None:
    talk.say("setoption name Width value 3", "setoption name height value 3", "uginewgame")
    small = tabuleiro.game("fanorona", width=3, height=3).start()
    assert talk.ask("fen") == small.text
    talk.say("go depth 2")
    assert talk.hear("bestmove")[0] in small.legal_moves


@pytest.mark.parametrize(
    ("command", "answer"),
    [
        ("setoption name width value 4711", "option width cannot be '4711'; accepted: "),
        ("setoption name colour value red", "there is no option 'colour'; accepted: bot, MultiPV"),
        ("setoption width 5", "an option is set by `setoption name NAME value VALUE`"),
        ("setoption name rollout value 0.5", "the bot 'master' has no setting 'rollout'"),
        ("position", "a position is `startpos` or `fen` and its text, then `moves` if any"),
        ("position fen what", "position"),
        ("position startpos moves c2-c3a z9", "move 'z9' cannot be read"),
        ("query weather", "there is no query 'weather'; accepted: gameover, p1turn, result"),
        ("dance", "there is no command 'dance'; accepted: ugi, isready"),
    ],
)
def test_what_is_wrong_is_said(talk: Talk, command: str, answer: str) -> None:
    talk.say(command, "isready")
    said = talk.hear("readyok")[1]
    assert len(said) == 1
    assert said[0].startswith(f"info string {answer}")


def test_settings_that_do_not_fit_are_refused_and_the_bot_stays(talk: Talk) -> None:
    talk.say("setoption name bot value medium", "isready", "setoption name weights value gold")
    talk.say("setoption name table_mb value 1", "position startpos", "go")
    _, said = talk.hear("bestmove")
    assert [line for line in said if line.startswith("info string")] == [
        line for line in said if "has no weights 'gold'" in line
    ]
    assert any("has no weights 'gold'" in line for line in said)
    assert said[-1].startswith("info depth 3 ")


def test_no_move_comes_from_a_position_that_was_refused(talk: Talk) -> None:
    talk.say("position startpos moves c2-c3a", "position startpos moves z9", "go depth 1")
    assert talk.hear("bestmove")[0] == "(none)"
    talk.say("position startpos", "go depth 1")
    assert talk.hear("bestmove")[0] in GAME.start().legal_moves


def test_a_level_plays_as_it_does_at_home(talk: Talk) -> None:
    from tabuleiro.bots.presets import make_bot

    talk.say("setoption name bot value novice")
    here, home = GAME.start(), make_bot(GAME, "novice", 1)
    for _ in range(6):
        talk.say("position startpos moves " + " ".join(move.text for move in here.history), "go")
        best, _ = talk.hear("bestmove")
        assert best == home.choose(here).text
        here = here.play(best)


def piped(text: str) -> subprocess.CompletedProcess[str]:
    command = [COMMAND, "engine", "fanorona", *SMALL]
    return subprocess.run(command, input=text, capture_output=True, text=True, timeout=WAIT)


def test_the_end_of_the_input_lets_a_search_finish() -> None:
    done = piped("position startpos\ngo depth 3\n")
    assert done.returncode == 0
    assert done.stdout.splitlines()[-1].removeprefix("bestmove ") in GAME.start().legal_moves


def test_an_endless_search_ends_with_the_input() -> None:
    done = piped("isready\nposition startpos\ngo infinite\n")
    assert done.returncode == 0
    assert done.stdout.splitlines()[-1].removeprefix("bestmove ") in GAME.start().legal_moves


def test_nothing_is_obeyed_after_quit() -> None:
    done = piped("isready\nposition startpos\ngo infinite\nquit\nquery p1turn\n")
    assert done.returncode == 0
    assert "response" not in done.stdout


KEYWORDS = """startpos fen moves name value depth movetime 1 -1 none bot mcts width c2-c3a infinite
gameover islegal weights \x00 é"""
WORDS = st.sampled_from([*COMMANDS, *KEYWORDS.split()])


@example([["go", "depth", "depth"], ["setoption", "name", "weights", "value", "pieces=1,x=2"]])
@example([["position", "moves"], ["go", "movetime", "-1"], ["stop"]])
@given(st.lists(st.lists(WORDS | st.text(max_size=9), min_size=1, max_size=6), max_size=8))
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_no_words_can_end_it(lines: list[list[str]]) -> None:
    out = io.StringIO()
    sober = [line for line in lines if not {"isready", "quit"} & set(line)]
    engine = UgiEngine(GAME, "random", out)
    engine.run([*(" ".join(words) for words in sober), "stop", "query gameover", "ugi"])
    said = out.getvalue().split("\n")
    assert said[-2:] == ["ugiok", ""]
    starts = {line.split()[0] for line in said if line}
    assert starts <= {"id", "option", "ugiok", "info", "bestmove", "response"}


def test_a_line_without_end_is_not_kept(talk: Talk) -> None:
    talk.say("position startpos", "position startpos moves " + "a1-a2 " * 300_000, "go depth 1")
    best, said = talk.hear("bestmove")
    assert best == "(none)"
    assert "info string a line of more than 1,048,576 letters is not read" in said
    talk.say("position startpos", "go depth 1")
    assert talk.hear("bestmove")[0] in [move.text for move in GAME.start().legal_moves]


def test_the_rest_of_a_long_line_is_no_command() -> None:
    text = "x" * (1 << 20) + " quit quit quit\nquery p1turn\n"
    out = io.StringIO()
    UgiEngine(GAME, "random", out).run(lines_of(io.StringIO(text)))
    assert out.getvalue().splitlines()[-1] == "response true"
    assert max(map(len, lines_of(io.StringIO(text)))) == (1 << 20) + 1
