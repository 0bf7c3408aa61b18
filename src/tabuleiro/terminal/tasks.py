"""Lessons and puzzles in the terminal, line by line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from rich.console import Console

from tabuleiro.bots.hints import GRADES, hint_at
from tabuleiro.errors import TabuleiroError
from tabuleiro.games.base import Language, Text
from tabuleiro.move import Move
from tabuleiro.position import Position
from tabuleiro.teaching.lessons import Lesson
from tabuleiro.teaching.puzzles import Puzzle
from tabuleiro.terminal.line import COMMANDS, Quit, read_line
from tabuleiro.terminal.picture import picture
from tabuleiro.terminal.profile import keep

SAYS = {
    "none": Text("This game has no lessons.", "Este jogo não tem lições."),
    "no_puzzles": Text("This game has no puzzles.", "Este jogo não tem problemas."),
    "how": Text(
        "Type a turn; ? for a hint, quit to leave.", "Escreve uma jogada; ? dá uma dica, sair sai."
    ),
    "well": Text("Well done! {idea}", "Muito bem! {idea}"),
    "right": Text("Right! {line}", "Certo! {line}"),
    "wrong": Text("That is not it. Try again.", "Não é essa. Tenta outra vez."),
    "over": Text("That was the last one.", "Era a última tarefa."),
    "bye": Text("See you soon.", "Até breve."),
}
HINTS = ("?", *COMMANDS["hint"])


def give_lessons(lessons: Sequence[Lesson], language: Language, console: Console) -> None:
    """One lesson after the other, until all are done or the person leaves."""
    if not lessons:
        _say(console, SAYS["none"][language])
        return

    def one(lesson: Lesson) -> None:
        def judge(after: Position) -> str | None:
            if lesson.is_done(after):
                keep("lessons", after.game.name, lesson.name)
                return SAYS["well"][language].format(idea=lesson.done[language])
            _say(console, lesson.hint[language])
            return None

        head = f"{lesson.title[language]}: {lesson.task[language]}"
        _ask(head, lesson.start(), lesson.solution, judge, language, console)

    _one_by_one([partial(one, lesson) for lesson in lessons], language, console)


def give_puzzles(puzzles: Sequence[Puzzle], language: Language, console: Console) -> None:
    """The same with puzzles."""
    if not puzzles:
        _say(console, SAYS["no_puzzles"][language])
        return

    def one(puzzle: Puzzle) -> None:
        def judge(after: Position) -> str | None:
            if puzzle.is_right(after):
                keep("puzzles", after.game.name, puzzle.id)
                return SAYS["right"][language].format(line=" ".join(puzzle.line))
            _say(console, SAYS["wrong"][language])
            return None

        _ask(puzzle.task[language], puzzle.start(), puzzle.answer, judge, language, console)

    _one_by_one([partial(one, puzzle) for puzzle in puzzles], language, console)


def _one_by_one(tasks: Sequence[Callable[[], None]], language: Language, console: Console) -> None:
    _say(console, SAYS["how"][language])
    try:
        for task in tasks:
            task()
        _say(console, SAYS["over"][language])
    except Quit:
        _say(console, SAYS["bye"][language])


def _ask(
    head: str,
    start: Position,
    answer: str,
    judge: Callable[[Position], str | None],
    language: Language,
    console: Console,
) -> None:
    """Ask until the turn is right."""
    grade = 0

    def show() -> None:
        console.print()
        console.print(picture(start, language))
        _say(console, head)

    show()
    while True:
        text = read_line("> ", console).strip()
        if text.lower() in COMMANDS["quit"]:
            raise Quit
        if not text:
            show()
        elif text.lower() in HINTS:
            grade = min(grade + 1, len(GRADES))
            _say(console, hint_at(start, Move.parse(start, answer), grade).text[language])
        else:
            try:
                said = judge(start.play(text))
            except TabuleiroError as error:
                _say(console, error.words(language))
                continue
            if said is not None:
                _say(console, said)
                return


def _say(console: Console, text: str) -> None:
    console.print(text, markup=False)
