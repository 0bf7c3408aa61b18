"""`tabuleiro solve`: every position of a small board, and what it is worth."""

from __future__ import annotations

import re
from typing import Annotated

import typer

from tabuleiro.cli.app import (
    DEFAULT_LANGUAGE,
    GameName,
    Json,
    Language,
    Options,
    PositionText,
    Seed,
    app,
    the_game,
    the_position,
)
from tabuleiro.cli.output import note, out, phases, print_json
from tabuleiro.errors import InvalidOption
from tabuleiro.text import Text

UNITS = {"": 1, "K": 10**3, "M": 10**6, "G": 10**9, "T": 10**12}
SAYS = {
    "win": Text("the player to move wins in {turns}", "quem joga ganha em {turns}"),
    "loss": Text("the player to move loses in {turns}", "quem joga perde em {turns}"),
    "draw": Text("a draw", "empate"),
    "from": Text("{game} from {position}: {verdict}", "{game} a partir de {position}: {verdict}"),
    "counts": Text(
        "{positions:,} positions: {wins:,} won, {draws:,} drawn, {losses:,} lost for the side to "
        "move; the longest ends in {longest}",
        "{positions:,} posições: {wins:,} ganhas, {draws:,} empatadas, {losses:,} perdidas para "
        "quem joga; a mais longa acaba em {longest}",
    ),
    "now": Text("{seconds:.1f} s", "{seconds:.1f} s"),
    "before": Text("solved before", "já estava resolvido"),
    "kept": Text(
        "{when}; infinite play counts as a draw; kept in {path}",
        "{when}; o jogo sem fim conta como empate; guardado em {path}",
    ),
}

Memory = Annotated[
    str | None,
    typer.Option("--memory", metavar="SIZE", help="What it may use, as 4G; half of all if none."),
]
Threads = Annotated[int | None, typer.Option("--threads", min=1, max=64, help="All cores if none.")]


def read_memory(text: str | None) -> int | None:
    """A size such as 500M or 4G."""
    if text is None:
        return None
    match = re.fullmatch(r"([0-9]{1,12})([KMGT]?)B?", text.strip().upper(), re.ASCII)
    if match is None or int(match[1]) == 0:
        raise InvalidOption(
            f"memory cannot be {text!r}; accepted: a size such as 500M or 4G",
            f"a memória não pode ser {text!r}; aceite: um tamanho como 500M ou 4G",
        )
    return int(match[1]) * UNITS[match[2]]


def in_turns(number: int | None) -> Text:
    """So many turns."""
    more = "" if number == 1 else "s"
    return Text(f"{number} turn{more}", f"{number} jogada{more}")


@app.command()
def solve(
    name: GameName,
    option: Options = None,
    position: PositionText = None,
    memory: Memory = None,
    threads: Threads = None,
    anew: Annotated[
        bool, typer.Option("--anew", help="Solve it again, also if it was solved before.")
    ] = False,
    seed: Seed = None,
    lang: Language = DEFAULT_LANGUAGE,
    json: Json = False,
) -> None:
    """Solve a small board: the value of every position that can be reached, and its distance.

    Infinite play is a draw: rules about repetition, progress and length are left aside. The result
    is kept; stopped with Ctrl-C or killed, the work goes on where it was.

    Example: `tabuleiro solve fanorona -o width=5 -o height=3`
    """
    from tabuleiro.solving.api import solve as solve_board

    game = the_game(name, option, seed)
    here = the_position(game, position)
    with phases() as report:
        result = solve_board(
            game,
            here,
            memory=read_memory(memory),
            threads=threads,
            anew=anew,
            report=lambda what, share: report(what[lang.value], share),
            note=lambda said: note(said[lang.value]),
        )
    facts = result.solved.facts()
    if json:
        about = {"game": name, "options": game.options, "position": here.text}
        print_json({**about, **facts, "file": str(result.path), "solved_now": result.made_now})
        return
    facts |= {each: in_turns(facts[each]) for each in ("turns", "longest")}
    verdict = SAYS[result.solved.value].format(**facts)
    when = SAYS["now" if result.made_now else "before"].format(**facts)
    said = SAYS["from"].format(game=name, position=here.text, verdict=verdict)
    out.print(said[lang.value], style="bold", markup=False, highlight=False)
    for said in (SAYS["counts"].format(**facts), SAYS["kept"].format(when=when, path=result.path)):
        out.print(said[lang.value], markup=False, highlight=False)
