"""A position as lines of text, coloured where the terminal can: one renderer for every game."""

from __future__ import annotations

from rich.style import Style
from rich.text import Text

from tabuleiro.games.base import Cell, Language, Piece, Player
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
DIM = Style(dim=True)


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
    geometry = position.game.geometry
    standing = {piece.cell: piece for piece in position.view.pieces}
    marked = any(piece.mark or piece.label for piece in position.view.pieces)
    tallest = max([len(piece.owners) for piece in position.view.pieces], default=1)
    wide = tallest + (1 if marked else 0)
    pitch = (wide + 3) // 2 if wide > 1 else 1  # half the distance of neighbours in a row
    left = 3
    rows: dict[float, dict[int, tuple[str, Style]]] = {}
    for index, cell in enumerate(geometry.cells):
        text, style = _glyph(cell, standing.get(index), position.players, wide)
        column = left + round((cell.x - 0.5) * 2 * pitch)
        rows.setdefault(cell.y, {})[column] = (text, style)
    bottom = max(rows)
    for label in geometry.labels:
        y = min(rows, key=lambda row: abs(row - label.y))
        if label.y > bottom + 0.5:
            column = left + round((label.x - 0.5) * 2 * pitch) + (wide - 1) // 2
            rows.setdefault(bottom + 1, {})[column] = (label.text, DIM)
        elif label.x < min(cell.x for cell in geometry.cells if cell.y == y):
            rows[y][-1 - len(rows[y])] = (label.text, DIM)
    return [_row(rows[y]) for y in sorted(rows)]


def _row(cells: dict[int, tuple[str, Style]]) -> Text:
    line = Text()
    edge = [text for column, (text, _) in cells.items() if column < 0]
    line.append(f"{edge[0]:>2} " if edge else "", DIM)
    for column in sorted(column for column in cells if column >= 0):
        text, style = cells[column]
        line.append(" " * (column - len(line)))
        line.append(text, style)
    return line


def _glyph(
    cell: Cell, piece: Piece | None, players: tuple[Player, Player], wide: int
) -> tuple[str, Style]:
    tint = TINTS.get(cell.tint, Style())
    if piece is None:
        return ("·" if cell.tint != "goal" else "◌").ljust(wide), tint or DIM
    text = "".join(players[owner].letter.upper() for owner in piece.owners) + piece.label
    text += MARKS.get(piece.mark, "")
    return text.ljust(wide), DISCS[players[piece.owners[-1]].colour]


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
