"""A position as lines of text, coloured where the terminal can: one renderer for every game."""

from __future__ import annotations

from rich.style import Style
from rich.text import Text

from tabuleiro.games.base import Language, Piece, Player
from tabuleiro.position import Position

DISCS = {
    "white": Style(color="black", bgcolor="grey93", bold=True),
    "black": Style(color="grey93", bgcolor="grey15", bold=True),
    "red": Style(color="white", bgcolor="red3", bold=True),
    "blue": Style(color="white", bgcolor="dodger_blue3", bold=True),
    "orange": Style(color="black", bgcolor="dark_orange", bold=True),
}
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
    "moving": ("! moving", "! em jogo"),
}
SIGNS = {"white": "◇", "blue": "◆", "goal": "◌"}
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
    outcome = position.outcome
    names = [player.name[language] for player in position.players]
    if outcome is None:
        name = names[position.player]
        return Text(f"{name} a jogar." if language == "pt" else f"{name} to move.")
    reason = f" ({outcome.termination.value})"
    if language == "pt":
        reason = f" ({REASONS_PT[outcome.termination.value]})"
    if outcome.winner is None:
        return Text(("Empate" if language == "pt" else "A draw") + reason + ".")
    verb = "Vitória:" if language == "pt" else "The winner is"
    return Text(f"{verb} {names[outcome.winner]}{reason}.")


REASONS_PT = {
    "rules": "pelas regras",
    "no legal move": "sem jogada legal",
    "threefold repetition": "tripla repetição",
    "no progress": "sem progresso",
    "too many turns": "demasiadas jogadas",
}


def _board(position: Position) -> list[Text]:
    """The cells laid out by their coordinates, each as wide as the tallest stack."""
    geometry, players = position.game.geometry, position.players
    standing = {piece.cell: _letters(piece, players) for piece in position.view.pieces}
    owners = {piece.cell: piece.owners[-1] for piece in position.view.pieces}
    wide = max(map(len, standing.values()), default=1)
    tiled = any(cell.tint in TINTS for cell in geometry.cells if cell.shape == "square")
    spacing = wide + 2 if tiled else (wide + 2) // 2 * 2
    rows: dict[float, list[tuple[int, Text]]] = {}
    for index, cell in enumerate(geometry.cells):
        tint = TINTS.get(cell.tint, Style())
        if index in standing:
            style = DISCS[players[owners[index]].colour]
            glyph = Text(standing[index].ljust(wide), style)
        else:
            glyph = Text(SIGNS.get(cell.tint, "·").ljust(wide), tint or DIM)
        if tiled:
            glyph = Text.assemble((" ", tint), glyph, (" ", tint))
        rows.setdefault(cell.y, []).append((LEFT + int((cell.x - 0.5) * spacing + 0.5), glyph))
    numbers: dict[float, str] = {}
    letters: list[tuple[int, Text]] = []
    for label in geometry.labels:
        if label.y > max(rows):
            column = LEFT + int((label.x - 0.5) * spacing + 0.5) + (1 if tiled else 0)
            letters.append((column, Text(label.text, DIM)))
        else:
            numbers[min(rows, key=lambda y: abs(y - label.y))] = label.text
    lines = []
    for y, above in zip(sorted(rows), [None, *sorted(rows)], strict=False):
        if above is not None and y - above > 1.2:
            lines.append(Text())
        lines.append(_row(rows[y], numbers.get(y, "")))
    return [*lines, _row(letters, "")] if letters else lines


def _row(cells: list[tuple[int, Text]], number: str) -> Text:
    line = Text(f"{number:>2} ", DIM)
    for column, glyph in sorted(cells, key=lambda cell: cell[0]):
        line.append(" " * (column - len(line)))
        line.append_text(glyph)
    return line


def _letters(piece: Piece, players: tuple[Player, Player]) -> str:
    """A stack from bottom to top, with what is written on it and what is special."""
    owners = "".join(players[owner].letter.upper() for owner in piece.owners)
    return owners + piece.label + MARKS.get(piece.mark, "")


def _trays(position: Position, language: Language) -> list[Text]:
    view = position.view
    lines = []
    marks = {piece.mark for piece in view.pieces if piece.mark}
    legend = "  ".join(LEGEND[mark][language == "pt"] for mark in sorted(marks))
    if legend:
        lines.append(Text(legend, DIM))
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
    return lines
