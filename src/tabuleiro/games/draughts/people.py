"""English draughts for people: options, names, the drawing, notation, positions as text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tabuleiro.errors import InvalidPosition
from tabuleiro.games.base import (
    Cell,
    Geometry,
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
from tabuleiro.games.grids import read_grid

TITLE = Text("Draughts", "Damas inglesas")
SUMMARY = Text(
    "English draughts, or checkers: jump over the enemy's pieces until none is left.",
    "As damas inglesas: salta por cima das peças do adversário até não restar nenhuma.",
)
QUIET_LIMIT = "no_progress_limit"
OPTIONS = (
    Option(
        "no_progress_limit",
        80,
        Text(
            "Turns without a capture or a man's move until a draw; 0 for no limit.",
            "Jogadas sem captura nem lance de peão até ao empate; 0 para não haver limite.",
        ),
        range(1001),
        title=Text("Turns without progress", "Jogadas sem progresso"),
    ),
)
TERM_TITLES = {
    "pieces": Text("pieces", "peças"),
    "kings": Text("kings", "damas"),
    "advance": Text("advance", "avanço"),
    "home": Text("home row", "linha de base"),
    "centre": Text("centre", "centro"),
    "edge": Text("edge", "margem"),
}
BLACK = Player(Text("Black", "Pretas"), "b", "black")
WHITE = Player(Text("White", "Brancas"), "w", "white")
LETTERS = "bw"


def dark(p: int) -> bool:
    """Whether a square is one of those on which pieces stand."""
    return (p // 8 + p) % 2 == 1


NUMBERS = {p: n for n, p in enumerate((p for p in range(64) if dark(p)), 1)}
SQUARES = {str(n): p for p, n in NUMBERS.items()}

MUST_CAPTURE = Text(
    "A capture is possible, so you must capture.",
    "Há uma captura possível, por isso é obrigatória.",
)
MUST_GO_ON = Text(
    "The piece that jumped must jump on while it can.",
    "A peça que saltou tem de continuar a saltar enquanto puder.",
)
SLANTING = Text(
    "A piece goes one square on the slant; men go forward only.",
    "Uma peça anda uma casa na diagonal; os peões só andam em frente.",
)
TAKEN = Text("There is already a piece there.", "Já lá está uma peça.")
DARK_ONLY = Text("Pieces stand on dark squares only.", "As peças só estão nas casas escuras.")


def players(board: Any, s: Any) -> tuple[Player, Player]:
    return BLACK, WHITE


def name(p: int) -> str:
    """Dark squares have the numbers 1 to 32; light ones are named as in chess."""
    return str(NUMBERS[p]) if p in NUMBERS else grid_name(p % 8, p // 8, 8)


def geometry(board: Any) -> Geometry:
    cells = tuple(
        Cell(name(p), p % 8 + 0.5, p // 8 + 0.5, "square", "dark" if dark(p) else "light")
        for p in range(64)
    )
    return Geometry(8, 8, cells, trays=captured_trays(8, 8, below=0))


def view(board: Any, s: Any) -> View:
    sides = [(p, side) for p in range(64) for side in (0, 1) if s.pieces[side] >> p & 1]
    lost = [12 - s.pieces[side].bit_count() for side in range(2)]
    pieces = tuple(Piece(p, (side,), mark(s, p)) for p, side in sides)
    return View(pieces, captured=(max(0, lost[0]), max(0, lost[1])))


def mark(s: Any, p: int) -> str:
    if s.jumping == p + 1:
        return "moving"
    return "king" if s.kings >> p & 1 else ""


def ends(board: Any, s: Any, action: int) -> tuple[int, int]:
    """Where a step begins and where it ends, two squares on if it jumps."""
    p, d = (action - 1) // 4, (action - 1) % 4
    q = p + board.step[d]
    return p, q + board.step[d] if s.pieces[1 - s.player] >> q & 1 else q


def touched(board: Any, s: Any, action: int) -> tuple[int, ...]:
    return ends(board, s, action)


def step_text(board: Any, s: Any, action: int) -> str:
    """`11-15` moves, `15x22` jumps, `x31` jumps on."""
    p, q = ends(board, s, action)
    jumps = abs(p // 8 - q // 8) == 2
    if s.jumping:
        return f"x{name(q)}"
    return f"{name(p)}{'x' if jumps else '-'}{name(q)}"


def read_step(board: Any, s: Any, text: str) -> int | None:
    source, sign, target = text.partition("x" if "x" in text else "-")
    p = s.jumping - 1 if s.jumping and sign == "x" and not source else SQUARES.get(source)
    q = SQUARES.get(target)
    if not sign or p is None or q is None:
        return None
    far = 2 if sign == "x" else 1
    for d in range(4):
        if p + far * board.step[d] == q and abs(p % 8 - q % 8) == far:
            return 1 + 4 * p + d
    return None


def position_text(board: Any, s: Any) -> str:
    letters = ["."] * 64
    for piece in view(board, s).pieces:
        letter = LETTERS[piece.owners[0]]
        letters[piece.cell] = letter.upper() if s.kings >> piece.cell & 1 else letter
    fields = [grid_text(letters, 8), LETTERS[s.player]]
    return " ".join([*fields, f"jumping:{name(s.jumping - 1)}"] if s.jumping else fields)


def read_position(board: Any, s: Any, text: str) -> None:
    fields = text.split()
    if len(fields) not in (2, 3):
        raise InvalidPosition(
            f"position {text!r} needs the rows and the side to move (b or w)",
            f"a posição {text!r} precisa das linhas e de quem joga (b ou w)",
        )
    read_grid(fields[0], 8, 8, LETTERS)
    for p, letter in enumerate(fields[0].replace("/", "")):
        if letter == ".":
            continue
        side = LETTERS.index(letter.lower())
        if not dark(p):
            raise InvalidPosition(
                f"position has {letter!r} on the light square {name(p)}; pieces stand on dark ones",
                f"a posição tem {letter!r} na casa clara {name(p)}; as peças estão nas escuras",
            )
        if letter.isupper():
            s.kings |= 1 << p
        elif board.crown[side] >> p & 1:
            raise InvalidPosition(
                f"a man on {name(p)} would be a king: {letter.upper()}",
                f"um peão em {name(p)} seria dama: {letter.upper()}",
            )
        s.pieces[side] |= 1 << p
    s.player = read_side(fields[1], LETTERS)
    if len(fields) == 3:
        square = SQUARES.get(fields[2].removeprefix("jumping:"), -1)
        mine = square >= 0 and s.pieces[s.player] >> square & 1
        if not mine or not board.rules.can_jump(board, s, 1 << square):
            raise InvalidPosition(
                f"position field {fields[2]!r} must name a piece that can jump on: jumping:15",
                f"o campo {fields[2]!r} tem de indicar uma peça que possa saltar: jumping:15",
            )
        s.jumping = square + 1


def why_not(board: Any, s: Any, cells: tuple[int, ...]) -> tuple[Text, tuple[int, ...]] | None:
    legal: list[int] = [0] * board.rules.MAX_ACTIONS
    count = board.rules.actions(board, s, legal, 0)
    able = [ends(board, s, action) for action in legal[:count]]
    jumps = tuple(sorted({p for p, q in able if abs(p // 8 - q // 8) == 2}))
    if s.jumping:
        return MUST_GO_ON, jumps
    if len(cells) > 1 and not dark(cells[1]):
        return DARK_ONLY, ()
    if len(cells) > 1 and (s.pieces[0] | s.pieces[1]) >> cells[1] & 1:
        return TAKEN, (cells[1],)
    if jumps:
        return MUST_CAPTURE, jumps
    return (SLANTING, ()) if len(cells) > 1 else None


JUMP_ON = Text(
    "Jump on with the piece on {piece}: the turn goes on as long as it can.",
    "Continua a saltar com a peça em {piece}: a jogada segue enquanto puder.",
)
JUMP_NOW = Text(
    "You must jump over an enemy piece; {count} jumps are possible.",
    "Tens de saltar por cima de uma peça inimiga; há {count} saltos possíveis.",
)
JUMP_ONE = Text(
    "You must jump over an enemy piece; one jump is possible.",
    "Tens de saltar por cima de uma peça inimiga; há um salto possível.",
)
STEP_NOW = Text(
    "Move a man one step forward on the dark squares, or a king in any slanting direction.",
    "Move um peão um passo em frente pelas casas escuras, ou uma dama em qualquer diagonal.",
)
ALL_TAKEN = Text("{side} has lost all pieces", "{side} sem peças")


def coach(board: Any, s: Any, legal: Sequence[int]) -> Text:
    if s.jumping:
        return JUMP_ON.format(piece=name(s.jumping - 1))
    steps = [ends(board, s, action) for action in legal]
    jumps = sum(abs(p // 8 - q // 8) == 2 for p, q in steps)
    if not jumps:
        return STEP_NOW
    return JUMP_ONE if jumps == 1 else JUMP_NOW.format(count=jumps)


def ending(board: Any, s: Any, winner: int | None) -> Text | None:
    if s.pieces[s.player]:
        return None
    return ALL_TAKEN.format(side=players(board, s)[s.player].name)


def arrange(board: Any, s: Any, pieces: Mapping[int, Piece], player: int, reserve: Any) -> None:
    s.pieces, s.kings, s.jumping, s.player = [0, 0], 0, 0, player
    for p, piece in pieces.items():
        side = piece.owners[-1]
        if dark(p):
            s.pieces[side] |= 1 << p
            if piece.mark == "king" or board.crown[side] >> p & 1:
                s.kings |= 1 << p
