"""`tabuleiro puzzles`: positions with one right turn, harvested, checked, listed or solved."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from datetime import date
from itertools import chain, islice
from pathlib import Path
from typing import Annotated

import typer

from tabuleiro.bots.limit import Limit
from tabuleiro.cli.app import (
    DEFAULT_LANGUAGE,
    GameName,
    Json,
    Language,
    Options,
    Seed,
    app,
    the_game,
)
from tabuleiro.cli.output import check_writable, note, out, print_json, progress, write_file
from tabuleiro.position import Position
from tabuleiro.teaching.harvest import DEEP, harvest, self_play
from tabuleiro.teaching.puzzles import Puzzle, puzzle_of_the_day, puzzles_of, written
from tabuleiro.teaching.sheet import sheet_of
from tabuleiro.terminal.tasks import give_puzzles


@app.command()
def puzzles(
    name: GameName,
    count: Annotated[int, typer.Option("--count", help="How many.", min=1, max=10_000)] = 5,
    games: Annotated[
        int, typer.Option("--games", help="Games of self-play to look through at most.", min=1)
    ] = 200,
    experiment: Annotated[
        list[Path] | None,
        typer.Option("--from", metavar="DIR", help="Games of an experiment, looked through first."),
    ] = None,
    nodes: Annotated[
        int | None, typer.Option("--nodes", help="Positions that the last search looks at.", min=1)
    ] = None,
    ahead: Annotated[
        int,
        typer.Option("--ahead", help="How many turns one must look ahead at least.", min=1, max=99),
    ] = 1,
    write: Annotated[
        Path | None, typer.Option("--write", metavar="FILE", help="Write them as a `puzzles.txt`.")
    ] = None,
    shipped: Annotated[
        bool, typer.Option("--shipped", help="List those that come with the game instead.")
    ] = False,
    solve: Annotated[
        bool, typer.Option("--solve", help="Solve those that come with the game, today's first.")
    ] = False,
    sheet: Annotated[
        Path | None,
        typer.Option("--sheet", metavar="FILE", help="Draw some of the game's as .svg or .png."),
    ] = None,
    option: Options = None,
    seed: Seed = None,
    lang: Language = DEFAULT_LANGUAGE,
    json: Json = False,
) -> None:
    """Harvest puzzles: positions with one clearly best turn, or a win that is forced.

    They come from experiments and from self-play, are checked by a deep search, graded by how deep
    one must look, and found once for all symmetric images.

    Examples: `tabuleiro puzzles fanorona --count 3 --seed 1`, `tabuleiro puzzles shobu --solve`,
    `tabuleiro puzzles focus --sheet sheet.svg --count 6`, `tabuleiro puzzles cifra --ahead 3`
    """
    game = the_game(name, option)
    known = puzzles_of(game)
    chance = random.Random(seed)
    if solve:
        first = puzzle_of_the_day(known, date.today()) if known else None
        rest = [puzzle for puzzle in known if puzzle is not first]
        chance.shuffle(rest)
        give_puzzles(rest if first is None else [first, *rest], lang.value, out)
        return
    if sheet is not None:
        sheet_of(chance.sample(known, min(count, len(known))), sheet, lang.value)
        out.print(f"The sheet is in {sheet}", soft_wrap=True)
        return
    if write is not None:
        check_writable(write)
    if shipped:
        found: Sequence[Puzzle] = known
    else:
        limit = DEEP if nodes is None else Limit(nodes=nodes)
        start = 0 if seed is None else seed
        played = chain(
            *(_games(directory) for directory in experiment or ()),
            islice(self_play(name, game.changed_options, start), games),
        )
        with progress("harvesting") as report:
            done = 0

            def hear(puzzle: Puzzle) -> None:
                nonlocal done
                done += 1
                report(done / count)

            found = harvest(played, count, limit, hear, known, start, ahead)
    if write is not None:
        write_file(write, written(found))
        note(f"The puzzles are in {write}")
    if json:
        print_json({"game": name, "puzzles": [puzzle.facts() for puzzle in found]})
    elif write is None:
        for puzzle in found:
            out.print(puzzle.text, markup=False, soft_wrap=True)


def _games(directory: Path) -> Iterator[list[Position]]:
    """The games of an experiment, as their positions."""
    from tabuleiro.experiments.store import Store

    with Store.open(directory) as store:
        for row in store.games():
            yield list(store.record(row.number).positions())
