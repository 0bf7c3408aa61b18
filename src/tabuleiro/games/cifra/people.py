"""CIFRA Code25 for people: names, the board's drawing, notation of moves, words about play.

Its options and the texts of its positions stand in files of their own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tabuleiro.games.base import Cell, Geometry, Piece, View, captured_trays, grid_labels
from tabuleiro.games.cifra.board import (
    COLOURS,
    SIDES_OF_PLAY,
    cell,
    goals,
    name,
    number,
    pieces,
    players,
)
from tabuleiro.games.cifra.options import COMPILATIONS, FRESH, OPTIONS, check_options, resolve
from tabuleiro.games.cifra.positions import arrange, position_text, read_position
from tabuleiro.games.cifra.rules import FIRST_MOVE, KING, SIDES, edge
from tabuleiro.text import Text

__all__ = [
    "COMPILATIONS",
    "FRESH",
    "OPTIONS",
    "SUMMARY",
    "TERM_TITLES",
    "TERM_UNITS",
    "TITLE",
    "arrange",
    "check_options",
    "coach",
    "ending",
    "geometry",
    "players",
    "position_text",
    "read_position",
    "read_step",
    "resolve",
    "step_text",
    "step_words",
    "touched",
    "view",
    "why_not",
]

TITLE = Text("CIFRA Code25", "CIFRA Code25")
SUMMARY = Text(
    "A dash across white and blue tiles: a run of tiles in your own colour is a single step.",
    "Uma corrida sobre casas brancas e azuis: uma fila de casas da tua cor conta como uma só.",
)
TERM_TITLES = {
    "pieces": Text("pieces", "peças"),
    "goals": Text("at the goal", "na meta"),
    "advance": Text("advance", "avanço"),
    "reach": Text("reach", "alcance"),
    "runners": Text("runners", "corredores"),
    "finish": Text("finish", "chegada"),
    "numbers": Text("numbers", "números"),
    "king": Text("king", "rei"),
    "tempo": Text("the move", "a vez"),
    "h1": Text("original H1", "H1 original"),
    "h3": Text("original H3", "H3 original"),
}
TERM_UNITS = {"goals": 50, "reach": 0, "finish": 0, "numbers": 0}
TERM_CHANGES = {
    "goals": (
        Text("piece at the goal", "peça na meta"),
        Text("pieces at the goal", "peças na meta"),
    ),
    "advance": (
        Text("row of advance", "fila de avanço"),
        Text("rows of advance", "filas de avanço"),
    ),
    "reach": (
        Text("more room to move", "mais espaço para andar"),
        Text("less room to move", "menos espaço para andar"),
    ),
    "runners": (
        Text("piece that could go to the goal", "peça que podia ir à meta"),
        Text("pieces that could go to the goal", "peças que podiam ir à meta"),
    ),
    "finish": (
        Text("better placed for the finish", "em melhor posição para o final"),
        Text("worse placed for the finish", "em pior posição para o final"),
    ),
    "numbers": (
        Text("higher numbers", "números mais altos"),
        Text("lower numbers", "números mais baixos"),
    ),
    "king": (
        Text("row for the king", "fila para o rei"),
        Text("rows for the king", "filas para o rei"),
    ),
}
TINTS = ("white", "blue", "neutral")


def geometry(board: Any) -> Geometry:
    size = board.rules.SIZE
    cells = tuple(
        Cell(name(board, p), p % size + 0.5, p // size + 0.5, "square", TINTS[board.tile[p]])
        for p in range(size * size)
    )
    return Geometry(size, size, cells, (), grid_labels(size, size), captured_trays(size, size))


def view(board: Any, s: Any) -> View:
    if s.setting == 0:
        note = Text(
            "The second player chooses a side and a colour.",
            "O segundo jogador escolhe um lado e uma cor.",
        )
        return View((), note=note)
    size = board.rules.SIZE
    shown = []
    lost = [size, size]
    for player in range(2):
        goal = goals(board, s, player)
        for p in pieces(board, s, player):
            value = number(board, s, p)
            king = board.mode == KING and value == size
            mark = "king" if king else "goal" if p in goal else ""
            shown.append(Piece(p, (player,), mark, str(value) if value else ""))
            lost[player] -= 1
    return View(tuple(sorted(shown, key=lambda piece: piece.cell)), captured=(lost[0], lost[1]))


def touched(board: Any, s: Any, action: int) -> tuple[int, ...]:
    """The two cells of a move; for a choice, the middle of the side."""
    if action < FIRST_MOVE:
        size = board.rules.SIZE
        return (edge(size, (action - 1) >> 1)[size // 2],)
    code = action - FIRST_MOVE
    return (code >> board.rules.SHIFT, code & board.rules.LOW)


def step_text(board: Any, s: Any, action: int) -> str:
    """`c1-c2` moves a piece; `top-white` is the second player's choice of side and colour."""
    if action < FIRST_MOVE:
        return f"{SIDES[(action - 1) >> 1]}-{COLOURS[(action - 1) & 1]}"
    return "-".join(name(board, p) for p in touched(board, s, action))


def read_step(board: Any, s: Any, text: str) -> int | None:
    source, _, target = text.partition("-")
    if source in SIDES and target in COLOURS:
        return 1 + 2 * SIDES.index(source) + COLOURS.index(target)
    p, q = cell(board, source), cell(board, target)
    if p is None or q is None:
        return None
    return FIRST_MOVE + (p << int(board.rules.SHIFT)) + q


AT_GOAL = Text("A piece at its goal never moves again.", "Uma peça na meta não volta a mover-se.")
LOCKED = Text("A piece at its goal cannot be captured.", "Uma peça na meta não pode ser capturada.")
OWN_PIECE = Text("One of your own pieces is there.", "Já lá está uma peça tua.")
ONE_EDGE = Text(
    "A piece goes in a straight line, without jumping, and crosses into one new tile at most; "
    "a run of your own colour is one tile.",
    "Uma peça anda em linha reta, sem saltar, e entra no máximo numa casa nova; "
    "uma fila da tua cor conta como uma só.",
)


def step_words(board: Any, s: Any, action: int) -> Text | None:
    """The second player's choice said aloud."""
    if action >= FIRST_MOVE:
        return None
    side, own = SIDE_WORDS[(action - 1) >> 1], SIDES_OF_PLAY[(action - 1) & 1].name
    return Text(f"{own.en}, {side.en}", f"{own.pt}, {side.pt}")


SIDE_WORDS = (
    Text("at the top", "em cima"),
    Text("at the bottom", "em baixo"),
    Text("on the left", "à esquerda"),
    Text("on the right", "à direita"),
)


def why_not(board: Any, s: Any, cells: tuple[int, ...]) -> tuple[Text, tuple[int, ...]] | None:
    if s.setting == 0:
        return None
    if cells[0] in goals(board, s, s.player):
        return AT_GOAL, (cells[0],)
    if len(cells) < 2:
        return None
    if cells[1] in pieces(board, s, s.player):
        return OWN_PIECE, (cells[1],)
    theirs = pieces(board, s, 1 - s.player)
    if cells[1] in theirs and cells[1] in goals(board, s, 1 - s.player):
        return LOCKED, (cells[1],)
    return ONE_EDGE, ()


CHOOSE_NOW = Text(
    "Look at the tiles, then choose your home side and your colour.",
    "Olha para as casas e escolhe o teu lado e a tua cor.",
)
HOME_NOW = Text(
    "Bring your pieces to the far row: {mine} home so far, the enemy {theirs}{captures}.",
    "Leva as tuas peças à linha oposta: {mine} na meta até agora, o inimigo {theirs}{captures}.",
)
KING_NOW = Text(
    "Bring your king to the far row, or capture the enemy's{captures}.",
    "Leva o teu rei à linha oposta, ou captura o do inimigo{captures}.",
)
CAN_CAPTURE = Text("; {count} moves capture", "; {count} jogadas capturam")
CAN_CAPTURE_ONE = Text("; one move captures", "; uma jogada captura")
KING_HOME = Text("{side}'s king is home", "o rei das {side} chegou à meta")
KING_LOST = Text("{side}'s king was captured", "o rei das {side} foi capturado")
ALL_HOME = Text("all {words} pieces home, {score}", "as {words} peças na meta, {score}")
MORE_HOME = Text("more pieces home, {score}", "mais peças na meta, {score}")
SUM_HOME = Text("the larger sum home, {score}", "a maior soma na meta, {score}")
LIVE_LEFT = Text(
    "{score} home, and only {side} has pieces left to move",
    "{score} na meta, e só {side} com peças por chegar",
)
EVEN = Text("{score} home, and no piece left to move", "{score} na meta, e nenhuma peça por chegar")
SCORE = Text("{} to {}", "{} a {}")
COUNTS = {5: Text("five", "cinco"), 9: Text("nine", "nove")}


def coach(board: Any, s: Any, legal: Sequence[int]) -> Text:
    if s.setting == 0:
        return CHOOSE_NOW
    theirs = set(pieces(board, s, 1 - s.player))
    taking = sum(touched(board, s, action)[1] in theirs for action in legal)
    captures = CAN_CAPTURE_ONE if taking == 1 else CAN_CAPTURE.format(count=taking)
    home = [len(arrived(board, s, side)) for side in (s.player, 1 - s.player)]
    said = KING_NOW if board.mode == KING else HOME_NOW
    return said.format(mine=home[0], theirs=home[1], captures=captures if taking else "")


def arrived(board: Any, s: Any, player: int) -> set[int]:
    """A player's pieces at the goal."""
    return set(pieces(board, s, player)) & set(goals(board, s, player))


def ending(board: Any, s: Any, winner: int | None) -> Text | None:
    sides = players(board, s)
    if board.mode == KING:
        for player, side in enumerate(sides):
            king = [p for p in pieces(board, s, player) if number(board, s, p) == board.rules.SIZE]
            if not king:
                return KING_LOST.format(side=side.name)
            if king[0] in goals(board, s, player):
                return KING_HOME.format(side=side.name)
    first = 0 if winner is None else winner
    home = [arrived(board, s, player) for player in (first, 1 - first)]
    sums = [sum(number(board, s, p) for p in cells) for cells in home]
    counts = [len(cells) for cells in home]
    if sums[0] != sums[1]:
        return SUM_HOME.format(score=score_words(sums))
    score = score_words(counts)
    if winner is None:
        return EVEN.format(score=score)
    if counts[0] == counts[1]:
        return LIVE_LEFT.format(score=score, side=sides[winner].name)
    size = board.rules.SIZE
    return (ALL_HOME if counts[0] == size else MORE_HOME).format(score=score, words=COUNTS[size])


def score_words(counts: list[int]) -> Text:
    return Text(SCORE.en.format(*counts), SCORE.pt.format(*counts))
