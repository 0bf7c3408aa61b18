"""`tabuleiro lab`: searches side by side, and what each idea is worth."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table

from tabuleiro.cli.app import (
    DEFAULT_LANGUAGE,
    GameName,
    Json,
    Language,
    Moves,
    Options,
    PositionText,
    Seed,
    app,
    the_game,
    the_position,
)
from tabuleiro.cli.output import note, out, print_json
from tabuleiro.errors import InvalidOption

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tabuleiro.lab.comparison import SearchRow


class Ladder(StrEnum):
    """What a ladder adds, rung by rung."""

    ideas = "ideas"


@app.command()
def lab(
    name: GameName,
    bots: Annotated[
        list[str] | None,
        typer.Argument(metavar="BOT", help="Searches to compare; `minimax` and `master` if none."),
    ] = None,
    depth: Annotated[int, typer.Option("--depth", help="Turns to look ahead.")] = 4,
    iterations: Annotated[
        int,
        typer.Option("--iterations", min=1, max=10_000_000, help="For tree searches, at most."),
    ] = 10_000,
    ladder: Annotated[
        Ladder | None,
        typer.Option("--ladder", help="`ideas`: from plain minimax to the full search."),
    ] = None,
    sample: Annotated[
        int | None,
        typer.Option("--sample", help="So many random positions instead of one; rows are sums."),
    ] = None,
    seconds: Annotated[
        float | None,
        typer.Option("--seconds", help="Also: how deep each gets in this time for a position."),
    ] = None,
    games: Annotated[
        int | None,
        typer.Option("--games", help="Also: so many games of each against the one before, Elo."),
    ] = None,
    facts: Annotated[
        int | None,
        typer.Option("--facts", help="Also: figures of the game from so many random games."),
    ] = None,
    report: Annotated[
        Path | None, typer.Option("--report", help="Write a page that needs nothing else.")
    ] = None,
    position: PositionText = None,
    moves: Moves = None,
    option: Options = None,
    seed: Seed = None,
    lang: Language = DEFAULT_LANGUAGE,
    json: Json = False,
) -> None:
    """Compare searches: nodes, time, value and move at every depth; charts, Elo, facts of a game.

    - `tabuleiro lab focus minimax hard --depth 3`: plain minimax against the full search
    - `tabuleiro lab shobu master master,table=no --depth 4`: what the table is worth
    - `tabuleiro lab fanorona --ladder ideas -o width=5`: one idea after another
    - `tabuleiro lab aboyne hard mcts --sample 5 --seconds 0.1 --depth 2 --iterations 100`
    - `tabuleiro lab aboyne --facts 50 --depth 1 -o side=3`: branching, length, fairness

    `tabuleiro bots --settings` lists what can be switched off. Each search begins with an empty
    table. *First cuts* is the share of cuts made by the first move tried; *branching* is the nodes
    against those of the depth before. Games are played to `--depth`, or for `--seconds` a move.
    """
    from tabuleiro.bots.limit import Limit
    from tabuleiro.lab import comparison, playouts, strength
    from tabuleiro.lab import report as pages

    game = the_game(name, option, seed)
    chance = 1 if seed is None else seed
    if sample is not None and (position is not None or moves is not None):
        raise InvalidOption(
            "a sample and a position cannot both be given",
            "não se pode dar ao mesmo tempo uma amostra e uma posição",
        )
    if sample is None:
        places = [the_position(game, position, moves)]
    else:
        places = comparison.sample(game, sample, chance)
    if report is not None and not report.absolute().parent.is_dir():
        raise InvalidOption(
            f"{str(report)!r} cannot be written: there is no such directory",
            f"{str(report)!r} não pode ser escrito: não há essa pasta",
        )
    asked: list[str | tuple[str, str]] = [*(bots or [])]
    if ladder is not None:
        asked += comparison.ladder()
    asked = asked or ["minimax", "master"]
    limit = Limit(depth=depth) if seconds is None else Limit(seconds=seconds)

    def hear(row: SearchRow) -> None:
        if out.is_terminal:
            note(f"{row.search}, {row.depth}: {row.nodes}")

    rows = comparison.compare(places, asked, depth, hear, iterations)
    equal = [] if seconds is None else comparison.in_equal_time(places, asked, seconds, hear)
    named = [(each, each) if isinstance(each, str) else each for each in asked]
    played = [] if games is None else strength.play_ladder(game, named, games, limit, chance)
    figures = None if facts is None else playouts.game_figures(game, facts, chance)
    if report is not None:
        pages.write_page(report, places, rows, equal, played, figures, lang.value)
        note(str(report))
    if json:
        print_json(
            {
                "game": game.name,
                "options": dict(game.changed_options),
                "position": places[0].text if sample is None else None,
                "positions": [each.text for each in places],
                "rows": [row.facts() for row in rows],
                "equal_time": [row.facts() for row in equal],
                "strength": [row.facts() for row in played],
                "facts": None if figures is None else figures.facts(),
            }
        )
        return
    heads = [header[lang.value] for header in pages.HEADERS]
    _print(heads, [pages.cells(row) for row in rows], (0, 7))
    if equal:
        out.print(f"\n{pages.WORDS['time'][lang.value]} ({seconds:g} s)")
        _print(heads, [pages.cells(row) for row in equal], (0, 7))
    if played:
        out.print(f"\n{pages.WORDS['games'][lang.value]}")
        heads = [header[lang.value] for header in pages.STRENGTH_HEADERS]
        _print(heads, [pages.strength_cells(row) for row in played], (0, 1))
    if figures is not None:
        out.print(f"\n{pages.WORDS['facts'][lang.value]}")
        _print(["", "95 %"], pages.figure_cells(figures, lang.value), (0,))


def _print(heads: Sequence[str], rows: Sequence[Sequence[str]], left: tuple[int, ...]) -> None:
    """A table; a long name goes on in the next line rather than being cut."""
    shown = [i for i, _ in enumerate(heads) if any(row[i] for row in rows)]
    table = Table(box=None, pad_edge=False, padding=(0, 1), collapse_padding=True)
    for i in shown:
        named = i in left
        justify, fold = ("left" if named else "right"), ("fold" if named else "ellipsis")
        table.add_column(
            heads[i],
            justify=justify,  # type: ignore[arg-type]
            overflow=fold,  # type: ignore[arg-type]
            no_wrap=not named,
            min_width=max(len(row[i]) for row in rows) if not named else None,
        )
    for row in rows:
        table.add_row(*(row[i] for i in shown))
    out.print(table)
