"""Aboyne for people: options, names, the board's drawing, notation, positions as text."""

from __future__ import annotations

import random as chance
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from math import sqrt
from typing import Any

from tabuleiro.errors import InvalidPosition
from tabuleiro.games.aboyne.rules import PASS, STEPS, cells
from tabuleiro.games.base import (
    Cell,
    Geometry,
    Label,
    Piece,
    Player,
    View,
    captured_trays,
    read_side,
)
from tabuleiro.options import Option, Value
from tabuleiro.text import Text

TITLE = Text("Aboyne", "Aboyne")
SUMMARY = Text(
    "A race to the corner behind the enemy: stones next to an enemy cannot move, "
    "and only a jump over friends captures.",
    "Uma corrida até ao canto atrás do inimigo: as pedras ao lado de um inimigo não se movem, "
    "e só captura quem salta por cima de pedras amigas.",
)
COMPILATIONS: tuple[dict[str, Value], ...] = ({}, {"side": 6})
OPTIONS = (
    Option(
        "side",
        5,
        Text("Cells along each side of the board.", "Casas em cada lado do tabuleiro."),
        range(3, 7),
        title=Text("Size", "Tamanho"),
    ),
    Option(
        "stalemate",
        "loss",
        Text(
            "A player who cannot move loses (loss), or passes until nobody can move and then "
            "more stones win (majority).",
            "Quem não pode jogar perde (loss), ou passa até ninguém poder jogar e então ganha quem "
            "tiver mais pedras (majority).",
        ),
        ("loss", "majority"),
        title=Text("Without a move", "Sem jogada"),
        values={"loss": Text("loss", "derrota"), "majority": Text("majority", "maioria")},
    ),
    Option(
        "first",
        "blue",
        Text("Who moves first.", "Quem joga primeiro."),
        ("blue", "red", "random"),
        title=Text("Who begins", "Quem começa"),
        values={
            "blue": Text("Blue", "Azuis"),
            "red": Text("Red", "Vermelhas"),
            "random": Text("random", "ao acaso"),
        },
    ),
)
TERM_TITLES = {
    "pieces": Text("pieces", "peças"),
    "free": Text("free stones", "pedras livres"),
    "mobility": Text("mobility", "mobilidade"),
    "captures": Text("captures", "capturas"),
    "links": Text("links", "ligações"),
    "centre": Text("centre", "centro"),
    "advance": Text("advance", "avanço"),
    "runner": Text("runner", "corredor"),
    "tempo": Text("the move", "a vez"),
    "rows": Text("rows", "linhas"),
    "distance": Text("distance to goal", "distância à meta"),
    "guard": Text("guard", "guarda"),
    "f8": Text("original F8", "F8 original"),
}
TERM_UNITS = {"centre": 0, "runner": 0}
TERM_CHANGES = {
    "pieces": (Text("stone", "pedra"), Text("stones", "pedras")),
    "mobility": (Text("move", "jogada"), Text("moves", "jogadas")),
    "captures": (
        Text("capture at hand", "captura à vista"),
        Text("captures at hand", "capturas à vista"),
    ),
    "links": (
        Text("pair of neighbours", "par de vizinhas"),
        Text("pairs of neighbours", "pares de vizinhas"),
    ),
    "centre": (
        Text("nearer to the centre", "mais ao centro"),
        Text("farther from the centre", "mais longe do centro"),
    ),
    "advance": (
        Text("cell of advance", "casa de avanço"),
        Text("cells of advance", "casas de avanço"),
    ),
    "runner": (
        Text("ahead in the race to the goal", "melhor na corrida para a meta"),
        Text("behind in the race to the goal", "pior na corrida para a meta"),
    ),
}

BLUE = Player(Text("Blue", "Azuis"), "b", "blue")
RED = Player(Text("Red", "Vermelhas"), "r", "red")
PASS_TEXT = "pass"
NO_ACTION = -1
"""What a text means that names two cells but not where the stone would land: never legal."""

ROW_HEIGHT = sqrt(3) / 2
COLUMN_MARK = (0.42, 0.72)
"""Where the number of a column stands, from its lowest cell: down to the right, as it leans."""


def resolve(options: Mapping[str, Value], random: chance.Random) -> dict[str, Value]:
    if options["first"] == "random":
        return {**options, "first": random.choice(("blue", "red"))}
    return dict(options)


def players(board: Any, s: Any) -> tuple[Player, Player]:
    towards = STEPS[board.code[0] - 1]  # the first player's first direction
    return (BLUE, RED) if towards == (1, 0) else (RED, BLUE)


@cache
def rows(side: int) -> tuple[tuple[int, ...], ...]:
    """The cells from left to right, in rows from the top."""
    number = cells(side)
    return tuple(
        tuple(number[cell] for cell in sorted(number) if cell[1] == row)
        for row in range(1 - side, side)
    )


@cache
def names(side: int) -> dict[int, str]:
    """The name of each cell: a letter for the row from the bottom, its number from the left."""
    return {
        p: chr(ord("a") + y) + str(x)
        for y, row in enumerate(reversed(rows(side)))
        for x, p in enumerate(row, 1)
    }


@cache
def cells_by_name(side: int) -> dict[str, int]:
    return {name: p for p, name in names(side).items()}


def geometry(board: Any) -> Geometry:
    side = board.side
    name = names(side)
    goals = {p: player for player in range(2) for p in members(board, board.goal, player)}
    places: dict[int, Cell] = {}
    labels = []
    for i, row in enumerate(rows(side)):
        left, y = 0.5 + abs(i - (side - 1)) / 2, round(0.5 + i * ROW_HEIGHT, 4)
        labels.append(Label(name[row[0]][0], left - 0.85, y))
        for x, p in enumerate(row):
            places[p] = Cell(
                name[p], left + x, y, "hexagon", "goal" if p in goals else "", goals.get(p)
            )
        # Columns lean: below the middle row one begins with each last cell, at the bottom with all.
        begins = row if i == 2 * side - 2 else row[-1:] if i >= side - 1 else ()
        labels += [
            Label(name[p][1:], places[p].x + COLUMN_MARK[0], round(y + COLUMN_MARK[1], 4))
            for p in begins
        ]
    width, height = 2 * side - 1, round(1 + (2 * side - 2) * ROW_HEIGHT, 4)
    drawn = tuple(places[p] for p in sorted(places))
    trays = captured_trays(width, height)
    return Geometry(width, height, drawn, labels=tuple(labels), trays=trays)


def members(board: Any, table: Any, player: int) -> frozenset[int]:
    """The cells of a player's set: stones or goal."""
    return cells_in(board.rules, board.side, *board.rules.words(table, player))


@lru_cache(maxsize=4096)
def cells_in(rules: Any, side: int, a: int, b: int) -> frozenset[int]:
    """The cells of a set; a board is drawn after each of its moves, and most sets stay."""
    singles = single_cells(rules, side)
    return frozenset(p for p, (low, high) in singles.items() if a & low | b & high)


@cache
def single_cells(rules: Any, side: int) -> dict[int, tuple[int, int]]:
    """Each cell as a set."""
    return {p: rules.single(p) for p in names(side)}


def view(board: Any, s: Any) -> View:
    stones = [members(board, s.stones, player) for player in range(2)]
    pieces = []
    for player in range(2):
        for p in sorted(stones[player]):
            blocked = any(board.onward[6 * p + d] // 6 in stones[1 - player] for d in range(6))
            pieces.append(Piece(p, (player,), "blocked" if blocked else ""))
    lost = [len(members(board, board.stones, player)) - len(stones[player]) for player in range(2)]
    return View(tuple(pieces), captured=(max(lost[0], 0), max(lost[1], 0)))


def landing(board: Any, s: Any, action: int) -> int:
    """Where a step or jump ends: the first cell in its direction without a friend, or -1."""
    friends = members(board, s.stones, s.player)
    i = board.onward[action - 1]
    while i // 6 in friends:
        i = board.onward[i]
    return int(i // 6)


def touched(board: Any, s: Any, action: int) -> tuple[int, ...]:
    if action == PASS:
        return ()
    return ((action - 1) // 6, landing(board, s, action))


def step_text(board: Any, s: Any, action: int) -> str:
    """`c3-d4` for a step or a jump, named by its first and its last cell; `pass`."""
    if action == PASS:
        return PASS_TEXT
    return "-".join(names(board.side)[p] for p in touched(board, s, action))


def read_step(board: Any, s: Any, text: str) -> int | None:
    if text == PASS_TEXT:
        return PASS
    source, _, target = text.partition("-")
    p, q = (cells_by_name(board.side).get(part) for part in (source, target))
    if p is None or q is None:
        return None
    for d in range(6):
        if landing(board, s, 1 + 6 * p + d) == q:
            return 1 + 6 * p + d
    return NO_ACTION


def position_text(board: Any, s: Any) -> str:
    sides = players(board, s)
    letters = {
        p: sides[player].letter.upper()
        for player in range(2)
        for p in members(board, s.stones, player)
    }
    lines = ("".join(letters.get(p, ".") for p in row) for row in rows(board.side))
    return "/".join(lines) + " " + sides[s.player].letter


def read_position(board: Any, s: Any, text: str) -> None:
    fields = text.split()
    if len(fields) != 2:
        raise InvalidPosition(
            f"position {text!r} needs two fields: the rows and the side to move (b or r)",
            f"a posição {text!r} precisa de dois campos: as linhas e o lado a jogar (b ou r)",
        )
    lines = fields[0].lower().split("/")
    board_rows = rows(board.side)
    if [len(line) for line in lines] != [len(row) for row in board_rows]:
        lengths = ", ".join(str(len(row)) for row in board_rows)
        raise InvalidPosition(
            f"position {fields[0]!r} must have {len(board_rows)} rows of {lengths} cells, "
            "joined by '/'",
            f"a posição {fields[0]!r} tem de ter {len(board_rows)} linhas de {lengths} casas, "
            "separadas por '/'",
        )
    sides = players(board, s)
    letters = [player.letter for player in sides]
    goals = [members(board, board.goal, player) for player in range(2)]
    for line, row in zip(lines, board_rows, strict=True):
        for letter, p in zip(line, row, strict=True):
            name = names(board.side)[p]
            if letter not in (".", *letters):
                raise InvalidPosition(
                    f"position has {letter.upper()!r} on {name}; accepted: B, R and '.'",
                    f"a posição tem {letter.upper()!r} em {name}; aceites: B, R e '.'",
                )
            if letter != ".":
                player = letters.index(letter)
                if p in goals[1 - player]:
                    raise InvalidPosition(
                        f"position has {letter.upper()} on {name}, where only the opponent may go",
                        f"a posição tem {letter.upper()} em {name}, aonde só o adversário pode ir",
                    )
                put(board, s, player, p)
    if all(members(board, s.stones, player) & goals[player] for player in range(2)):
        raise InvalidPosition(
            "position has both sides in their goals; only one side can get there",
            "a posição tem os dois lados nas suas metas; só um lá pode chegar",
        )
    s.player = read_side(fields[1], letters)


def put(board: Any, s: Any, player: int, p: int) -> None:
    """Add a player's stone."""
    for w, word in enumerate(board.rules.single(p)):
        if word:
            s.stones[player, w] |= word


BLOCKED = Text(
    "A stone next to an enemy is blocked: it cannot move.",
    "Uma pedra ao lado de um inimigo está bloqueada: não se pode mover.",
)
THEIR_GOAL = Text(
    "Only the opponent may go to that corner.", "Só o adversário pode ir para esse canto."
)
ONE_WAY = Text(
    "A stone goes one step, or jumps in a straight line over friends to the first cell behind.",
    "Uma pedra dá um passo, ou salta em linha reta por cima de amigas até à primeira casa depois.",
)


def why_not(board: Any, s: Any, cells: tuple[int, ...]) -> tuple[Text, tuple[int, ...]] | None:
    enemies = members(board, s.stones, 1 - s.player)
    blockers = {board.onward[6 * cells[0] + d] // 6 for d in range(6)} & enemies
    if blockers:
        return BLOCKED, tuple(sorted(blockers))
    if len(cells) < 2:
        return None
    if cells[1] in members(board, board.goal, 1 - s.player):
        return THEIR_GOAL, (cells[1],)
    return ONE_WAY, ()


RACE = Text(
    "Bring a stone to the corner behind the enemy: {free}{blocked}{captures}.",
    "Leva uma pedra ao canto atrás do inimigo: {free}{blocked}{captures}.",
)
FREE = Text("{count} of your stones can move", "{count} das tuas pedras podem mover-se")
FREE_ONE = Text("one of your stones can move", "uma das tuas pedras pode mover-se")
BLOCKED_TOO = Text(", {count} cannot: an enemy is beside", ", {count} não: há um inimigo ao lado")
CAPTURES = Text("; a jump over friends can capture", "; um salto por cima de amigas pode capturar")
ALL_BLOCKED = Text(
    "All your stones stand beside an enemy and are blocked: pass.",
    "Todas as tuas pedras estão ao lado de um inimigo, bloqueadas: passa.",
)
AT_THE_GOAL = Text("a stone in the goal corner, on {cell}", "uma pedra no canto da meta, em {cell}")
NOBODY_MOVES = Text(
    "nobody can move, {more} stones to {fewer}",
    "ninguém se pode mover, {more} pedras contra {fewer}",
)


def coach(board: Any, s: Any, legal: Sequence[int]) -> Text:
    if list(legal) == [PASS]:
        return ALL_BLOCKED
    mine, enemies = (members(board, s.stones, side) for side in (s.player, 1 - s.player))
    able = {touched(board, s, action)[0] for action in legal}
    blocked = sum(any(board.onward[6 * p + d] // 6 in enemies for d in range(6)) for p in mine)
    captures = any(landing(board, s, action) in enemies for action in legal)
    return RACE.format(
        free=FREE_ONE if len(able) == 1 else FREE.format(count=len(able)),
        blocked=BLOCKED_TOO.format(count=blocked) if blocked else "",
        captures=CAPTURES if captures else "",
    )


def ending(board: Any, s: Any, winner: int | None) -> Text | None:
    stones = [members(board, s.stones, side) for side in range(2)]
    for side in range(2):
        for p in stones[side] & members(board, board.goal, side):
            return AT_THE_GOAL.format(cell=names(board.side)[p])
    if not board.majority:
        return None
    fewer, more = sorted(map(len, stones))
    return NOBODY_MOVES.format(more=more, fewer=fewer)


def arrange(board: Any, s: Any, pieces: Mapping[int, Piece], player: int, reserve: Any) -> None:
    s.stones = dict.fromkeys(s.stones, 0)
    s.player = player
    for p, piece in pieces.items():
        put(board, s, piece.owners[-1], p)
