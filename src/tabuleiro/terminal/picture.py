"""A position as lines of text, coloured where the terminal can: one renderer for every game."""

from __future__ import annotations

from rich.style import Style
from rich.text import Text

from tabuleiro.endings import ending_of
from tabuleiro.games.base import Piece, Player
from tabuleiro.position import Position
from tabuleiro.text import Language
from tabuleiro.turn import just_captured

DISCS = {
    "white": Style(color="#000000", bgcolor="#eeeeee", bold=True),
    "black": Style(color="#eeeeee", bgcolor="#262626", bold=True),
    "red": Style(color="#ffffff", bgcolor="#c80000", bold=True),
    "blue": Style(color="#ffffff", bgcolor="#005fd7", bold=True),
    "orange": Style(color="#000000", bgcolor="#ff8700", bold=True),
}
NOBODYS = Style(color="#ffffff", bgcolor="#6c6a64", bold=True)
NOBODYS_LETTER = "#"
WOOD = Style(color="rgb(110,80,40)", bgcolor="rgb(222,196,150)")
TINTS = {
    "dark": Style(color="rgb(60,42,26)", bgcolor="rgb(150,110,72)"),
    "light": Style(color="rgb(90,70,40)", bgcolor="rgb(226,202,156)"),
    "white": Style(color="rgb(120,115,100)", bgcolor="rgb(240,238,230)"),
    "blue": Style(color="rgb(30,60,110)", bgcolor="rgb(140,175,222)"),
    "neutral": Style(color="rgb(80,80,80)", bgcolor="rgb(190,188,180)"),
    "goal": Style(color="rgb(30,80,20)", bgcolor="rgb(170,205,140)"),
}
MARKS = {"blocked": "x", "goal": "*", "king": "+", "moving": "!"}
LEGEND = {
    "blocked": ("x blocked", "x bloqueada"),
    "goal": ("* at its goal", "* na meta"),
    "king": ("+ king", "+ rei"),
    "moving": ("! moving", "! a mover-se"),
}
STACKS = ("stacks from bottom to top", "pilhas de baixo para cima")
SIGNS = {"white": "◇", "blue": "◆", "goal": "◌", "strong": "•"}
"""Empty places that must be told apart without colours."""
DIM = Style(dim=True)
LEFT = 3
"""Columns for the row numbers."""


def picture(position: Position, language: Language = "en") -> Text:
    """The board with coordinates, what is beside it, and who is to move or has won."""
    lines = [*_board(position), *_trays(position, language), headline(position, language)]
    return Text("\n").join(lines)


def headline(position: Position, language: Language = "en") -> Text:
    """Who is to move, or how the game ended."""
    ending = ending_of(position)
    if ending is None:
        name = position.players[position.player].name[language]
        return Text(f"{name} a jogar." if language == "pt" else f"{name} to move.")
    return Text(f"{ending[language]}.")


def _board(position: Position) -> list[Text]:
    """The cells laid out by their coordinates, each wide enough for the tallest stack."""
    geometry, players = position.game.geometry, position.players
    standing = {piece.cell: piece for piece in position.view.pieces}
    wide = max((max(len(p.owners), 1) + len(p.label) for p in standing.values()), default=1)
    wide += 2 if wide < 4 else 1  # 12 columns of tall stacks still fit 80 characters
    if any(cell.shape == "hexagon" for cell in geometry.cells):
        wide += wide % 2  # rows are half a cell apart
    rows: dict[float, list[tuple[int, Text]]] = {}
    for index, cell in enumerate(geometry.cells):
        tint = TINTS.get(cell.tint, WOOD)
        glyph = Text(" ", tint)
        if index in standing:
            _draw(glyph, standing[index], players)
        else:
            glyph.append(SIGNS.get(cell.tint, "·"))
        glyph.pad_right(wide - len(glyph))
        rows.setdefault(cell.y, []).append((_column(cell.x, wide), glyph))
    numbers: dict[float, str] = {}
    letters: list[tuple[int, Text]] = []
    header: list[tuple[int, Text]] = []
    for label in geometry.labels:
        if label.y < min(rows) - 0.5:
            header.append((_column(label.x, wide) + 1, Text(label.text, DIM)))
        elif label.y > max(rows):
            letters.append((_column(label.x, wide) + 1, Text(label.text, DIM)))
        elif label.x > geometry.width / 2:  # a column that begins further up
            beside = min(rows, key=lambda y: abs(y - label.y))
            rows[beside].append((_column(label.x, wide) + 1, Text(label.text, DIM)))
        else:
            numbers[min(rows, key=lambda y: abs(y - label.y))] = label.text
    lines = [_row(header, "")] if header else []
    for y, above in zip(sorted(rows), [None, *sorted(rows)], strict=False):
        if above is not None and y - above > 1.2:
            lines.append(Text())
        lines.append(_row(rows[y], numbers.get(y, "")))
    return [*lines, _row(letters, "")] if letters else lines


def _column(x: float, wide: int) -> int:
    return LEFT + int((x - 0.5) * wide + 0.5)


def _row(cells: list[tuple[int, Text]], number: str) -> Text:
    line = Text().append(f"{number:>2} ", DIM)
    for column, glyph in sorted(cells, key=lambda cell: cell[0]):
        line.append(" " * (column - len(line)))
        line.append_text(glyph)
    return line


def _draw(glyph: Text, piece: Piece, players: tuple[Player, Player]) -> None:
    """A stack from bottom to top, with what is written on it and what is special."""
    for owner in piece.owners or (None,):
        glyph.append(letter_of(players, owner), _disc(players, owner))
    glyph.append(piece.label, _disc(players, piece.owner))
    glyph.append(MARKS.get(piece.mark, ""))


def letter_of(players: tuple[Player, Player], owner: int | None) -> str:
    """The letter of a player's pieces, and of those that are nobody's."""
    return NOBODYS_LETTER if owner is None else players[owner].letter.upper()


def _disc(players: tuple[Player, Player], owner: int | None) -> Style:
    """A game of somebody else may have players of other colours: light and dark then."""
    if owner is None:
        return NOBODYS
    return DISCS.get(players[owner].colour, DISCS[("white", "black")[owner]])


def _trays(position: Position, language: Language) -> list[Text]:
    view = position.view
    lines = []
    marks = {piece.mark for piece in view.pieces if piece.mark in LEGEND}
    legend = [LEGEND[mark][language == "pt"] for mark in sorted(marks)]
    if any(len(piece.owners) > 1 for piece in view.pieces):
        legend.append(STACKS[language == "pt"])
    if legend:
        lines.append(Text("  ".join(legend), DIM))
    captured = _captured(position, language)
    if captured is not None:
        lines.append(captured)
    kinds = [
        (view.reserve, "in reserve", "em reserva"),
        (view.captured, "lost", "perdidas"),
    ]
    for counts, english, portuguese in kinds:
        if any(counts):
            word = portuguese if language == "pt" else english
            names = [player.name[language] for player in position.players]
            lines.append(
                Text(f"{word.capitalize()}: {names[0]} {counts[0]}, {names[1]} {counts[1]}", DIM)
            )
    if view.note is not None:
        lines.append(Text(view.note[language]))
    return lines


def _captured(position: Position, language: Language) -> Text | None:
    """What has just left the board, in words: a diagram shows only what stands there."""
    ghosts = just_captured(position)
    if not ghosts:
        return None
    cells = position.game.geometry.cells
    sides = [
        f"{player.name[language]} {', '.join(cells[piece.cell].name for piece in own)}"
        for number, player in enumerate(position.players)
        if (own := [piece for piece in reversed(ghosts) if piece.owner == number])
    ]
    word = "Capturadas agora" if language == "pt" else "Just captured"
    return Text(f"{word}: {'; '.join(sides)}", DIM)
