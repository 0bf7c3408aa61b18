"""Shobu for people: options, names, the boards' drawing, notation, positions as text.

The four boards are named as one grid of 8 x 8: dark boards in columns a to d, light ones in e to h,
Black's home in rows 1 to 4, White's in rows 5 to 8.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tabuleiro.errors import InvalidPosition
from tabuleiro.games.base import (
    Cell,
    Geometry,
    Label,
    Piece,
    Player,
    View,
    captured_trays,
    grid_name,
    grid_text,
    read_side,
)
from tabuleiro.games.shobu.rules import STEPS
from tabuleiro.options import Option
from tabuleiro.text import LANGUAGES, Text

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
        title=Text("Who begins", "Quem começa"),
        values={"black": Text("Black", "Pretas"), "white": Text("White", "Brancas")},
    ),
    Option(
        "no_push_limit",
        0,
        Text(
            "Turns without a push until a draw; 0 for no limit.",
            "Jogadas sem empurrar até ao empate; 0 para não haver limite.",
        ),
        range(1001),
        title=Text("Turns without a push", "Jogadas sem empurrar"),
    ),
)
TERM_TITLES = {
    "pieces": Text("pieces", "peças"),
    "mobility": Text("mobility", "mobilidade"),
    "threats": Text("threats", "ameaças"),
    "weakest": Text("weakest board", "tabuleiro mais fraco"),
    "boards": Text("boards", "tabuleiros"),
}
TERM_CHANGES = {
    "pieces": (Text("stone", "pedra"), Text("stones", "pedras")),
    "mobility": (Text("step", "passo"), Text("steps", "passos")),
    "threats": (Text("threat", "ameaça"), Text("threats", "ameaças")),
}
WEAKEST = {
    True: Text(
        "{side}'s weakest board has {now} stone instead of {before}",
        "o tabuleiro mais fraco das {side} tem {now} pedra em vez de {before}",
    ),
    False: Text(
        "{side}'s weakest board has {now} stones instead of {before}",
        "o tabuleiro mais fraco das {side} tem {now} pedras em vez de {before}",
    ),
}
"""Whether it has one."""

BLACK = Player(Text("Black", "Pretas"), "b", "black")
WHITE = Player(Text("White", "Brancas"), "w", "white")
BOARDS = (
    Text("White's home dark", "escuro da base das Brancas"),
    Text("White's home light", "claro da base das Brancas"),
    Text("Black's home dark", "escuro da base das Pretas"),
    Text("Black's home light", "claro da base das Pretas"),
)
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
    labels = (*columns, *rows)
    return Geometry(side, side, tuple(cells), (), labels, trays, materials=("rope",))


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
            f"position {text!r} needs four boards ({', '.join(each.en for each in BOARDS)}) "
            "and the side to move (b or w)",
            f"a posição {text!r} precisa de quatro tabuleiros "
            f"({', '.join(each.pt for each in BOARDS)}) e do lado a jogar (b ou w)",
        )
    letters = [player.letter for player in players(board, s)]
    for number, (name, rows) in enumerate(zip(BOARDS, fields[:4], strict=True)):
        if [len(row) for row in rows.split("/")] != [4, 4, 4, 4]:
            raise InvalidPosition(
                f"the board {rows!r} ({name.en}) must have 4 rows of 4 cells, joined by '/'",
                f"o tabuleiro {rows!r} ({name.pt}) tem de ter 4 linhas de 4 casas, "
                f"separadas por '/'",
            )
        for p, letter in enumerate(rows.replace("/", ""), 16 * number):
            if letter not in (".", *letters):
                raise InvalidPosition(
                    f"position has {letter!r} on {cell_name(p)}; accepted: b, w and '.'",
                    f"a posição tem {letter!r} em {cell_name(p)}; aceites: b, w e '.'",
                )
            if letter != ".":
                s.stones[letters.index(letter)] |= 1 << p
        for letter in letters:
            if rows.count(letter) > STONES:
                raise InvalidPosition(
                    f"the board {rows!r} ({name.en}) has {rows.count(letter)} stones {letter!r}; "
                    f"at most {STONES} are possible",
                    f"o tabuleiro {rows!r} ({name.pt}) tem {rows.count(letter)} pedras "
                    f"{letter!r}; "
                    f"pode ter no máximo {STONES}",
                )
    if all(any(letter not in rows for rows in fields[:4]) for letter in letters):
        raise InvalidPosition(
            "both sides have a board without stones; only one side can have lost",
            "os dois lados têm um tabuleiro sem pedras; só um pode ter perdido",
        )
    s.player = read_side(fields[4], letters)
    for extra in fields[5:]:
        if s.passive or not extra.startswith(PASSIVE):
            raise InvalidPosition(
                f"position field {extra!r} is not known; accepted: {PASSIVE}c1-c2, once",
                f"o campo {extra!r} da posição não é conhecido; aceite: {PASSIVE}c1-c2, uma vez",
            )
        read_passive(board, s, extra)


def read_passive(board: Any, s: Any, field: str) -> None:
    """A half-made turn: the passive step that has been made on the boards shown."""
    action = read_step(board, s, field.removeprefix(PASSIVE))
    if action is None or action == NO_ACTION:
        raise InvalidPosition(
            f"position field {field!r} must be a step such as {PASSIVE}c1-c2",
            f"o campo {field!r} da posição tem de ser um passo como {PASSIVE}c1-c2",
        )
    p, q = ends(action)
    mine, foes = s.stones[s.player], s.stones[1 - s.player]
    home = board.home[s.player, 0] | board.home[s.player, 1]
    way = (board.path[action - 1] | 1 << p) & ~(1 << q)
    if not 1 << q & mine & home or way & (mine | foes):
        raise InvalidPosition(
            f"position field {field!r} must be a step of the side to move on its home boards, "
            "over empty cells to where its stone stands now",
            f"o campo {field!r} da posição tem de ser um passo do lado a jogar nos "
            f"tabuleiros da sua "
            "base, por casas vazias até onde a pedra está agora",
        )
    able, _ = board.rules.aggressive_movers(board, s.player, action, mine, foes)
    if not able or board.rules.outcome(board, s) != board.rules.OPEN:
        raise InvalidPosition(
            f"position field {field!r} describes a turn that cannot go on",
            f"o campo {field!r} da posição descreve uma jogada que não pode continuar",
        )
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


PASSIVE_NOW = Text(
    "First the passive step: a stone on one of your two home boards, one or two cells over empty "
    "cells.",
    "Primeiro o passo passivo: uma pedra num dos teus dois tabuleiros, uma ou duas casas, por "
    "casas vazias.",
)
AGGRESSIVE_NOW = Text(
    "Now the aggressive step: any {shade} board, {far} {way}{pushes}.",
    "Agora o passo agressivo: num tabuleiro {shade}, {far} {way}{pushes}.",
)
PUSHES = Text("; {count} of {all} stones can push", "; {count} de {all} pedras podem empurrar")
SHADE_WORDS = (Text("dark", "escuro"), Text("light", "claro"))
FAR_WORDS = (Text("one cell", "uma casa"), Text("two cells", "duas casas"))
ALONG_WORDS = (Text("back", "para trás"), Text("", ""), Text("forward", "para a frente"))
ACROSS_WORDS = (Text("left", "para a esquerda"), Text("", ""), Text("right", "para a direita"))
EMPTY_BOARD = Text(
    "{side} has no stone left on {board} board",
    "{side} sem pedras no tabuleiro {board}",
)


def coach(board: Any, s: Any, legal: Sequence[int]) -> Text:
    if not s.passive:
        return PASSIVE_NOW
    kind = (s.passive - 1) >> 6
    dy, dx = STEPS[kind & 7]
    # As the mover sees it, whose home is below.
    up = -1 if players(board, s)[s.player] is BLACK else 1
    along, across = ALONG_WORDS[1 + dy * up], ACROSS_WORDS[1 - dx * up]
    way = (along, across) if along.en else (across,)
    foes = s.stones[1 - s.player]
    pushing = {ends(a)[0] for a in legal if board.path[a - 1] & foes}
    able = {ends(a)[0] for a in legal}
    return AGGRESSIVE_NOW.format(
        shade=SHADE_WORDS[1 - ((s.passive - 1) >> 4 & 1)],
        far=FAR_WORDS[kind >> 3],
        way=Text(*(" ".join(filter(None, (each[lang] for each in way))) for lang in LANGUAGES)),
        pushes=PUSHES.format(count=len(pushing), all=len(able)) if pushing else "",
    )


def ending(board: Any, s: Any, winner: int | None) -> Text | None:
    for side, player in enumerate(players(board, s)):
        for number, name in enumerate(BOARDS):
            if not s.stones[side] >> 16 * number & 0xFFFF:
                return EMPTY_BOARD.format(side=player.name, board=name)
    return None


def weakest(stones: int) -> int:
    return min((stones >> 16 * number & 0xFFFF).bit_count() for number in range(4))


def change_words(
    board: Any, s: Any, later: Any, player: int, term: str, change: int
) -> Text | None:
    if term == "weakest":
        for side, sign in ((1 - player, -1), (player, 1)):
            before, now = weakest(s.stones[side]), weakest(later.stones[side])
            if sign * (now - before) * change > 0:
                name = players(board, s)[side].name
                return WEAKEST[now == 1].format(side=name, now=now, before=before)
    return None


def arrange(board: Any, s: Any, pieces: Mapping[int, Piece], player: int, reserve: Any) -> None:
    s.stones, s.passive, s.player = [0, 0], 0, player
    for p, piece in pieces.items():
        s.stones[piece.owners[-1]] |= 1 << p
