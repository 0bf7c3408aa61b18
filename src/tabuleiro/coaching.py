"""What is to be done now, in one sentence: the game's own words, or general ones for any game."""

from __future__ import annotations

from tabuleiro.text import Text
from tabuleiro.turn import RESERVE, Turn, by_cell

GOES_ON = Text("Go on with the turn", "Continua a jogada")
OR_FINISH = Text(", or finish it", ", ou termina-a")
PASSES = Text("Nothing can be moved: pass.", "Nada se pode mover: passa.")
PLACES = Text("Choose one of {count} places", "Escolhe um de {count} lugares")
OR_PLACES = Text(", or choose one of {count} places", ", ou escolhe um de {count} lugares")
PIECES = Text("Choose one of {count} pieces", "Escolhe uma de {count} peças")
PLACES_ONE = Text("Choose {cell}", "Escolhe {cell}")
CHOICES = Text("Choose one of {count} moves", "Escolhe uma de {count} jogadas")
MOVES = Text("Move one of {count} pieces", "Move uma de {count} peças")
MOVES_ONE = Text("Move the piece on {cell}", "Move a peça em {cell}")
DROPS = Text(", or drop one of your reserve", ", ou põe uma da tua reserva")
DROPS_ONLY = Text(
    "Put a piece of your reserve on the board", "Põe no tabuleiro uma peça da reserva"
)
CAPTURES = Text("; {count} of the moves capture", "; {count} das jogadas capturam")
CAPTURES_ONE = Text("; one of the moves captures", "; uma das jogadas captura")


def coach_words(turn: Turn) -> Text | None:
    """The sentence for a person whose turn stands here; None where nothing can be done."""
    here = turn.here
    if turn.is_over or here.outcome is not None:
        return None
    game = here.game
    own = game.people.coach(game.board, here.state(), here.steps)
    return own if own is not None else _general(turn)


def _general(turn: Turn) -> Text:
    """What the legal steps themselves tell, and what the drawing notes."""
    said, note = _steps(turn), turn.here.view.note
    return said if note is None else Text(f"{said.en} {note.en}", f"{said.pt} {note.pt}")


def _steps(turn: Turn) -> Text:
    choices = turn.choices
    if turn.actions or not turn.here.turn_is_over:
        return _joined(GOES_ON, OR_FINISH if turn.finish is not None else None)
    if not choices:
        return PASSES
    standing = by_cell(turn.here)
    single = [choice.cells[0] for choice in choices if len(choice.cells) == 1]
    pieces = [cell for cell in turn.sources if cell != RESERVE and cell not in single]
    first, also = None, None
    if single and not pieces:
        first = _places(turn, single)
    elif pieces and not any(cell in standing for cell in pieces):
        first = PLACES.format(count=len(pieces))
    else:
        first = _moves(turn, pieces) if pieces else DROPS_ONLY
        also = OR_PLACES.format(count=len(set(single))) if single else None
    drops = DROPS if pieces and RESERVE in turn.sources else None
    captures = sum(1 for choice in choices if choice.takes)
    some = CAPTURES_ONE if captures == 1 else CAPTURES.format(count=captures) if captures else None
    return _joined(first, drops, also, some)


def _places(turn: Turn, cells: list[int]) -> Text:
    """Steps that point at one cell each: to place a piece there, or to choose the one there."""
    several = set(cells)
    if len(cells) > len(several):
        return CHOICES.format(count=len(cells))
    if len(several) == 1:
        return PLACES_ONE.format(cell=turn.here.game.geometry.cells[cells[0]].name)
    stand = all(cell in by_cell(turn.here) for cell in several)
    return (PIECES if stand else PLACES).format(count=len(several))


def _moves(turn: Turn, cells: list[int]) -> Text:
    """Steps of pieces that stand on the board."""
    if len(cells) == 1:
        return MOVES_ONE.format(cell=turn.here.game.geometry.cells[cells[0]].name)
    return MOVES.format(count=len(cells))


def _joined(*parts: Text | None) -> Text:
    """Parts of a sentence, and its stop."""
    said = [part for part in parts if part is not None]
    return Text("".join(part.en for part in said) + ".", "".join(part.pt for part in said) + ".")
