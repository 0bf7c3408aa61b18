"""Line mode: what is typed, what is answered, and where the game stands afterwards."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pexpect
import pytest
from driving import GAMES
from rich.console import Console

import tabuleiro
from tabuleiro import InvalidOption, Position, Record
from tabuleiro.bots import Bot, RandomBot
from tabuleiro.terminal.line import COMMANDS, LineGame
from tabuleiro.terminal.seats import seat
from tabuleiro.terminal.session import BARS, GRAPH, Session, graph

COMMAND = Path(sys.executable).with_name("tabuleiro")
SIZE = ("COLUMNS", "LINES")
PLAIN = {name: os.environ[name] for name in os.environ if name not in SIZE} | {"LC_ALL": "C.UTF-8"}
NEAR = "...../...../..B../...../..W.. w"
LONELY = "....B/...../...../...../W.... w"

Play = Callable[..., tuple[LineGame, str]]


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch) -> Play:
    """Play with these lines typed; returns the game and what it said."""

    def run(
        here: Position,
        *typed: str,
        seats: tuple[Bot | None, Bot | None] = (None, None),
        language: str = "en",
    ) -> tuple[LineGame, str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
        said = io.StringIO()
        console = Console(file=said, width=100, highlight=False, soft_wrap=True)
        game = LineGame(Session(here, seats), language, console)  # type: ignore[arg-type]
        last = game.run()
        assert last == game.session.position
        return game, said.getvalue()

    return run


def fanorona(text: str = LONELY) -> Position:
    return tabuleiro.game("fanorona", width=5, height=5).position(text)


def test_two_people_play_to_the_end(play: Play) -> None:
    game, said = play(fanorona("....B/...../..B../...../..W.. w"), "c1-c2a", "E5 e4", "c2", "quit")
    assert [move.text for move in game.session.position.history][:2] == ["c1-c2a", "e5-e4"]
    game, said = play(fanorona(NEAR), "c1-c2a", "never read")
    assert game.session.position.outcome is not None
    assert "White wins" in said
    assert "See you soon." not in said
    assert sys.stdin.readline() == "never read\n"


def test_the_board_is_shown_before_every_turn_of_a_person(play: Play) -> None:
    _, said = play(fanorona(), "a1-a2", "e5-e4", "quit")
    heads = [line for line in said.splitlines() if line.endswith(" to move.")]
    assert heads == ["White to move.", "Black to move.", "White to move."]
    assert said.count("    a  b  c  d  e") == 3


def test_the_hint_comes_once_and_only_to_people(play: Play) -> None:
    assert play(fanorona(), "a1-a2", "quit")[1].count('Type "help" for what you can do.') == 1
    bots = (RandomBot(1), RandomBot(2))
    assert "help" not in play(fanorona(NEAR), seats=bots)[1]


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("zz", "move 'zz' cannot be read; legal moves are, for example: "),
        ("a1-a5", "move 'a1-a5' cannot be read; legal moves are, for example: "),
        ("a2-a3", "move 'a2-a3' is not legal here; legal moves are, for example: "),
        ("a1", "move 'a1' fits 3 legal moves: "),
        ("[bold]a1[/]", "move '[bold]a1[/]' cannot be read; legal moves are, for example: "),
    ],
)
def test_a_move_that_is_not_understood_changes_nothing(play: Play, typed: str, answer: str) -> None:
    game, said = play(fanorona(), typed)
    assert answer in said
    assert game.session.position == fanorona()


def test_a_wrong_move_is_refused_in_the_language_of_the_game(play: Play) -> None:
    _, said = play(fanorona(), "a1-a4", language="pt")
    assert "a jogada 'a1-a4' não se consegue ler" in said


def test_empty_lines_are_passed_over(play: Play) -> None:
    game, said = play(fanorona(), "", "   ", "a1-a2")
    assert game.session.position.ply == 1
    assert "is empty" not in said


@pytest.mark.parametrize("word", ["quit", "exit", "q", "sair", "QUIT"])
def test_leaving(play: Play, word: str) -> None:
    game, said = play(fanorona(), "a1-a2", word, "e5-e4")
    assert game.session.position.ply == 1
    assert said.endswith("See you soon.\n")


def test_the_end_of_the_input_is_leaving(play: Play) -> None:
    assert play(fanorona())[1].endswith("See you soon.\n")


def test_moves_are_listed(play: Play) -> None:
    for word in ("moves", "m", "jogadas"):
        assert "a1-a2  a1-b1  a1-b2" in sorted_moves(play(fanorona(), word)[1])


def sorted_moves(said: str) -> str:
    """The line of moves, whatever order the rules list them in."""
    (line,) = (line for line in said.splitlines() if "a1-b2" in line)
    return "  ".join(sorted(line.split()))


def test_help_names_every_command(play: Play) -> None:
    _, said = play(fanorona(), "help")
    for word in COMMANDS:
        assert word in said
    _, said = play(fanorona(), "?", language="pt")
    for word in ("jogadas", "desfazer", "regras", "tabuleiro", "guardar FICHEIRO", "sair"):
        assert word in said


def test_the_rules_are_shown_in_the_language_of_the_game(play: Play) -> None:
    here = fanorona()
    headings = {
        language: [
            line.lstrip("# ")
            for line in here.game.rules_text(language).splitlines()  # type: ignore[arg-type]
            if line.startswith("## ")
        ]
        for language in ("en", "pt")
    }
    assert headings["en"] != headings["pt"]
    for language, word in (("en", "rules"), ("pt", "regras")):
        _, said = play(here, word, language=language)
        assert all(heading in said for heading in headings[language])


def test_the_board_is_shown_again(play: Play) -> None:
    once, twice = (play(fanorona(), *typed)[1] for typed in ((), ("board",)))
    assert twice.count("White to move.") == once.count("White to move.") + 1


def test_a_person_takes_back_his_move_and_the_bots_answer(play: Play) -> None:
    game, said = play(fanorona(), "a1-a2", "undo", seats=(None, RandomBot(1)))
    assert "Black plays e5-" in said
    assert game.session.position == fanorona()
    assert game.session.position.history == ()


def test_two_people_take_back_one_move_at_a_time(play: Play) -> None:
    game, _ = play(fanorona(), "a1-a2", "e5-e4", "undo")
    assert [move.text for move in game.session.position.history] == ["a1-a2"]
    game, _ = play(fanorona(), "a1-a2", "e5-e4", "undo", "u", "a1-b2")
    assert [move.text for move in game.session.position.history] == ["a1-b2"]


def test_a_whole_turn_is_taken_back(play: Play) -> None:
    here = fanorona("....B/.B.../..B../B..../..W.. w")
    game, _ = play(here, "c1-c2a,b2a", "undo")
    assert game.session.position == here


def test_nothing_to_take_back(play: Play) -> None:
    assert "There is nothing to take back." in play(fanorona(), "undo")[1]
    # The bot began; a person cannot take its move back.
    game, said = play(fanorona(), "undo", seats=(RandomBot(1), None))
    assert "There is nothing to take back." in said
    assert game.session.position.ply == 1


def test_saving(play: Play, tmp_path: Path) -> None:
    file = tmp_path / "my game.txt"
    game, said = play(fanorona(), "a1-a2", f"save {file}", seats=(None, RandomBot(3)))
    assert f"The game is in {file}" in said
    record = Record.load(file)
    assert record.moves == game.session.position.history
    assert record.players == ("human", "random")
    assert record.start == fanorona()


def test_saving_at_home(play: Play, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert f"The game is in {tmp_path / 'game.txt'}" in play(fanorona(), "save ~/game.txt")[1]
    assert Record.load(tmp_path / "game.txt").start == fanorona()


def test_saving_where_it_is_not_possible(play: Play, tmp_path: Path) -> None:
    assert "Type a file name after save." in play(fanorona(), "save")[1]
    missing = tmp_path / "none" / "game.txt"
    game, said = play(fanorona(), f"save {missing}", "a1-a2")
    assert f"{missing} cannot be written: No such file or directory" in said
    assert game.session.position.ply == 1
    assert "cannot be written" in play(fanorona(), "save ~nobody-of-that-name/game.txt")[1]


def test_portuguese(play: Play, tmp_path: Path) -> None:
    file = tmp_path / "partida.txt"
    _, said = play(
        fanorona(),
        "desfazer",
        "a1-a2",
        "guardar",
        f"guardar {file}",
        "sair",
        language="pt",
    )
    for answer in (
        "Não há nada para desfazer.",
        "Pretas a jogar.",
        "Escreve o nome do ficheiro depois de guardar.",
        f"A partida está em {file}",
        "Até breve.",
    ):
        assert answer in said
    assert "to move" not in said


def test_bots_play_alone(play: Play) -> None:
    bots = (RandomBot(1), RandomBot(2))
    game, said = play(tabuleiro.game("fanorona", width=3, height=3).start(), seats=bots)
    assert game.session.position.outcome is not None
    assert said.count(" plays ") == game.session.position.ply
    assert said.count(" a  b  c") == 2  # the first and the last board
    assert game.session.record().players == ("random", "random")
    assert game.session.record().result == game.session.position.outcome.result


def test_a_game_that_is_over_is_only_shown(play: Play) -> None:
    won = fanorona(NEAR).play("c1-c2a")
    game, said = play(won, "c2-c3")
    assert game.session.position == won
    assert "White wins" in said


def test_the_choice_of_cifra_belongs_to_the_second_seat(play: Play) -> None:
    start = tabuleiro.game("cifra").start()
    game, said = play(start, "left-blue", seats=(RandomBot(1), None))
    assert "The second player chooses a side and a colour." in said
    assert [move.text for move in game.session.position.history][:1] == ["left-blue"]
    assert "White plays " in said
    assert game.session.position.player == 1


def test_seats() -> None:
    game = tabuleiro.game("aboyne", side=3)
    assert seat(game, "human", 1) is None
    bot = seat(game, "random", 1)
    assert bot is not None
    assert bot.name == "random"
    with pytest.raises(InvalidOption, match="there is no player 'deep'; accepted: human, random"):
        seat(game, "deep", 1)


def test_equal_seeds_play_equal_games(play: Play) -> None:
    game = tabuleiro.game("aboyne", side=3)
    games = [
        play(game.start(), seats=(seat(game, "random", 5), seat(game, "random", 6)))
        for _ in range(2)
    ]
    assert games[0][0].session.position.history == games[1][0].session.position.history


def test_moves_with_a_beginning(play: Play) -> None:
    _, said = play(fanorona(), "moves a1-b")
    (line,) = (line for line in said.splitlines() if line.startswith("a1-b"))
    assert set(line.split()) == {"a1-b1", "a1-b2"}
    assert "No legal move begins with e." in play(fanorona(), "moves e")[1]


def test_hints_get_clearer(play: Play) -> None:
    game, said = play(fanorona(NEAR), "hint", "hint", "hint", "hint 1")
    hints = said.splitlines()
    first = hints.index("Look at the piece on c1.")
    assert "up" in hints[first + 1]
    assert "c1-c2a" in hints[first + 2]
    assert hints[first + 3] == "Look at the piece on c1."
    assert game.session.position == fanorona(NEAR)
    assert "A hint has the grades 1 (" in play(fanorona(), "hint 4")[1]
    assert "Repara na peça em c1." in play(fanorona(NEAR), "dica", language="pt")[1]


def test_analysis(play: Play) -> None:
    game, said = play(fanorona(NEAR), "analyse 0.2")
    (line,) = (line for line in said.splitlines() if "c1-c2a" in line)
    assert line.split()[:4] == ["wins", "in", "1", "100%"]
    assert "Values are those of White." in said
    assert "Why: Proven: wins in 1." in said
    assert game.session.position == fanorona(NEAR)
    assert "'soon' is not a number of seconds above 0." in play(fanorona(), "analyse soon")[1]
    assert "is not a number" in play(fanorona(), "analyse inf")[1]


def test_bots_that_play_each_other_tell_what_they_think(play: Play) -> None:
    here = fanorona("BB..B/...../..B../...../W.W.W w")
    game, said = play(here, seats=(seat(here.game, "novice", 1), RandomBot(seed=1)))
    thoughts = game.session.thoughts_of(0, game.session.positions)
    assert thoughts
    assert said.count(" positions: ") == len(thoughts)  # the other one does not think
    assert game.session.thoughts_of(1, game.session.positions) == []
    first = thoughts[0]
    shown = f"  {first.line.score.percent}, depth 1, {first.nodes} positions: "
    assert shown + first.line.moves[0].text in said
    assert set(graph(thoughts)) <= set(BARS)
    assert len(graph(thoughts)) == min(len(thoughts), GRAPH)


def test_history_and_position(play: Play) -> None:
    _, said = play(fanorona(), "history", "a1-a2", "e5-e4", "a2-a3", "history", "position")
    assert "Nothing has been played yet." in said
    assert "1. a1-a2 e5-e4\n2. a2-a3\n" in said
    assert "...../....B/W..../...../..... b quiet=3\n" in said


def test_a_saved_game_is_opened(play: Play, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    play(fanorona(), "a1-a2", f"save {file}", seats=(None, RandomBot(3)))
    game, said = play(tabuleiro.game("shobu").start(), "open", f"open {file}", "history")
    assert "Type a file name after open." in said
    assert game.session.position.history == Record.load(file).moves
    assert game.session.names == ("human", "random")
    game, said = play(fanorona(), f"open {tmp_path}", "a1-a2")
    assert "cannot be read" in said
    assert game.session.position.ply == 1


def run_piped(*words: str, typed: str = "") -> str:
    done = subprocess.run(
        [COMMAND, *words], input=typed, capture_output=True, text=True, timeout=120, env=PLAIN
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_game_into_a_pipe_is_the_same_every_time() -> None:
    words = ("play", "fanorona", "-o", "width=3", "-o", "height=3", "--seed", "7", "--json")
    points = [f"{column}{row}" for column in "abc" for row in "123"]
    tries = [f"{a}-{b}" for a in points for b in points]  # most are not legal and change nothing
    typed = "\n".join(["hint 1", *tries, "undo", *tries, "moves", *tries])
    first, second = (json.loads(run_piped(*words, typed=typed)) for _ in range(2))
    assert first == second
    assert len(first["history"]) > 2


def test_a_whole_game_can_be_piped_in() -> None:
    options, moves = GAMES["fanorona"]
    given = [f"-o{key}={value}" for key, value in options.items()]
    typed = "\n".join(moves.split())
    said = run_piped("play", "fanorona", *given, "--second", "human", typed=typed)
    assert said.rstrip().endswith("Black wins: White has lost all pieces.")


def test_a_game_is_chosen_from_a_list() -> None:
    said = run_piped("play", typed="seven\n99\nfan\nquit\n")
    assert said.count("Please type a number from 1 to ") == 2
    assert "White to move." in said
    assert run_piped("play", typed="q\n").endswith("See you soon.\n")


def terminal(*words: str, rows: int = 24, columns: int = 80) -> pexpect.spawn:
    """A program in a terminal of its own."""
    return pexpect.spawn(
        str(COMMAND),
        list(words),
        env=PLAIN | {"TERM": "xterm-256color", "COLORTERM": "truecolor"},
        dimensions=(rows, columns),
        encoding="utf-8",
        timeout=60,
    )


def test_a_terminal_gets_prompts_in_line_mode_and_ctrl_d_leaves() -> None:
    with terminal("play", "fanorona", "--second", "human", "--plain") as person:
        person.expect_exact("White> ")
        person.sendline("e2-e3a")
        person.expect_exact("Black> ")
        person.sendline("undo")
        person.expect_exact("White> ")
        person.sendcontrol("d")
        person.expect_exact("See you soon.")
        person.expect(pexpect.EOF)
    assert person.exitstatus == 0


def test_a_dumb_terminal_gets_line_mode() -> None:
    env = PLAIN | {"TERM": "dumb"}
    with pexpect.spawn(str(COMMAND), ["play", "fanorona"], env=env, encoding="utf-8") as person:
        person.expect_exact("White> ", timeout=60)
        person.sendline("quit")
        person.expect_exact("See you soon.")
        person.expect(pexpect.EOF)
    assert person.exitstatus == 0


def test_a_terminal_gets_the_board_and_is_left_as_it_was(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    words = ("play", "fanorona", "--second", "human", "--record", str(file))
    with terminal(*words) as person:
        person.expect_exact("\x1b[?1049h")  # the other screen
        person.expect("White.*to move")
        for keys in ("/", "e2-e3a", "\r"):
            time.sleep(0.5)  # a person needs a moment
            person.send(keys)
        person.expect_exact("plays e2-e3a")
        person.send("q")
        person.expect("Leave this game")
        person.send("y")
        person.expect("Choose a game")
        person.send("q")
        person.expect_exact("\x1b[?1049l")  # and back
        person.expect_exact("The game is in ")
        person.expect(pexpect.EOF)
    assert person.exitstatus == 0
    assert [move.text for move in Record.load(file).moves] == ["e2-e3a"]


def test_a_small_terminal_says_so() -> None:
    with terminal("play", "shobu", rows=20, columns=60) as person:
        person.expect("The window is a little small")
        person.sendcontrol("q")
        person.expect(pexpect.EOF)
    assert person.exitstatus == 0


def test_people_are_told_what_they_can_do_and_bots_are_not(play: Play) -> None:
    start = tabuleiro.game("shobu").start()
    _, said = play(start, "quit", language="pt")
    assert "Primeiro o passo passivo" in said
    _, said = play(start, "quit", seats=(RandomBot(1), None), language="pt")
    assert said.count("Primeiro o passo passivo") == 1
