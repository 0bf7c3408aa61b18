"""Focus for people: options, names, the board's drawing, notation, positions as text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from tabuleiro.errors import InvalidOption, InvalidPosition
from tabuleiro.games.base import (
    Cell,
    Geometry,
    Piece,
    Player,
    Tray,
    View,
    grid_labels,
    grid_name,
    read_side,
)
from tabuleiro.games.focus.rules import DROP, STEPS
from tabuleiro.options import Option, Value
from tabuleiro.text import Text

TITLE = Text("Focus", "Focus")
SUMMARY = Text(
    "Sid Sackson's game of stacks, also called Domination: the top piece commands the stack.",
    "O jogo de pilhas de Sid Sackson, ou Domination: a peça de cima comanda a pilha.",
)
COMPILATIONS: tuple[dict[str, Value], ...] = ({}, {"size": 12})
OPTIONS = (
    Option(
        "size",
        8,
        Text(
            "Cells along each side; a stack holds 2 pieces on size 4, 3 on 6, and 5 on the others.",
            "Casas em cada lado; uma pilha leva 2 peças no tamanho 4, 3 no 6 e 5 nos outros.",
        ),
        range(4, 13, 2),
        title=Text("Size", "Tamanho"),
    ),
    Option(
        "split",
        True,
        Text(
            "A move may take some of a stack's pieces and leave the others.",
            "Uma jogada pode levar só algumas peças da pilha e deixar as outras.",
        ),
        title=Text("Split stacks", "Dividir pilhas"),
    ),
    Option(
        "capture_target",
        0,
        Text(
            "Whoever first has captured this many pieces wins; 0 for no such rule.",
            "Ganha quem primeiro capturar este número de peças; 0 para não haver esta regra.",
        ),
        range(33),
        title=Text("Captures to win", "Capturas para ganhar"),
    ),
    Option(
        "first",
        "a",
        Text("Who begins: A (orange) or B (blue).", "Quem começa: A (laranja) ou B (azul)."),
        ("a", "b"),
        title=Text("Who begins", "Quem começa"),
        values={"a": Text("Orange", "Laranjas"), "b": Text("Blue", "Azuis")},
    ),
)
TERM_TITLES = {
    "pieces": Text("pieces", "peças"),
    "reserve": Text("reserve", "reserva"),
    "ready": Text("free to drop", "livre para pôr"),
    "stacks": Text("stacks", "pilhas"),
    "captives": Text("captives", "cativos"),
    "mobility": Text("mobility", "mobilidade"),
    "reach": Text("reach", "alcance"),
    "attacks": Text("attacks", "ataques"),
    "buried": Text("buried enemies", "inimigos soterrados"),
    "under": Text("pieces beneath", "peças por baixo"),
}
TERM_UNITS = {"ready": 0}
TERM_CHANGES = {
    "reserve": (
        Text("piece in reserve", "peça na reserva"),
        Text("pieces in reserve", "peças na reserva"),
    ),
    "ready": (
        Text("freer to drop a piece", "mais livre para pôr uma peça"),
        Text("less free to drop a piece", "menos livre para pôr uma peça"),
    ),
    "stacks": (Text("stack", "pilha"), Text("stacks", "pilhas")),
    "captives": (Text("captive", "cativo"), Text("captives", "cativos")),
}

ORANGE = Player(Text("Orange", "Laranjas"), "A", "orange")
BLUE = Player(Text("Blue", "Azuis"), "B", "blue")
LETTERS = "AB"
PIECES = {4: 2, 6: 8, 8: 18, 10: 32, 12: 32}
"""How many pieces a side has at the start."""


def check_options(options: Mapping[str, Value]) -> None:
    target, size = int(options["capture_target"]), int(options["size"])
    if target > PIECES[size]:
        raise InvalidOption(
            f"option capture_target cannot be '{target}' on size {size}; "
            f"accepted: 0 to {PIECES[size]}",
            f"a opção capture_target não pode ser '{target}' no tamanho {size}; "
            f"aceites: 0 a {PIECES[size]}",
        )


def players(board: Any, s: Any) -> tuple[Player, Player]:
    return (BLUE, ORANGE) if board.first else (ORANGE, BLUE)


def name(board: Any, p: int) -> str:
    return grid_name(board.column[p], board.row[p], board.size)


def cell(board: Any, text: str) -> int | None:
    """The cell that a text names."""
    for p in range(board.cells):
        if name(board, p) == text:
            return p
    return None


def geometry(board: Any) -> Geometry:
    size = board.size
    cells = tuple(
        Cell(name(board, p), board.column[p] + 0.5, board.row[p] + 0.5) for p in range(board.cells)
    )
    left, right = size / 2 - 1.9, size / 2 + 0.7
    trays = (
        Tray("reserve", 0, left, size + 0.9),
        Tray("captured", 1, right, size + 0.9),
        Tray("reserve", 1, left, -0.6),
        Tray("captured", 0, right, -0.6),
    )
    return Geometry(size, size, cells, (), grid_labels(size, size), trays)


def owners(board: Any, s: Any, p: int) -> tuple[int, ...]:
    """The owners of the pieces on a cell, from bottom to top."""
    return owners_in(board.rules.stack_at(s, board.place[p]))


@lru_cache(maxsize=4096)
def owners_in(stack: int) -> tuple[int, ...]:
    """The same of a stack; a board is drawn after each of its moves, and most stacks stay."""
    return tuple(stack >> i & 1 for i in reversed(range(stack.bit_length() - 1)))


def view(board: Any, s: Any) -> View:
    stacks = [(p, owners(board, s, p)) for p in range(board.cells)]
    return View(
        tuple(Piece(p, stack) for p, stack in stacks if stack),
        reserve=(s.hand[0] & 255, s.hand[1] & 255),
        captured=(s.hand[1] >> 8, s.hand[0] >> 8),
    )


def ends(board: Any, action: int) -> tuple[int, int]:
    """The cells where an action takes pieces and where it puts them; the same for a drop."""
    return (action - 1) // 21, board.place.index(board.move[action] >> 10 & 1023)


def touched(board: Any, s: Any, action: int) -> tuple[int, ...]:
    """A drop is pointed at twice, so that it is not taken for the beginning of a move."""
    return ends(board, action)


def step_text(board: Any, s: Any, action: int) -> str:
    """`c3-c5` moves two pieces from c3 to c5; `*c3` drops a piece of the reserve on c3."""
    p, q = ends(board, action)
    return f"*{name(board, q)}" if p == q else f"{name(board, p)}-{name(board, q)}"


def read_step(board: Any, s: Any, text: str) -> int | None:
    source, _, target = text.rpartition("-")
    if not source and target.startswith("*"):
        q = cell(board, target[1:])
        return None if q is None else 1 + 21 * q + DROP
    p, q = cell(board, source), cell(board, target)
    if p is None or q is None:
        return None
    dy, dx = board.row[q] - board.row[p], board.column[q] - board.column[p]
    n = abs(dy) + abs(dx)
    if (dy and dx) or not 0 < n <= board.limit:
        return None
    return int(1 + 21 * p + 4 * (n - 1) + STEPS.index((dy // n, dx // n)))


def position_text(board: Any, s: Any) -> str:
    letters = [player.letter for player in players(board, s)]
    rows = [["#"] * board.size for _ in range(board.size)]
    for p in range(board.cells):
        stack = "".join(letters[owner] for owner in owners(board, s, p))
        rows[board.row[p]][board.column[p]] = stack or "."
    reserves = [s.hand[letters.index(letter)] & 255 for letter in LETTERS]
    fields = ["/".join(",".join(row) for row in rows), letters[s.player], *map(str, reserves)]
    return " ".join(fields)


def read_position(board: Any, s: Any, text: str) -> None:
    fields = text.upper().split()
    if len(fields) != 4:
        raise InvalidPosition(
            f"position {text!r} must have four fields: the rows, the side to move (A or B), "
            "and the reserves of A and B",
            f"a posição {text!r} tem de ter quatro campos: as linhas, o lado a jogar (A ou B) "
            "e as reservas de A e B",
        )
    letters = [player.letter for player in players(board, s)]
    s.player = read_side(fields[1], letters)
    counts = dict.fromkeys(LETTERS, 0)
    stacks = read_rows(board, fields[0])
    for p, stack in enumerate(stacks):
        code = 1
        for letter in stack:
            code = code << 1 | letters.index(letter)
            counts[letter] += 1
        board.rules.put_stack(s, board.place[p], code)
    for letter, number in zip(LETTERS, fields[2:], strict=True):
        if number not in map(str, range(PIECES[board.size] + 1)):
            raise InvalidPosition(
                f"the reserve of {letter} cannot be {number!r}; "
                f"accepted: 0 to {PIECES[board.size]}",
                f"a reserva de {letter} não pode ser {number!r}; aceites: 0 a {PIECES[board.size]}",
            )
        counts[letter] += int(number)
        s.hand[letters.index(letter)] = int(number)
    for letter, count in counts.items():
        missing = PIECES[board.size] - count
        if missing < 0:
            raise InvalidPosition(
                f"position has {count} pieces of {letter}; accepted: up to {PIECES[board.size]}, "
                "the reserve included",
                f"a posição tem {count} peças de {letter}; aceites: até {PIECES[board.size]}, "
                "com as da reserva",
            )
        s.hand[1 - letters.index(letter)] += 256 * missing


def read_rows(board: Any, text: str) -> list[str]:
    """The stack of each cell as letters, "" for none."""
    size = board.size
    rows = [row.split(",") for row in text.split("/")]
    if len(rows) != size:
        raise InvalidPosition(
            f"position {text!r} has {len(rows)} rows; this board has {size}, joined by '/'",
            f"a posição {text!r} tem {len(rows)} linhas; este tabuleiro tem {size}, "
            f"separadas por '/'",
        )
    for y, row in enumerate(rows):
        if len(row) != size:
            raise InvalidPosition(
                f"row {size - y} of the position, {','.join(row)!r}, has {len(row)} places; "
                f"this board has {size}, joined by ','",
                f"a linha {size - y} da posição, {','.join(row)!r}, tem {len(row)} lugares; "
                f"este tabuleiro tem {size}, separados por ','",
            )
    places = [(board.row[p], board.column[p]) for p in range(board.cells)]
    for y, row in enumerate(rows):
        for x, stack in enumerate(row):
            check_place(board, grid_name(x, y, size), stack, (y, x) in places)
    return ["" if rows[y][x] == "." else rows[y][x] for y, x in places]


def check_place(board: Any, place: str, stack: str, is_cell: bool) -> None:
    if not is_cell:
        if stack != "#":
            raise InvalidPosition(
                f"position has {stack!r} on {place}, which is no cell; accepted: '#'",
                f"a posição tem {stack!r} em {place}, que não é uma casa; aceite: '#'",
            )
    elif stack != "." and (not stack or not set(stack) <= set(LETTERS)):
        raise InvalidPosition(
            f"position has {stack!r} on {place}; "
            "accepted: '.' for no piece, or the letters A and B from bottom to top",
            f"a posição tem {stack!r} em {place}; "
            "aceites: '.' para nenhuma peça, ou as letras A e B de baixo para cima",
        )
    elif len(stack) > board.limit:
        raise InvalidPosition(
            f"position has the stack {stack!r} on {place}; accepted: up to {board.limit} pieces",
            f"a posição tem a pilha {stack!r} em {place}; aceites: até {board.limit} peças",
        )


STRAIGHT = Text(
    "A stack moves in a straight line, exactly as many cells as pieces move.",
    "Uma pilha anda em linha reta, exatamente tantas casas quantas as peças que se movem.",
)
TOO_FAR = Text(
    "A stack moves at most as many cells as it has pieces.",
    "Uma pilha anda no máximo tantas casas quantas as peças que tem.",
)
WHOLE = Text(
    "In this game a stack moves only as a whole.", "Neste jogo, uma pilha só se move inteira."
)


def why_not(board: Any, s: Any, cells: tuple[int, ...]) -> tuple[Text, tuple[int, ...]] | None:
    if len(cells) < 2 or cells[0] < 0:
        return (WHOLE, ()) if board.whole_stacks and cells[0] >= 0 else None
    p, q = cells[:2]
    dy, dx = board.row[q] - board.row[p], board.column[q] - board.column[p]
    if (dy and dx) or p == q:
        return STRAIGHT, ()
    if abs(dy) + abs(dx) > len(owners(board, s, p)):
        return TOO_FAR, (p,)
    return (WHOLE, (p,)) if board.whole_stacks else None


MOVE_NOW = Text(
    "Move pieces off the top of a stack of yours, as many cells as pieces{drop}{captures}.",
    "Move peças do topo de uma pilha tua, tantas casas quantas as peças{drop}{captures}.",
)
OR_DROP = Text(", or drop from your reserve of {count}", ", ou põe uma da tua reserva de {count}")
FULL_STACKS = Text(
    "; stacks above {limit} lose pieces, {count} moves capture",
    "; pilhas acima de {limit} perdem peças, {count} jogadas capturam",
)
FULL_STACK = Text(
    "; stacks above {limit} lose pieces, one move captures",
    "; pilhas acima de {limit} perdem peças, uma jogada captura",
)
ONLY_DROP = Text(
    "You command no stack: drop one of your reserve of {count} to stay in the game.",
    "Não comandas nenhuma pilha: põe uma da tua reserva de {count} para continuares em jogo.",
)
TARGET_REACHED = Text("{count} pieces captured", "{count} peças capturadas")
NOTHING_LEFT = Text(
    "{side} has no stack and no reserve left", "{side} sem pilhas e sem peças na reserva"
)


def captures(board: Any, s: Any, action: int) -> bool:
    """Whether an enemy piece leaves from under the stack that an action makes."""
    p, q = ends(board, action)
    count = 1 if p == q else abs(board.row[q] - board.row[p] + board.column[q] - board.column[p])
    under = owners(board, s, q)
    return 1 - s.player in under[: max(0, len(under) + count - board.limit)]


def coach(board: Any, s: Any, legal: Sequence[int]) -> Text:
    reserve = s.hand[s.player] & 255
    drops = [action for action in legal if len(set(ends(board, action))) == 1]
    if len(drops) == len(legal):
        return ONLY_DROP.format(count=reserve)
    taking = sum(captures(board, s, action) for action in legal)
    full = FULL_STACK if taking == 1 else FULL_STACKS
    return MOVE_NOW.format(
        drop=OR_DROP.format(count=reserve) if drops else "",
        captures=full.format(limit=board.limit, count=taking) if taking else "",
    )


def ending(board: Any, s: Any, winner: int | None) -> Text | None:
    if winner is not None and 0 < board.capture_target <= s.hand[winner] >> 8:
        return TARGET_REACHED.format(count=s.hand[winner] >> 8)
    own = any(owners(board, s, p)[-1:] == (s.player,) for p in range(board.cells))
    if own or s.hand[s.player] & 255:
        return None
    return NOTHING_LEFT.format(side=players(board, s)[s.player].name)


def arrange(board: Any, s: Any, pieces: Mapping[int, Piece], player: int, reserve: Any) -> None:
    s.stacks = [0] * len(s.stacks)
    s.hand = list(reserve)
    s.player = player
    for p in range(board.cells):
        stack = 1
        for owner in pieces[p].owners[-board.limit :] if p in pieces else ():
            stack = stack << 1 | owner
        board.rules.put_stack(s, board.place[p], stack)
