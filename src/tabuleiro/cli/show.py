"""`tabuleiro show`: a position, as a board and as text."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Group
from rich.table import Table
from rich.text import Text as Styled

from tabuleiro import drawing
from tabuleiro.cli.app import (
    DEFAULT_LANGUAGE,
    GameName,
    Json,
    Lang,
    Language,
    Moves,
    Options,
    PositionText,
    Seed,
    app,
    the_game,
    the_position,
)
from tabuleiro.cli.output import note, out, print_json, write_file
from tabuleiro.move import Move
from tabuleiro.position import Position
from tabuleiro.solving.knowledge import Mark, marks, worth_asking
from tabuleiro.terminal.picture import picture
from tabuleiro.text import Language as Tongue
from tabuleiro.text import Text

LISTED = 40
COUNTED = 100_000
"""How many are counted: where turns have many steps there may be billions."""
COLOURS = {"win": "green", "draw": "yellow", "loss": "red"}
PROVEN = Text("Proven: {words}", "Provado: {words}")
KNOWN = Text("Known: {words}", "Sabe-se: {words}")


@app.command()
def show(
    name: GameName,
    option: Options = None,
    position: PositionText = None,
    moves: Moves = None,
    svg: Annotated[
        Path | None, typer.Option("--svg", metavar="FILE", help="Also write a picture to a file.")
    ] = None,
    seed: Seed = None,
    lang: Language = DEFAULT_LANGUAGE,
    json: Json = False,
) -> None:
    """Show a position: the board, its text, and the legal moves.

    Example: `tabuleiro show fanorona --moves "e2-e3a f4-e5w"`
    """
    here = the_position(the_game(name, option, seed), position, moves)
    if svg is not None:
        write_file(svg, drawing.svg(here))
        note(f"Picture written to {svg}")
    if json:
        print_json(position_facts(here))
        return
    out.print(picture(here, lang.value))
    out.print(here.text, style="dim", markup=False, soft_wrap=True)  # in one piece, to be copied
    known = marks(here) if worth_asking(here) else None
    if known is not None:
        out.print(known_moves(known, lang.value))
        return
    legal = list(islice(here.legal_moves, COUNTED + 1))
    if legal:
        counted = f"{COUNTED:,}+" if len(legal) > COUNTED else str(len(legal))
        more = f" … (+{len(legal) - LISTED})" if LISTED < len(legal) <= COUNTED else ""
        more = more or (" …" if len(legal) > COUNTED else "")
        word = "jogadas legais" if lang is Lang.pt else "legal moves"
        shown = " ".join(move.text for move in legal[:LISTED])
        out.print(f"{counted} {word}: {shown}{more}", markup=False)


def known_moves(known: Mapping[Move, Mark], language: Tongue) -> Group:
    """The legal moves of a position that is known, each with what it is worth, the best first."""
    table = Table(box=None, pad_edge=False, show_header=False)
    for move in sorted(known, key=lambda each: known[each].rank, reverse=True):
        mark = known[move]
        style = COLOURS[mark.value]
        table.add_row(
            Styled(mark.sign, style), Styled(move.text, "bold"), Styled(mark.words(language), style)
        )
    best = max(known.values(), key=lambda mark: mark.rank)
    title = PROVEN[language] if best.sure else KNOWN[language]
    return Group(title.format(words=best.words(language)), table)


def position_facts(here: Position) -> dict[str, Any]:
    """A position as data."""
    outcome = here.outcome
    known = marks(here) if outcome is None and worth_asking(here) else None
    return {
        "game": here.game.name,
        "options": here.game.options,
        "position": here.text,
        "player": here.player,
        "players": [player.name["en"] for player in here.players],
        "ply": here.ply,
        "outcome": None
        if outcome is None
        else {
            "result": outcome.result,
            "winner": outcome.winner,
            "reason": outcome.termination.value,
        },
        "legal_moves": [move.text for move in here.legal_moves],
        "marks": None
        if known is None
        else {move.text: mark.facts() for move, mark in known.items()},
        "history": [move.text for move in here.history],
    }
