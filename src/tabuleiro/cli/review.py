"""`tabuleiro review`: a recorded game looked over, turn by turn."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text as Styled

from tabuleiro.bots.limit import Limit
from tabuleiro.bots.review import BETTER, GRADES, WRONG, Grade, Judged, Review, chances_in
from tabuleiro.bots.review import review as look_over
from tabuleiro.cli.analyse import BotText, Depth, Iterations, Nodes
from tabuleiro.cli.app import DEFAULT_LANGUAGE, Json, Language, Seed, app
from tabuleiro.cli.output import check_writable, note, out, print_json, progress, write_file
from tabuleiro.games.base import Language as Lang
from tabuleiro.games.base import Text
from tabuleiro.record import Record

SHOWN = 2
"""How many moves of a better line are printed."""

STYLES: dict[Grade, str] = {
    "best": "green",
    "good": "",
    "inaccuracy": "yellow",
    "mistake": "dark_orange",
    "blunder": "bold red",
}
SAYS = {
    "accuracy": Text("accuracy", "precisão"),
    "turning": Text("The game turned at: {turns}", "A partida virou em: {turns}"),
    "written": Text("The commented game is in {path}", "A partida comentada está em {path}"),
}
HEADERS = (
    Text("turn", "n.º"),
    Text("player", "jogador"),
    Text("move", "jogada"),
    Text("grade", "nota"),
    Text("wins", "vitória"),
    BETTER,
)


@app.command()
def review(
    record: Annotated[Path, typer.Argument(metavar="FILE", help="A recorded game.")],
    seconds: Annotated[
        float | None,
        typer.Option("--seconds", help="Time for each position.", show_default="0.3"),
    ] = None,
    depth: Depth = None,
    nodes: Nodes = None,
    iterations: Iterations = None,
    bot: BotText = None,
    annotate: Annotated[
        Path | None,
        typer.Option("--annotate", metavar="FILE", help="Write the game with comments."),
    ] = None,
    seed: Seed = None,
    lang: Language = DEFAULT_LANGUAGE,
    json: Json = False,
) -> None:
    """Look over a recorded game: each turn's grade, and what would have been better.

    `wins` is the player's chance after the best move and after the move that was played. What a
    turn gives away decides its grade: an inaccuracy from 5 %, a mistake from 10 %, a blunder from
    20 % on.

    Example: `tabuleiro play shobu --record game.txt`, and then `tabuleiro review game.txt`
    """
    loaded = Record.load(record)
    if annotate is not None:
        check_writable(annotate)
    limit = Limit(seconds, depth, nodes, iterations)
    with progress("reviewing") as report:

        def hear(turn: Judged) -> None:
            report(turn.number / len(loaded.moves))

        found = look_over(loaded, bot, limit, hear, seed)
    if annotate is not None:
        write_file(annotate, found.annotated(lang.value).text())
    if json:
        print_json(found.facts())
    else:
        _show(found, lang.value)
    if annotate is not None:
        note(SAYS["written"][lang.value].format(path=annotate))


def _show(found: Review, language: Lang) -> None:
    names = _names(found, language)
    table = Table(box=None, pad_edge=False)
    for column, header in enumerate(HEADERS):
        table.add_column(
            header[language], no_wrap=column < 5, justify="right" if column == 0 else "left"
        )
    for turn in found.turns:
        grade = Styled(GRADES[turn.grade][1][language], STYLES[turn.grade])
        better = " ".join(move.text for move in turn.best[:SHOWN]) if turn.grade in WRONG else ""
        after = chances_in(turn.after, language)
        changed = f"{chances_in(turn.before, language)} → " if turn.grade in WRONG else ""
        table.add_row(
            str(turn.number), names[turn.player], turn.move.text, grade, changed + after, better
        )
    out.print(table)
    out.print()
    if found.turning_points:
        turns = ", ".join(f"{turn.number}. {turn.move.text}" for turn in found.turning_points)
        out.print(SAYS["turning"][language].format(turns=turns), markup=False)
    out.print(_summary(found, names, language))


def _summary(found: Review, names: list[str], language: Lang) -> Table:
    table = Table(box=None, pad_edge=False)
    table.add_column("")
    table.add_column(SAYS["accuracy"][language], justify="right")
    for _, title in GRADES.values():
        table.add_column(title[language], justify="right")
    for name, summary in zip(names, found.summaries, strict=True):
        accuracy = "" if summary.accuracy is None else f"{summary.accuracy:.0f}%"
        table.add_row(name, accuracy, *(str(count) for count in summary.counts.values()))
    return table


def _names(found: Review, language: Lang) -> list[str]:
    """The sides with the names of who played them."""
    sides = found.record.positions()[-1].players
    return [
        side.name[language] + (f" ({player})" if player != "?" else "")
        for side, player in zip(sides, found.record.players, strict=True)
    ]
