"""Fanorona for people: options, names, the board's drawing, notation, positions as text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tabuleiro.errors import InvalidPosition
from tabuleiro.games.base import (
    Cell,
    Geometry,
    Piece,
    Player,
    View,
    captured_trays,
    grid_cell,
    grid_labels,
    grid_name,
    grid_text,
    read_side,
)
from tabuleiro.games.fanorona.rules import APPROACH, STOP, WITHDRAWAL
from tabuleiro.options import Option, Value
from tabuleiro.text import Text

TITLE = Text("Fanorona", "Fanorona")
SUMMARY = Text(
    "Madagascar's game of lines: capture whole rows by moving towards them or away from them.",
    "O jogo de linhas de Madagáscar: captura filas inteiras ao aproximar-te ou ao afastar-te.",
)
QUIET_LIMIT = "no_capture_limit"
COMPILATIONS: tuple[dict[str, Value], ...] = ({}, {"width": 10, "height": 10})
OPTIONS = (
    Option(
        "width",
        9,
        Text("Points from left to right.", "Pontos da esquerda para a direita."),
        range(3, 11),
        title=Text("Width", "Largura"),
    ),
    Option(
        "height",
        5,
        Text("Points from top to bottom.", "Pontos de cima para baixo."),
        range(3, 11),
        title=Text("Height", "Altura"),
    ),
    Option(
        "mandatory_continuation",
        False,
        Text(
            "A chain of captures must go on while it can.",
            "Uma série de capturas tem de continuar enquanto puder.",
        ),
        title=Text("Chains must go on", "Séries obrigatórias"),
    ),
    Option(
        "direction_rule",
        "last",
        Text(
            "In a chain, a step may not repeat the direction of the step before (last), "
            "of any step of the turn (turn), or is free (off).",
            "Numa série, um passo não pode repetir a direção do passo anterior (last), "
            "de nenhum passo da jogada (turn), ou é livre (off).",
        ),
        ("last", "turn", "off"),
        title=Text("Directions in a chain", "Direções numa série"),
        values={
            "last": Text("last step", "último passo"),
            "turn": Text("whole turn", "jogada inteira"),
            "off": Text("free", "livre"),
        },
    ),
    Option(
        "stalemate",
        "loss",
        Text(
            "What it means to have pieces but no move.",
            "O que significa ter peças mas nenhuma jogada.",
        ),
        ("loss", "draw"),
        title=Text("Without a move", "Sem jogada"),
        values={"loss": Text("loss", "derrota"), "draw": Text("draw", "empate")},
    ),
    Option(
        "first_turn_limit",
        False,
        Text(
            "Each side's first capture ends its turn.",
            "A primeira captura de cada lado termina a jogada.",
        ),
        title=Text("Short first captures", "Primeiras capturas curtas"),
    ),
    Option(
        "no_capture_limit",
        50,
        Text(
            "Turns without a capture until a draw; 0 for no limit.",
            "Jogadas sem captura até ao empate; 0 para não haver limite.",
        ),
        range(1001),
        title=Text("Turns without a capture", "Jogadas sem captura"),
    ),
)
TERM_TITLES = {
    "pieces": Text("pieces", "peças"),
    "mobility": Text("mobility", "mobilidade"),
    "hunt": Text("hunt", "caça"),
    "grab": Text("easy prey", "presa fácil"),
    "lead": Text("lead", "vantagem em peças"),
    "groups": Text("groups", "grupos"),
    "run": Text("longest row", "maior fila"),
    "approach": Text("approach", "aproximação"),
    "centre": Text("centre", "centro"),
}
TERM_CHANGES = {
    "pieces": (Text("stone", "pedra"), Text("stones", "pedras")),
    "mobility": (Text("free step", "passo livre"), Text("free steps", "passos livres")),
    "grab": (
        Text("stone to take at once", "pedra para tomar já"),
        Text("stones to take at once", "pedras para tomar já"),
    ),
}

WHITE = Player(Text("White", "Brancas"), "w", "white")
BLACK = Player(Text("Black", "Pretas"), "b", "black")
KINDS = {APPROACH: "a", WITHDRAWAL: "w"}
COMPASS = ("nw", "n", "ne", "w", "e", "sw", "s", "se")
OPENED = (["w"], ["b"], ["wb"])
"""Who has made his first capture; the place in the list, from 1, is the set."""


def players(board: Any, s: Any) -> tuple[Player, Player]:
    return WHITE, BLACK


def name(board: Any, p: int) -> str:
    return grid_name(p % board.width, p // board.width, board.height)


def point(board: Any, text: str) -> int | None:
    """The point that a text names."""
    return grid_cell(text, board.width, board.height)


def geometry(board: Any) -> Geometry:
    width, height = board.width, board.height
    cells = tuple(
        Cell(
            name(board, p),
            p % width + 0.5,
            p // width + 0.5,
            "point",
            "strong" if (p % width + p // width) % 2 == 0 else "",
        )
        for p in range(board.points)
    )
    lines = tuple(
        (p, board.next[d, p])
        for p in range(board.points)
        for d in range(4, 8)
        if board.next[d, p] >= 0
    )
    labels, trays = grid_labels(width, height), captured_trays(width, height)
    return Geometry(width, height, cells, lines, labels, trays)


def stones(board: Any, s: Any, side: int) -> set[int]:
    """The points where a side has stones."""
    mine = board.rules.words(s.stones, side)
    return {p for p in range(board.points) if board.rules.has(*mine, p)}


def moving(s: Any) -> int | None:
    """The point of the piece in the middle of a chain."""
    return s.chain >> 32 if s.chain else None


def view(board: Any, s: Any) -> View:
    owners = {p: side for side in range(2) for p in stones(board, s, side)}
    pieces = tuple(
        Piece(p, (owners[p],), "moving" if p == moving(s) else "") for p in sorted(owners)
    )
    lost = [len(stones(board, board, side)) - len(stones(board, s, side)) for side in range(2)]
    return View(pieces, captured=(max(lost[0], 0), max(lost[1], 0)))


def touched(board: Any, s: Any, action: int) -> tuple[int, ...]:
    if action == STOP:
        return (s.chain >> 32,)
    p, d = (action - 1) >> 4, (action - 1) >> 1 & 7
    return (p, board.next[d, p])


def step_text(board: Any, s: Any, action: int) -> str:
    """`d2-e3a` takes by approach, `d2-e3w` by withdrawal, `d2-e3` takes nothing."""
    if action == STOP:
        return ""
    p, q = touched(board, s, action)
    d, kind = (action - 1) >> 1 & 7, (action - 1) & 1
    foes = board.rules.words(s.stones, 1 - s.player)
    taken = board.rules.run(
        board, d if kind == APPROACH else 7 - d, q if kind == APPROACH else p, *foes
    )
    mark = KINDS[kind] if any(taken) else ""
    return ("" if s.chain else name(board, p) + "-") + name(board, q) + mark


def read_step(board: Any, s: Any, text: str) -> int | None:
    source, _, target = text.rpartition("-")
    kind = WITHDRAWAL if target.endswith("w") else APPROACH
    q = point(board, target.rstrip("aw") if len(target) > 2 else target)
    p = point(board, source) if source else moving(s)
    if p is None or q is None:
        return None
    for d in range(8):
        if board.next[d, p] == q:
            return 1 + (p << 4) + 2 * d + kind
    return None


def position_text(board: Any, s: Any) -> str:
    letters = ["."] * board.points
    for side, player in enumerate((WHITE, BLACK)):
        for p in stones(board, s, side):
            letters[p] = player.letter.upper()
    fields = [grid_text(letters, board.width), (WHITE, BLACK)[s.player].letter]
    if s.chain:
        seen = [p for p in range(board.points) if board.rules.has(s.visited[0], s.visited[-1], p)]
        barred = [COMPASS[d] for d in range(8) if s.chain >> 16 + 2 * d & 1]
        path = "+".join(name(board, p) for p in seen)
        fields.append(f"chain:{name(board, s.chain >> 32)}:{path}:{'+'.join(barred)}")
    if s.opened:
        fields.append("opened:" + "".join("wb"[side] for side in range(2) if s.opened >> side & 1))
    return " ".join(fields)


def read_position(board: Any, s: Any, text: str) -> None:
    fields = text.split()
    if len(fields) < 2:
        raise InvalidPosition(
            f"position {text!r} needs the rows and the side to move (w or b)",
            f"a posição {text!r} precisa das linhas e do lado a jogar (w ou b)",
        )
    rows = fields[0].upper().split("/")
    if len(rows) != board.height or any(len(row) != board.width for row in rows):
        raise InvalidPosition(
            f"position {fields[0]!r} must have {board.height} rows of {board.width} points, "
            "joined by '/'",
            f"a posição {fields[0]!r} tem de ter {board.height} linhas de {board.width} pontos, "
            "separadas por '/'",
        )
    for p, letter in enumerate("".join(rows)):
        if letter not in ".WB":
            raise InvalidPosition(
                f"position has {letter!r} on {name(board, p)}; accepted: W, B and '.'",
                f"a posição tem {letter!r} em {name(board, p)}; aceites: W, B e '.'",
            )
        if letter != ".":
            put(board, s.stones, "WB".index(letter), p)
    s.player = read_side(fields[1], "wb")
    for extra in fields[2:]:
        key, *values = extra.lower().split(":")
        if key == "chain" and len(values) == 3 and not s.chain:
            read_chain(board, s, extra, values)
        elif key == "opened" and board.first_turn_limit and values in OPENED and not s.opened:
            s.opened = 1 + OPENED.index(values)
        else:
            also = ", opened:w, opened:b, opened:wb" if board.first_turn_limit else ""
            raise InvalidPosition(
                f"position field {extra!r} is not known; "
                f"accepted, each once: chain:PIECE:VISITED:DIRECTIONS{also}",
                f"o campo {extra!r} da posição não é conhecido; "
                f"aceites, uma vez cada: chain:PEÇA:VISITADOS:DIREÇÕES{also}",
            )


def read_chain(board: Any, s: Any, field: str, values: list[str]) -> None:
    """A half-made turn: the capturing piece, where it has been, and the directions barred to it."""
    piece = point(board, values[0])
    seen = [point(board, part) for part in values[1].split("+")]
    barred = set(filter(None, values[2].split("+")))
    empty = set(range(board.points)) - stones(board, s, 0) - stones(board, s, 1)
    if (
        piece not in stones(board, s, s.player)
        or not empty.issuperset(seen)
        or not barred <= set(COMPASS)
    ):
        raise InvalidPosition(
            f"position field {field!r} must name a piece of the side to move, the empty points "
            f"where it has been, and the directions barred to it, such as chain:c2:c1+b1:n",
            f"o campo {field!r} da posição tem de indicar uma peça do lado a jogar, os "
            f"pontos vazios "
            "onde esteve e as direções que lhe estão vedadas, como chain:c2:c1+b1:n",
        )
    for p in seen:
        put(board, s.visited, None, int(p or 0))
    bar = sum(3 << 2 * COMPASS.index(direction) for direction in barred)
    mine, foes = (board.rules.words(s.stones, side) for side in (s.player, 1 - s.player))
    free = board.rules.free_points(board, mine[0] | s.visited[0], mine[1] | s.visited[-1], *foes)
    more = board.rules.continuations(board, piece, *free, *foes) & ~bar
    if not more:
        raise InvalidPosition(
            f"position field {field!r} describes a turn that cannot go on",
            f"o campo {field!r} da posição descreve uma jogada que não pode continuar",
        )
    s.chain = board.rules.link(piece, bar, more)


def put(board: Any, table: Any, side: int | None, p: int) -> None:
    """Add point p to a set of stones (of a side) or of visited points."""
    for w, word in enumerate(board.rules.single(p)):
        if word:
            key = w if side is None else (side, w)
            table[key] |= word


MUST_CAPTURE = Text(
    "A capture is possible, so you must capture.",
    "Há uma captura possível, por isso é obrigatória.",
)
MUST_GO_ON = Text(
    "In a chain every step must capture.", "Numa série de capturas, cada passo tem de capturar."
)
BEEN_THERE = Text(
    "In one turn a piece may not come back to a point.",
    "Numa jogada, uma peça não pode voltar a um ponto.",
)
SAME_WAY = Text(
    "In a chain a step may not repeat that direction.",
    "Numa série de capturas, um passo não pode repetir essa direção.",
)
TAKEN = Text("There is already a piece there.", "Já lá está uma peça.")
ALONG_LINES = Text(
    "A piece goes one step along a line.", "Uma peça dá um passo ao longo de uma linha."
)


def why_not(board: Any, s: Any, cells: tuple[int, ...]) -> tuple[Text, tuple[int, ...]] | None:
    legal: list[int] = [0] * board.rules.MAX_ACTIONS
    count = board.rules.actions(board, s, legal, 0)
    captures = [a for a in legal[:count] if step_text(board, s, a)[-1:] in ("a", "w")]
    able = tuple(sorted({touched(board, s, a)[0] for a in captures}))
    if len(cells) < 2:
        return (MUST_CAPTURE, able) if captures and not s.chain else None
    p, q = cells[:2]
    if q in stones(board, s, 0) | stones(board, s, 1):
        return TAKEN, (q,)
    directions = [d for d in range(8) if board.next[d, p] == q]
    if not directions:
        return ALONG_LINES, ()
    if not s.chain:
        return (MUST_CAPTURE, able) if captures else None
    if board.rules.has(s.visited[0], s.visited[-1], q):
        return BEEN_THERE, (q,)
    if s.chain >> 16 + 2 * directions[0] & 1:
        return SAME_WAY, ()
    return MUST_GO_ON, ()


CAPTURE_AGAIN = Text(
    "Capture again with the piece on {piece}, or finish the turn.",
    "Captura outra vez com a peça em {piece}, ou termina a jogada.",
)
CAPTURE_NOW = Text(
    "You must capture, by moving towards enemies or away from them: {pieces} can.",
    "Tens de capturar, avançando para inimigos ou afastando-te deles: {pieces}.",
)
ABLE = Text("{count} pieces", "{count} peças podem")
ABLE_ONE = Text("only the piece on {piece}", "só a peça em {piece} pode")
QUIET_NOW = Text(
    "No capture is possible: move a piece one step along a line.",
    "Não há capturas possíveis: move uma peça um passo ao longo de uma linha.",
)
ALL_TAKEN = Text("{side} has lost all pieces", "{side} sem peças")


def coach(board: Any, s: Any, legal: Sequence[int]) -> Text:
    if s.chain:
        return CAPTURE_AGAIN.format(piece=name(board, s.chain >> 32))
    if step_text(board, s, legal[0])[-1:] not in ("a", "w"):
        return QUIET_NOW
    able = sorted({touched(board, s, action)[0] for action in legal})
    one = ABLE_ONE.format(piece=name(board, able[0]))
    return CAPTURE_NOW.format(pieces=one if len(able) == 1 else ABLE.format(count=len(able)))


def ending(board: Any, s: Any, winner: int | None) -> Text | None:
    for side, player in enumerate((WHITE, BLACK)):
        if not stones(board, s, side):
            return ALL_TAKEN.format(side=player.name)
    return None


def arrange(board: Any, s: Any, pieces: Mapping[int, Piece], player: int, reserve: Any) -> None:
    s.stones = dict.fromkeys(s.stones, 0)
    s.chain, s.visited = 0, [0] * len(s.visited)
    s.player = player
    for p, piece in pieces.items():
        put(board, s.stones, piece.owners[-1], p)
