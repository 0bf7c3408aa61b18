"""`tabuleiro.solve`: a board solved, kept in a file, and found again."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from tabuleiro.errors import InvalidPosition, JobFailed
from tabuleiro.game import Game
from tabuleiro.places import make_directory
from tabuleiro.position import Position
from tabuleiro.solving import files
from tabuleiro.solving.boards import Report, Solved, solve_graph
from tabuleiro.solving.estimating import ENOUGH, SAMPLE, at_most, by_growth, by_random_games
from tabuleiro.solving.exploring import MOST, Explorer, Threads, in_bytes, machine_memory
from tabuleiro.solving.files import SolvedBoard
from tabuleiro.solving.resuming import Journal
from tabuleiro.text import Text

Note = Callable[[Text], None]
"""Hears what is worth saying while it works."""
SECONDS = 1.0
"""How long it explores before it says what it will take."""
WIDE = 1 << 12
"""Positions of a layer from which on its growth counts."""
WORTH_KEEPING = 1 << 15
"""Positions found whose loss would be felt."""
SAYS = {
    "foreign": Text(
        "{path!r} is of another board; it is made anew",
        "{path!r} é de outro tabuleiro; volta a ser feito",
    ),
    "going_on": Text(
        "Going on from {found:,} positions found before",
        "Continua a partir de {found:,} posições encontradas antes",
    ),
    "positions": Text("{found:,} positions", "{found:,} posições"),
    "at_least": Text(
        "At least about {least:,.0f} positions, symmetric ones once: {memory:,.0f} MB and "
        "{seconds:,.0f} s, or more",
        "Pelo menos cerca de {least:,.0f} posições, contando uma vez as simétricas: "
        "{memory:,.0f} MB e {seconds:,.0f} s, ou mais",
    ),
    "probably": Text(
        "Probably {least:,.0f} to {most:,.0f} positions, symmetric ones once: {memory:,.0f} to "
        "{most_memory:,.0f} MB and {seconds:,.0f} to {most_seconds:,.0f} s",
        "Provavelmente {least:,.0f} a {most:,.0f} posições, contando uma vez as simétricas: "
        "{memory:,.0f} a {most_memory:,.0f} MB e {seconds:,.0f} a {most_seconds:,.0f} s",
    ),
    "too_large": Text(
        "{game} on this board has at least about {about} positions, symmetric ones once, which "
        "take {needed}; accepted: {allowed} (--memory) and {most:,} positions; a smaller board, "
        "or a --position near the end, may fit",
        "{game} neste tabuleiro tem pelo menos cerca de {about} posições, contando uma vez as "
        "simétricas, que ocupam {needed}; aceites: {allowed} (--memory) e {most:,} posições; um "
        "tabuleiro mais pequeno, ou uma --position perto do fim, pode caber",
    ),
}


@dataclass(frozen=True)
class Solution:
    """What is known of a board, and where it is kept."""

    solved: Solved
    path: Path
    made_now: bool


def solve(
    game: Game,
    start: Position | None = None,
    *,
    memory: int | None = None,
    threads: int | None = None,
    anew: bool = False,
    report: Report = lambda what, share: None,
    note: Note = lambda said: None,
) -> Solution:
    """Solve every position that can be reached from `start`, or take what was solved before.

    Infinite play is a draw; repetition, progress and length rules are left aside. `memory` is what
    it may use, in bytes: by default half of the machine's.
    """
    here = start if start is not None else game.start()
    if not here.turn_is_over:
        raise InvalidPosition(
            f"{here.text!r} is in the middle of a turn; accepted: the start of one",
            f"{here.text!r} está a meio de uma jogada; aceite: o início de uma",
        )
    name = files.file_name(game, here.text)
    path = files.solved_directory() / (name + files.SUFFIX)
    there = files.find("solved", path.name)
    if there is not None and not anew:
        try:
            board = SolvedBoard(there)
            if board.fits(game):
                return Solution(Solved.of(board.header["facts"]), there, False)
            note(SAYS["foreign"].format(path=str(there)))
        except JobFailed as error:
            note(Text(error.words("en"), error.words("pt")))
    make_directory(path.parent)
    files.sweep(path.parent)
    allowed = memory if memory is not None else machine_memory() // 2
    try:
        return _solve(game, here, path, allowed, threads, anew, report, note)
    except MemoryError:
        raise JobFailed(
            "the machine has no more memory; --memory says how much may be used, and a smaller "
            "board, or a --position near the end, takes less",
            "a máquina não tem mais memória; --memory diz quanta se pode usar, e um tabuleiro mais "
            "pequeno, ou uma --position perto do fim, precisa de menos",
        ) from None


def _solve(
    game: Game,
    here: Position,
    path: Path,
    allowed: int,
    threads: int | None,
    anew: bool,
    report: Report,
    note: Note,
) -> Solution:
    game.engine.compile("explore")  # before the clock starts
    workers = Threads(game, threads or os.cpu_count() or 1)
    try:
        begin = perf_counter()
        explorer = Explorer(game, here.state(), workers, allowed)
        journal = Journal(path.with_suffix(".work"), explorer)
        if anew:
            journal.forget()
        if journal.resume():
            note(SAYS["going_on"].format(found=explorer.found))
        _explore(explorer, journal, report, note)
        compiling = perf_counter()
        game.engine.compile("retrograde")
        begin += perf_counter() - compiling
        solved, graph = solve_graph(explorer, report, begin)
        header = {
            "game": game.name,
            "options": files.board_options(game),
            "rules": files.rules_hash(game),
            "start": here.text,
            "packing": [f"{word:x}" for word in explorer.packing.allowed],
            "symmetries": explorer.group.tried,
            "facts": solved.facts(),
        }
        files.write(path, header, explorer.rows[: graph.count], explorer.worth[: graph.count])
        journal.forget()
    finally:
        workers.close()
    return Solution(solved, path, True)


def _explore(explorer: Explorer, journal: Journal, report: Report, note: Note) -> None:
    """Every position; what is found is kept when it has to stop."""
    least = 1.0

    def watch(found: int, done: int) -> None:
        nonlocal least
        if explorer.layers[-1] >= WIDE:  # how small layers grow says little
            least = max(least, by_growth(explorer.layers))
            check_room(explorer, least)
        report(SAYS["positions"].format(found=found), done / max(found, least))
        journal.save()

    try:
        soon = perf_counter() + SECONDS
        if explorer.done == 0 and not explorer.run(watch, until=soon, enough=SAMPLE):
            least = max(least, by_random_games(explorer))
            check_room(explorer, least)
        begin, done = perf_counter(), explorer.done
        if not explorer.run(watch, until=begin + SECONDS):
            pace = (perf_counter() - begin) / (explorer.done - done)
            least = max(least, explorer.found)
            check_room(explorer, least)
            note(said_before(explorer, least, pace))
            explorer.run(watch)
        check_room(explorer, explorer.found)
    except (KeyboardInterrupt, JobFailed):
        if explorer.found > WORTH_KEEPING:
            journal.save(now=True)
        raise


def said_before(explorer: Explorer, least: float, pace: float) -> Text:
    """How large a board is about, and what it takes at `pace`, in seconds a position."""
    most = max(at_most(explorer.layers), 2 * least)
    open_ended = explorer.layers[-1] < WIDE or most >= ENOUGH
    return SAYS["at_least" if open_ended else "probably"].format(
        least=float(f"{least:.1g}"),
        most=float(f"{most:.1g}"),
        memory=explorer.needed(least) / 1e6,
        most_memory=explorer.needed(most) / 1e6,
        seconds=least * pace,
        most_seconds=most * pace,
    )


def check_room(explorer: Explorer, positions: float) -> None:
    """Refuse what will not fit."""
    if explorer.needed(positions) <= explorer.memory and positions <= MOST:
        return
    said = SAYS["too_large"].format(
        game=explorer.game.name,
        about=f"{min(positions, ENOUGH):.1g}",
        needed=in_bytes(explorer.needed(positions)),
        allowed=in_bytes(explorer.memory),
        most=MOST,
    )
    raise JobFailed(said.en, said.pt)
