"""`tabuleiro show`: a position, as a board and as text."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

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
from tabuleiro.position import Position
from tabuleiro.terminal.picture import picture

LISTED = 40


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
    legal = [move.text for move in here.legal_moves]
    if legal:
        more = f" … (+{len(legal) - LISTED})" if len(legal) > LISTED else ""
        word = "jogadas legais" if lang is Lang.pt else "legal moves"
        out.print(f"{len(legal)} {word}: " + " ".join(legal[:LISTED]) + more, markup=False)


def position_facts(here: Position) -> dict[str, Any]:
    """A position as data."""
    outcome = here.outcome
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
        "history": [move.text for move in here.history],
    }
