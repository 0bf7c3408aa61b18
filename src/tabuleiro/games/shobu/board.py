"""Shobu for people: options, names, the boards' drawing, notation, positions as text.

The four boards are named as one grid of 8 x 8: dark boards in columns a to d, light ones in e to h,
Black's home in rows 1 to 4, White's in rows 5 to 8.
"""

from __future__ import annotations

from collections.abc import Mapping
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
    View,
    captured_trays,
    grid_name,
    grid_text,
    read_side,
)
from tabuleiro.games.shobu.rules import STEPS

TITLE = Text("Shobu", "Shobu")
SUMMARY = Text(
    "Every step is made twice: gently at home, then with force on a board of the other colour, "
    "to push the enemy over the edge.",
    "Cada passo faz-se duas vezes: sem força no teu campo, depois com força num tabuleiro da outra "
    "cor, para atirar o inimigo borda fora.",
)
QUIET_LIMIT = "no_push_limit"
REPETITION = ("draw3", "none", "forbid")
OPTIONS = (
    Option(
        "first",
        "black",
        Text("Who moves first.", "Quem joga primeiro."),
        ("black", "white"),
    ),
    Option(
        "no_push_limit",
        0,
        Text(
            "Turns without a push until a draw; 0 for no limit.",
            "Jogadas sem empurrar até ao empate; 0 para não haver limite.",
        ),
        range(1001),
    ),
)

BLACK = Player(Text("Black", "Pretas"), "b", "black")
WHITE = Player(Text("White", "Brancas"), "w", "white")
BOARDS = ("White's home dark", "White's home light", "Black's home dark", "Black's home light")
SHADES = ("dark", "light")
STONES = 4
"""How many stones each side has on a board at the start."""
GAP = 0.5
"""How far apart the boards are drawn."""
PASSIVE = "passive:"
NO_ACTION = -1
"""What a text means that names two cells which no step connects: never legal."""


def column_row(p: int) -> tuple[int, int]:
    """A cell's place in the grid of 8 x 8, from the top left."""
    return (p >> 4 & 1) * 4 + p % 4, (p >> 5) * 4 + p % 16 // 4


def cell_name(p: int) -> str:
    return grid_name(*column_row(p), 8)


CELLS = {cell_name(p): p for p in range(64)}


def players(board: Any, s: Any) -> tuple[Player, Player]:
    white_first = board.stones[0] & 1  # the top left cell
    return (WHITE, BLACK) if white_first else (BLACK, WHITE)


def place(i: int) -> float:
    """Where column or row i of the grid is drawn."""
    return i + 0.5 + (GAP if i >= 4 else 0)


def geometry(board: Any) -> Geometry:
    cells = []
    for p in range(64):
        x, y = column_row(p)
        cells.append(Cell(cell_name(p), place(x), place(y), tint=SHADES[p >> 4 & 1]))
    side = 8 + GAP
    columns = [Label(grid_name(x, 0, 8)[0], place(x), side + 0.35) for x in range(8)]
    rows = [Label(str(8 - y), -0.35, place(y)) for y in range(8)]
    trays = captured_trays(side, side, below=players(board, None).index(WHITE))
    return Geometry(side, side, tuple(cells), labels=(*columns, *rows), trays=trays)


def ends(action: int) -> tuple[int, int]:
    """The cells where a step starts and ends."""
    kind, p = (action - 1) >> 6, (action - 1) & 63
    dy, dx = STEPS[kind & 7]
    return p, p + (1 + (kind >> 3)) * (4 * dy + dx)


def view(board: Any, s: Any) -> View:
    moving = ends(s.passive)[1] if s.passive else None
    pieces = tuple(
        Piece(p, (side,), "moving" if p == moving else "")
        for p in range(64)
        for side in range(2)
        if s.stones[side] >> p & 1
    )
    lost = [board.stones[side].bit_count() - s.stones[side].bit_count() for side in range(2)]
    return View(pieces, captured=(lost[0], lost[1]))


def touched(board: Any, s: Any, action: int) -> tuple[int, ...]:
    return ends(action)


def step_text(board: Any, s: Any, action: int) -> str:
    """`c1-c2`, for passive and aggressive steps alike."""
    return "-".join(cell_name(p) for p in ends(action))


def read_step(board: Any, s: Any, text: str) -> int | None:
    source, _, target = text.partition("-")
    p, q = CELLS.get(source), CELLS.get(target)
    if p is None or q is None:
        return None
    for kind in range(16):
        action = 1 + (kind << 6) + p
        if board.move[action - 1] == 1 << p | 1 << q:
            return action
    return NO_ACTION


def position_text(board: Any, s: Any) -> str:
    sides = players(board, s)
    letters = ["."] * 64
    for side, player in enumerate(sides):
        for p in range(64):
            if s.stones[side] >> p & 1:
                letters[p] = player.letter
    fields = [grid_text(letters[p : p + 16], 4) for p in range(0, 64, 16)]
    fields.append(sides[s.player].letter)
    if s.passive:
        fields.append(PASSIVE + step_text(board, s, s.passive))
    return " ".join(fields)


def read_position(board: Any, s: Any, text: str) -> None:
    fields = text.lower().split()
    if len(fields) < 5:
        raise InvalidPosition(
            f"position {text!r} needs four boards ({', '.join(BOARDS)}) and the side to move "
            "(b or w)"
        )
    letters = [player.letter for player in players(board, s)]
    for number, (name, rows) in enumerate(zip(BOARDS, fields[:4], strict=True)):
        if [len(row) for row in rows.split("/")] != [4, 4, 4, 4]:
            raise InvalidPosition(
                f"the board {rows!r} ({name}) must have 4 rows of 4 cells, joined by '/'"
            )
        for p, letter in enumerate(rows.replace("/", ""), 16 * number):
            if letter not in (".", *letters):
                raise InvalidPosition(
                    f"position has {letter!r} on {cell_name(p)}; accepted: b, w and '.'"
                )
            if letter != ".":
                s.stones[letters.index(letter)] |= 1 << p
        for letter in letters:
            if rows.count(letter) > STONES:
                raise InvalidPosition(
                    f"the board {rows!r} ({name}) has {rows.count(letter)} stones {letter!r}; "
                    f"at most {STONES} are possible"
                )
    if all(any(letter not in rows for rows in fields[:4]) for letter in letters):
        raise InvalidPosition("both sides have a board without stones; only one side can have lost")
    s.player = read_side(fields[4], letters)
    for extra in fields[5:]:
        if s.passive or not extra.startswith(PASSIVE):
            raise InvalidPosition(
                f"position field {extra!r} is not known; accepted: {PASSIVE}c1-c2, once"
            )
        read_passive(board, s, extra)


def read_passive(board: Any, s: Any, field: str) -> None:
    """A half-made turn: the passive step that has been made on the boards shown."""
    action = read_step(board, s, field.removeprefix(PASSIVE))
    if action is None or action == NO_ACTION:
        raise InvalidPosition(f"position field {field!r} must be a step such as {PASSIVE}c1-c2")
    p, q = ends(action)
    mine, foes = s.stones[s.player], s.stones[1 - s.player]
    home = board.home[s.player, 0] | board.home[s.player, 1]
    way = (board.path[action - 1] | 1 << p) & ~(1 << q)
    if not 1 << q & mine & home or way & (mine | foes):
        raise InvalidPosition(
            f"position field {field!r} must be a step of the side to move on its home boards, "
            "over empty cells to where its stone stands now"
        )
    able, _ = board.rules.aggressive_movers(board, s.player, action, mine, foes)
    if not able or board.rules.outcome(board, s) != board.rules.OPEN:
        raise InvalidPosition(f"position field {field!r} describes a turn that cannot go on")
    s.passive = action


PASSIVE_HOME = Text(
    "A turn begins with a passive move on one of your home boards.",
    "A jogada começa com um movimento passivo num dos teus tabuleiros.",
)
PASSIVE_WAY = Text(
    "A passive move goes one or two cells in a straight line over empty cells.",
    "Um movimento passivo vai uma ou duas casas em linha reta, por casas vazias.",
)
NO_ANSWER = Text(
    "No stone on a board of the other shade could repeat this move, so it is not allowed.",
    "Nenhuma pedra num tabuleiro da outra cor poderia repetir este movimento: não é permitido.",
)
OTHER_SHADE = Text(
    "The aggressive move is on a board of the other shade.",
    "O movimento agressivo é num tabuleiro da outra cor.",
)
SAME_STEP = Text(
    "The aggressive move goes the same way and as far as the passive one.",
    "O movimento agressivo tem a direção e a distância do passivo.",
)
ONE_STONE = Text(
    "A stone can push one enemy stone, but not two, and none of its own.",
    "Uma pedra pode empurrar uma pedra inimiga, mas não duas, e nenhuma das suas.",
)


def why_not(board: Any, s: Any, cells: tuple[int, ...]) -> tuple[Text, tuple[int, ...]] | None:
    p = cells[0]
    if s.passive == 0:
        if not 1 << p & (board.home[s.player, 0] | board.home[s.player, 1]):
            return PASSIVE_HOME, ()
        if len(cells) < 2:
            return None
        action = step_between(board, p, cells[1])
        if action is None or board.path[action - 1] & (s.stones[0] | s.stones[1]):
            return PASSIVE_WAY, ()
        return NO_ANSWER, ()
    if (p >> 4 & 1) == ((s.passive - 1) >> 4 & 1):
        return OTHER_SHADE, ()
    if len(cells) > 1:
        action = step_between(board, p, cells[1])
        if action is None or (action - 1) >> 6 != (s.passive - 1) >> 6:
            return SAME_STEP, ()
    return ONE_STONE, ()


def step_between(board: Any, p: int, q: int) -> int | None:
    """The step that leads from one cell to another on the same board."""
    found = read_step(board, None, f"{cell_name(p)}-{cell_name(q)}")
    return None if found == NO_ACTION else found


def arrange(board: Any, s: Any, pieces: Mapping[int, Piece], player: int, reserve: Any) -> None:
    s.stones, s.passive, s.player = [0, 0], 0, player
    for p, piece in pieces.items():
        s.stones[piece.owners[-1]] |= 1 << p
