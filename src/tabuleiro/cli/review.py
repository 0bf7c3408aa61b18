"""`tabuleiro review`: a recorded game looked over, turn by turn."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text as Styled

from tabuleiro.bots.limit import Limit
from tabuleiro.bots.review import BETTER, GRADES, WRONG, Grade, Judged, Review, chances_in
from tabuleiro.bots.review import review as look_over
from tabuleiro.cli.analyse import Depth, Iterations, Nodes, Whose
from tabuleiro.cli.app import DEFAULT_LANGUAGE, Json, Language, Seed, app
from tabuleiro.cli.output import check_writable, note, out, print_json, progress, write_file
from tabuleiro.record import Record
from tabuleiro.text import Language as Lang
from tabuleiro.text import Text

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
    "why": Text("Why they were wrong:", "Porque foram erros:"),
    "turning": Text("The game turned at: {turns}", "A partida virou em: {turns}"),
    "written": Text("The commented game is in {path}", "A partida comentada está em {path}"),
}
HEADERS = {
    "turn": Text("turn", "n.º"),
    "player": Text("player", "jogador"),
    "move": Text("move", "jogada"),
    "grade": Text("grade", "nota"),
    "wins": Text("wins", "vitória"),
    "better": BETTER,
}
COLUMNS = tuple(HEADERS)
WIDEST = 10_000


@app.command()
def review(
    record: Annotated[Path, typer.Argument(metavar="FILE", help="A recorded game.")],
    seconds: Annotated[
        float | None,
        typer.Option("--seconds", help="Time for each position, instead of --nodes."),
    ] = None,
    depth: Depth = None,
    nodes: Nodes = None,
    iterations: Iterations = None,
    bot: Whose = None,
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
    out.print(_turns(found, names, language))
    out.print()
    explained = [turn for turn in found.turns if turn.explained is not None]
    if explained:
        out.print(SAYS["why"][language])
        for turn in explained:
            assert turn.explained is not None
            said = f"{turn.number:>4}. {turn.best[0].text}: {turn.explained[language]}"
            out.print(said, markup=False)
        out.print()
    if found.turning_points:
        turns = ", ".join(f"{turn.number}. {turn.move.text}" for turn in found.turning_points)
        out.print(SAYS["turning"][language].format(turns=turns), markup=False)
    out.print(_summary(found, names, language))


def _turns(found: Review, names: list[str], language: Lang) -> Table:
    """The turns, in the fullest of the tables that fit: move, grade and better always stay."""
    sides = _sides(found, language)
    choices = (
        (names, COLUMNS, SHOWN),
        (sides, COLUMNS, SHOWN),
        (sides, COLUMNS, 1),
        (sides, [name for name in COLUMNS if name != "player"], 1),
        (sides, [name for name in COLUMNS if name not in ("player", "wins")], 1),
    )
    for who, columns, moves in choices:
        table = _table(found, who, columns, moves, language)
        wide = out.options.update(max_width=WIDEST)
        if Measurement.get(out, wide, table).maximum <= out.width:
            break
    return table


def _table(
    found: Review, who: list[str], columns: Sequence[str], moves: int, language: Lang
) -> Table:
    table = Table(box=None, pad_edge=False)
    for name in columns:
        table.add_column(
            HEADERS[name][language],
            no_wrap=name not in ("move", "better"),
            overflow="fold",
            justify="right" if name == "turn" else "left",
        )
    for turn in found.turns:
        wrong = turn.grade in WRONG
        changed = f"{chances_in(turn.before, language)} → " if wrong else ""
        cells: dict[str, str | Styled] = {
            "turn": str(turn.number),
            "player": Styled(who[turn.player]),
            "move": turn.move.text,
            "grade": Styled(GRADES[turn.grade][1][language], STYLES[turn.grade]),
            "wins": changed + chances_in(turn.after, language),
            "better": " ".join(move.text for move in turn.best[:moves]) if wrong else "",
        }
        table.add_row(*(cells[name] for name in columns))
    return table


def _summary(found: Review, names: list[str], language: Lang) -> Table:
    table = Table(box=None, pad_edge=False)
    table.add_column("", overflow="fold")
    table.add_column(SAYS["accuracy"][language], justify="right")
    for _, title in GRADES.values():
        table.add_column(title[language], justify="right")
    for name, summary in zip(names, found.summaries, strict=True):
        accuracy = "" if summary.accuracy is None else f"{summary.accuracy:.0f}%"
        table.add_row(Styled(name), accuracy, *(str(count) for count in summary.counts.values()))
    return table


def _sides(found: Review, language: Lang) -> list[str]:
    return [side.name[language] for side in found.record.positions()[-1].players]


def _names(found: Review, language: Lang) -> list[str]:
    """The sides with the names of who played them."""
    return [
        side + (f" ({player})" if player != "?" else "")
        for side, player in zip(_sides(found, language), found.record.players, strict=True)
    ]
