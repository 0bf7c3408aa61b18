"""Nine Men's Morris for people: options, names, the drawing, notation, positions as text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tabuleiro.errors import InvalidPosition
from tabuleiro.games.base import (
    Cell,
    Geometry,
    Label,
    Option,
    Piece,
    Player,
    Text,
    Tray,
    View,
    read_side,
)
from tabuleiro.games.grids import fields_of
from tabuleiro.games.morris.rules import MOVE, POINTS, STONES, TAKE

TITLE = Text("Nine Men's Morris", "Trilha")
SUMMARY = Text(
    "Make a mill, three in a row, and take an enemy stone.",
    "Faz um moinho, três em linha, e captura uma peça do adversário.",
)
QUIET_LIMIT = "no_capture_limit"
OPTIONS = (
    Option(
        "flying",
        True,
        Text(
            "Who has only three stones left may move to any empty point.",
            "Quem só tem três peças pode mover-se para qualquer ponto vazio.",
        ),
        title=Text("Flying", "Voar"),
    ),
    Option(
        "no_capture_limit",
        100,
        Text(
            "Turns without a stone placed or taken until a draw; 0 for no limit.",
            "Jogadas sem peças colocadas nem capturadas até ao empate; 0 para não haver limite.",
        ),
        range(1001),
        title=Text("Turns without a capture", "Jogadas sem captura"),
    ),
)
TERM_TITLES = {
    "pieces": Text("pieces", "peças"),
    "mills": Text("mills", "moinhos"),
    "pairs": Text("pairs", "pares"),
    "mobility": Text("mobility", "mobilidade"),
    "crossings": Text("crossings", "cruzamentos"),
}
WHITE = Player(Text("White", "Brancas"), "w", "white")
BLACK = Player(Text("Black", "Pretas"), "b", "black")
LETTERS = "wb"
AROUND = ((-1, -1), (0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0))

IN_A_MILL = Text(
    "This stone stands in a mill; while there are others, take one of those.",
    "Esta peça está num moinho; enquanto houver outras, captura uma dessas.",
)
TAKE_ONE = Text(
    "You have made a mill: take one of the enemy's stones.",
    "Fizeste um moinho: captura uma peça do adversário.",
)
PLACE_FIRST = Text(
    "Place all your stones before you move any.", "Coloca todas as peças antes de moveres alguma."
)
TAKEN = Text("There is already a stone there.", "Já lá está uma peça.")
ALONG_LINES = Text(
    "A stone goes along a line to the next point.",
    "Uma peça anda ao longo de uma linha até ao ponto seguinte.",
)


def players(board: Any, s: Any) -> tuple[Player, Player]:
    return WHITE, BLACK


def place(p: int) -> tuple[int, int]:
    """The column and the row of a point, from the upper left, on a grid of seven by seven."""
    (x, y), size = AROUND[p % 8], 3 - p // 8
    return 3 + size * x, 3 + size * y


def name(p: int) -> str:
    x, y = place(p)
    return "abcdefg"[x] + str(7 - y)


NAMES = {name(p): p for p in range(POINTS)}
READING = sorted(range(POINTS), key=lambda p: (place(p)[1], place(p)[0]))
"""The points as one reads: rows from the top, from the left."""


def geometry(board: Any) -> Geometry:
    cells = tuple(
        Cell(name(p), place(p)[0] + 0.5, place(p)[1] + 0.5, "point") for p in range(POINTS)
    )
    lines = tuple((p, q) for p in range(POINTS) for q in range(p) if board.beside[p] >> q & 1)
    labels = [Label("abcdefg"[x], x + 0.5, 7.35) for x in range(7)]
    labels += [Label(str(7 - y), -0.35, y + 0.5) for y in range(7)]
    trays = (
        Tray("reserve", 0, 1.6, 7.9),
        Tray("captured", 1, 5.4, 7.9),
        Tray("reserve", 1, 1.6, -0.6),
        Tray("captured", 0, 5.4, -0.6),
    )
    return Geometry(7, 7, cells, lines, tuple(labels), trays)


def view(board: Any, s: Any) -> View:
    sides = [(p, side) for p in range(POINTS) for side in (0, 1) if s.stones[side] >> p & 1]
    lost = [STONES - s.hand[side] - s.stones[side].bit_count() for side in range(2)]
    pieces = tuple(Piece(p, (side,)) for p, side in sides)
    return View(
        pieces,
        reserve=(s.hand[0], s.hand[1]),
        captured=(max(0, lost[0]), max(0, lost[1])),
        note=TAKE_ONE if s.taking else None,
    )


def touched(board: Any, s: Any, action: int) -> tuple[int, ...]:
    if action > MOVE:
        return divmod(action - 1 - MOVE, POINTS)
    return ((action - 1) % POINTS,)


def step_text(board: Any, s: Any, action: int) -> str:
    """`d6` places a stone, `d6-d7` moves one, `xa1` takes one."""
    cells = "-".join(name(p) for p in touched(board, s, action))
    return f"x{cells}" if TAKE < action <= MOVE else cells


def read_step(board: Any, s: Any, text: str) -> int | None:
    source, dash, target = text.partition("-")
    if dash:
        known = source in NAMES and target in NAMES
        return 1 + MOVE + POINTS * NAMES[source] + NAMES[target] if known else None
    taking = text.startswith("x")
    point = NAMES.get(text.removeprefix("x"))
    return None if point is None else 1 + point + (TAKE if taking else 0)


def position_text(board: Any, s: Any) -> str:
    letters = {piece.cell: LETTERS[piece.owners[0]] for piece in view(board, s).pieces}
    points = "".join(letters.get(p, ".") for p in READING)
    fields = [points, LETTERS[s.player], str(s.hand[0]), str(s.hand[1])]
    return " ".join([*fields, "take"] if s.taking else fields)


def read_position(board: Any, s: Any, text: str) -> None:
    fields = text.lower().split()
    if fields and fields[-1] == "take":
        s.taking = 1
        fields.pop()
    points, mover, *hands = fields_of(
        " ".join(fields),
        4,
        "the 24 points, the side to move (w or b), and the stones that White and Black still place",
        "os 24 pontos, quem joga (w ou b) e as peças que brancas e pretas ainda colocam",
    )
    if len(points) != POINTS or set(points) - set(".wb"):
        raise InvalidPosition(
            f"position {points!r} must be {POINTS} of w, b and '.', as one reads the board",
            f"a posição {points!r} tem de ter {POINTS} de w, b e '.', como se lê o tabuleiro",
        )
    for p, letter in zip(READING, points, strict=True):
        if letter != ".":
            s.stones[LETTERS.index(letter)] |= 1 << p
    for side, number in enumerate(hands):
        most = STONES - s.stones[side].bit_count()
        if number not in map(str, range(most + 1)):
            raise InvalidPosition(
                f"the stones to place of {LETTERS[side]} cannot be {number!r}; "
                f"accepted: 0 to {most}",
                f"as peças por colocar de {LETTERS[side]} não podem ser {number!r}; "
                f"aceites: 0 a {most}",
            )
        s.hand[side] = int(number)
    s.player = read_side(mover, LETTERS)
    if s.taking and not s.stones[1 - s.player]:
        raise InvalidPosition("there is no stone to take", "não há nenhuma peça para capturar")


def why_not(board: Any, s: Any, cells: tuple[int, ...]) -> tuple[Text, tuple[int, ...]] | None:
    p = cells[-1]
    if s.taking:
        return (IN_A_MILL, (p,)) if s.stones[1 - s.player] >> p & 1 else (TAKE_ONE, ())
    if len(cells) == 1 and s.hand[s.player]:
        return (TAKEN if (s.stones[0] | s.stones[1]) >> p & 1 else PLACE_FIRST), (p,)
    if len(cells) > 1:
        return (TAKEN, (p,)) if (s.stones[0] | s.stones[1]) >> p & 1 else (ALONG_LINES, ())
    return None


TAKE_NOW = Text(
    "A mill! Take an enemy stone that stands in no mill, unless all do.",
    "Moinho! Captura uma peça inimiga fora de moinhos, a não ser que todas estejam em moinhos.",
)
PLACE_NOW = Text(
    "Place one of your {count} stones on a free point; three in a row are a mill.",
    "Põe uma das tuas {count} peças num ponto livre; três em linha são um moinho.",
)
PLACE_LAST = Text(
    "Place your last stone on a free point; then stones move along the lines.",
    "Põe a tua última peça num ponto livre; depois as peças movem-se pelas linhas.",
)
FLY_NOW = Text(
    "With three stones left yours may fly to any free point.",
    "Só com três peças, as tuas podem voar para qualquer ponto livre.",
)
SLIDE_NOW = Text(
    "Move a stone along a line to the next point, to close a mill or open one.",
    "Move uma peça ao longo de uma linha até ao ponto seguinte, para fechar ou abrir um moinho.",
)
TWO_LEFT = Text("{side} has only two stones left", "{side} só com duas peças")


def coach(board: Any, s: Any, legal: Sequence[int]) -> Text:
    if s.taking:
        return TAKE_NOW
    if s.hand[s.player]:
        left = s.hand[s.player]
        return PLACE_LAST if left == 1 else PLACE_NOW.format(count=left)
    flies = any(not board.beside[p] >> q & 1 for p, q in (touched(board, s, a) for a in legal))
    return FLY_NOW if flies else SLIDE_NOW


def ending(board: Any, s: Any, winner: int | None) -> Text | None:
    if winner is None or s.hand[1 - winner] + s.stones[1 - winner].bit_count() > 2:
        return None
    return TWO_LEFT.format(side=players(board, s)[1 - winner].name)


def arrange(board: Any, s: Any, pieces: Mapping[int, Piece], player: int, reserve: Any) -> None:
    s.stones, s.taking, s.player = [0, 0], 0, player
    for p, piece in pieces.items():
        s.stones[piece.owners[-1]] |= 1 << p
    s.hand = [min(reserve[i], max(0, STONES - s.stones[i].bit_count())) for i in range(2)]
