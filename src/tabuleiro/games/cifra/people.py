"""CIFRA Code25 for people: options, names, the board's drawing, notation, positions as text."""

from __future__ import annotations

import random as chance
from collections.abc import Mapping, Sequence
from typing import Any

from tabuleiro.errors import InvalidOption, InvalidPosition
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
from tabuleiro.games.cifra.rules import (
    FIRST_MOVE,
    KING,
    SIDES,
    WHITE,
    edge,
    neutral_cells,
)
from tabuleiro.options import Option, Value
from tabuleiro.text import Text

TITLE = Text("CIFRA Code25", "CIFRA Code25")
SUMMARY = Text(
    "A dash across white and blue tiles: a run of tiles in your own colour is a single step.",
    "Uma corrida sobre casas brancas e azuis: uma fila de casas da tua cor conta como uma só.",
)
COMPILATIONS: tuple[dict[str, Value], ...] = (
    {},
    {"mode": "sum"},
    {"size": 9},
    {"size": 9, "mode": "sum"},
)
FRESH: dict[str, Value] = {"tiles": "random"}
OPTIONS = (
    Option(
        "mode",
        "dash",
        Text(
            "What wins: more pieces at the goal (dash), the larger sum of their numbers (sum), or "
            "the king, by reaching the goal or being captured (king).",
            "O que dá a vitória: mais peças na meta (dash), a maior soma dos seus números (sum) "
            "ou o rei, por chegar à meta ou ser capturado (king).",
        ),
        ("dash", "sum", "king"),
        title=Text("What wins", "O que dá a vitória"),
        values={
            "dash": Text("dash", "corrida"),
            "sum": Text("sum", "soma"),
            "king": Text("king", "rei"),
        },
    ),
    Option(
        "size",
        5,
        Text("Tiles along each side of the board.", "Casas em cada lado do tabuleiro."),
        (3, 5, 7, 9),
        title=Text("Size", "Tamanho"),
    ),
    Option(
        "centre",
        "own",
        Text(
            "A neutral tile counts as one of the mover's tiles (own) or as nobody's (neutral).",
            "Uma casa neutra conta como sendo de quem joga (own) ou de ninguém (neutral).",
        ),
        ("own", "neutral"),
        title=Text("Neutral tile", "Casa neutra"),
        values={"own": Text("own", "própria"), "neutral": Text("neutral", "neutra")},
    ),
    Option(
        "tiles",
        "standard",
        Text(
            "The tiles: standard, random, a seed such as 7, or the rows from the top, "
            "such as WBWBW/WBBWB/BW.BW/WWBBW/BWBWB.",
            "As casas: standard (as habituais), random (ao acaso), uma semente como 7, ou as "
            "linhas a partir de cima, como WBWBW/WBBWB/BW.BW/WWBBW/BWBWB.",
        ),
        Text("standard, random, a seed, rows", "standard, random, semente, linhas"),
        title=Text("Tiles", "Casas"),
    ),
    Option(
        "choose",
        True,
        Text(
            "The second player begins by choosing a side and a colour.",
            "O segundo jogador começa por escolher um lado e uma cor.",
        ),
        title=Text("Choice of side", "Escolha do lado"),
    ),
    Option(
        "white",
        "top",
        Text("White's home row, without the choice.", "A base das Brancas, se não há escolha."),
        ("top", "bottom"),
        title=Text("White's home", "Base das Brancas"),
        values={"top": Text("top", "em cima"), "bottom": Text("bottom", "em baixo")},
    ),
    Option(
        "first",
        "white",
        Text("Who moves first, without the choice.", "Quem joga primeiro, se não há escolha."),
        ("white", "blue"),
        title=Text("Who begins", "Quem começa"),
        values={"white": Text("White", "Brancas"), "blue": Text("Blue", "Azuis")},
    ),
    Option(
        "numbers",
        "standard",
        Text(
            "In sum and king, the numbers along the first and the second player's home row, from "
            "the left or the top, such as 13542/24531; or standard, random, a seed.",
            "Em sum e king, os números ao longo da base do primeiro e do segundo jogador, a partir "
            "da esquerda ou de cima, como 13542/24531; ou standard, random, uma semente.",
        ),
        Text("standard, random, a seed, numbers", "standard, random, semente, números"),
        title=Text("Numbers", "Números"),
    ),
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
TERM_UNITS = {"goals": 50, "finish": 0, "numbers": 0}

SIDES_OF_PLAY = (
    Player(Text("White", "Brancas"), "w", "white"),
    Player(Text("Blue", "Azuis"), "b", "blue"),
)
UNDECIDED = (
    Player(Text("First player", "Primeiro jogador"), "1", "black"),
    Player(Text("Second player", "Segundo jogador"), "2", "black"),
)
COLOURS = ("white", "blue")
TILES = "WB."
SEED_DIGITS = 18
TINTS = ("white", "blue", "neutral")
NOTHING = "-"
"""White's home and the side to move, as long as the second player has not chosen."""


def resolve(options: Mapping[str, Value], random: chance.Random) -> dict[str, Value]:
    values = dict(options)
    for name in ("tiles", "numbers"):
        text = str(values[name])
        if text.lower() == "random":
            values[name] = str(random.randrange(1_000_000))
        else:
            values[name] = text.upper() if "/" in text else text.lower()
    return values


def check_options(options: Mapping[str, Value]) -> None:
    size = int(options["size"])
    tiles, numbers = str(options["tiles"]), str(options["numbers"])
    if not is_standard_or_seed(tiles):
        check_tiles(size, tiles)
    if not is_standard_or_seed(numbers):
        rows = numbers.split("/")
        digits = "".join(str(number) for number in range(1, size + 1))
        if len(rows) != 2 or any(sorted(row) != list(digits) for row in rows):
            raise InvalidOption(
                f"option numbers cannot be {numbers!r}; accepted: standard, random, a seed of up "
                f"to {SEED_DIGITS} digits, or two rows joined by '/' that each have the digits "
                f"1 to {size} once",
                f"a opção numbers não pode ser {numbers!r}; aceites: standard, random, uma "
                f"semente de "
                f"até {SEED_DIGITS} algarismos, ou duas linhas separadas por '/', cada uma com os "
                f"algarismos de 1 a {size} uma vez",
            )


def is_standard_or_seed(text: str) -> bool:
    return text == "standard" or (text.isascii() and text.isdecimal() and len(text) <= SEED_DIGITS)


def check_tiles(size: int, text: str) -> None:
    rows = text.split("/")
    if len(rows) != size or any(len(row) != size for row in rows) or set(text) - set("WB./"):
        raise InvalidOption(
            f"option tiles cannot be {text!r}; accepted: standard, random, a seed of up to "
            f"{SEED_DIGITS} digits, or {size} rows of {size} tiles (W, B, '.') joined by '/'",
            f"a opção tiles não pode ser {text!r}; aceites: standard, random, uma semente de até "
            f"{SEED_DIGITS} algarismos, ou {size} linhas de {size} casas (W, B, '.') "
            f"separadas por '/'",
        )
    tile = "".join(rows)
    neutral = neutral_cells(size)
    if [p for p, letter in enumerate(tile) if letter == "."] != neutral:
        places = ", ".join(grid_name(p % size, p // size, size) for p in neutral)
        raise InvalidOption(
            f"option tiles cannot be {text!r}; accepted: neutral tiles ('.') on {places} alone",
            f"a opção tiles não pode ser {text!r}; aceites: casas neutras ('.') só em {places}",
        )
    if tile.count("W") != tile.count("B"):
        raise InvalidOption(
            f"option tiles has {tile.count('W')} white and {tile.count('B')} blue tiles; "
            f"accepted: {(size * size - len(neutral)) // 2} of each",
            f"a opção tiles tem {tile.count('W')} casas brancas e {tile.count('B')} azuis; "
            f"aceites: {(size * size - len(neutral)) // 2} de cada",
        )


def players(board: Any, s: Any) -> tuple[Player, Player]:
    if s.setting == 0:
        return UNDECIDED
    return SIDES_OF_PLAY[colour(s, 0)], SIDES_OF_PLAY[colour(s, 1)]


def colour(s: Any, player: int) -> int:
    return int(s.setting ^ player) & 1


def white_home(setting: int) -> int:
    """White's side of the board; the setting holds that of the second player."""
    side, second = (setting - 1) >> 1, (setting - 1) & 1
    return side if second == WHITE else side ^ 1


def name(board: Any, p: int) -> str:
    size = board.rules.SIZE
    return grid_name(p % size, p // size, size)


def cell(board: Any, text: str) -> int | None:
    """The cell that a text names."""
    size = int(board.rules.SIZE)
    return grid_cell(text, size, size)


def geometry(board: Any) -> Geometry:
    size = board.rules.SIZE
    cells = tuple(
        Cell(name(board, p), p % size + 0.5, p // size + 0.5, "square", TINTS[board.tile[p]])
        for p in range(size * size)
    )
    return Geometry(size, size, cells, (), grid_labels(size, size), captured_trays(size, size))


def members(board: Any, words: Any) -> list[int]:
    """The cells of a set."""
    cells, count = range(board.rules.CELLS), range(board.rules.WORDS)
    return [p for p in cells if any(words[w] & board.cell[p, w] for w in count)]


def pieces(board: Any, s: Any, player: int) -> list[int]:
    return members(board, s.mine if player == s.player else s.theirs)


def goals(board: Any, s: Any, player: int) -> list[int]:
    """A player's goal row."""
    count = range(board.rules.WORDS)
    return members(board, [board.goal[2 * s.setting + player, w] for w in count])


def number(board: Any, s: Any, p: int) -> int:
    """The number of the piece on a cell; 0 where pieces have none."""
    planes, count = range(board.rules.PLANES), range(board.rules.WORDS)
    return sum(any(s.planes[b, w] & board.cell[p, w] for w in count) << b for b in planes)


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


def tile_text(board: Any) -> str:
    return grid_text([TILES[tile] for tile in board.tile], board.rules.SIZE)


def position_text(board: Any, s: Any) -> str:
    letters = ["."] * board.rules.CELLS
    digits = ["."] * board.rules.CELLS
    for player, side in enumerate(players(board, s)):
        for p in pieces(board, s, player):
            letters[p] = side.letter
            digits[p] = str(number(board, s, p))
    fields = [grid_text(letters, board.rules.SIZE), tile_text(board)]
    if s.setting == 0:
        return " ".join([*fields, NOTHING, NOTHING])
    fields += [SIDES[white_home(s.setting)], players(board, s)[s.player].letter]
    if board.rules.PLANES:
        fields.append(grid_text(digits, board.rules.SIZE))
    if board.begin == 0 and s.player == 1:
        fields.append("first:" + players(board, s)[0].letter)
    return " ".join(fields)


def read_position(board: Any, s: Any, text: str) -> None:
    fields = text.lower().split()
    if len(fields) < 4:
        raise InvalidPosition(
            f"position {text!r} needs the pieces, the tiles, White's home and the side to move",
            f"a posição {text!r} precisa das peças, das casas, da base das Brancas e do "
            f"lado a jogar",
        )
    letters = read_rows(board, "pieces", fields[0], "wb")
    if fields[1] != tile_text(board).lower():
        tiles = fields[1].upper()
        raise InvalidPosition(
            f"the tiles {tiles!r} are not those of this game; to use them, pass -o tiles={tiles!r}",
            f"as casas {tiles!r} não são as deste jogo; para as usar: -o tiles={tiles!r}",
        )
    if fields[2:4] == [NOTHING, NOTHING]:
        read_undecided(board, s, letters, fields[4:])
        return
    if fields[2] not in SIDES:
        raise InvalidPosition(
            f"White's home cannot be {fields[2]!r}; accepted: {', '.join(SIDES)}, "
            "or '-' with the side to move '-' before the choice",
            f"a base das Brancas não pode ser {fields[2]!r}; aceites: {', '.join(SIDES)}, "
            "ou '-' com o lado a jogar '-' antes da escolha",
        )
    mover = read_side(fields[3], "wb")
    first = board.begin & 1 if board.begin else mover
    extra = fields[4:]
    if extra and extra[-1].startswith("first:"):
        first = read_side(
            extra.pop().removeprefix("first:"), "wb", Text("the first player", "o primeiro jogador")
        )
    second = 1 - first
    side = SIDES.index(fields[2]) ^ (0 if second == WHITE else 1)
    s.setting = 1 + 2 * side + second
    check_setting(board, s)
    s.player = 0 if mover == first else 1
    for p, letter in enumerate(letters):
        if letter != ".":
            add(board, s.mine if "wb".index(letter) == mover else s.theirs, p)
    check_counts(board, letters)
    if board.rules.PLANES:
        if len(extra) != 1:
            raise InvalidPosition(
                f"position {text!r} needs one more field with the numbers of the pieces, "
                "such as 13542/...../...../...../24531",
                f"a posição {text!r} precisa de mais um campo com os números das peças, "
                "como 13542/...../...../...../24531",
            )
        read_numbers(board, s, letters, extra.pop())
    if extra:
        raise InvalidPosition(
            f"position field {extra[0]!r} is not known; accepted: first:w or first:b",
            f"o campo {extra[0]!r} da posição não é conhecido; aceites: first:w ou first:b",
        )


def read_undecided(board: Any, s: Any, letters: str, extra: list[str]) -> None:
    """The position before the choice: an empty board."""
    if board.begin != 0:
        raise InvalidPosition(
            "White's home and the side to move cannot be '-' in a game without the choice; "
            "for a game with it, pass -o choose=yes",
            "a base das Brancas e o lado a jogar não podem ser '-' num jogo sem escolha; "
            "para um jogo com ela: -o choose=yes",
        )
    if set(letters) != {"."} or extra:
        raise InvalidPosition(
            "before the choice of side and colour the board must be empty",
            "antes da escolha do lado e da cor, o tabuleiro tem de estar vazio",
        )
    s.player = 1


PARTS = {"pieces": "peças", "numbers": "números"}


def read_rows(board: Any, what: str, text: str, accepted: str) -> str:
    """A board of letters, without the strokes between its rows."""
    size = board.rules.SIZE
    rows = text.split("/")
    if len(rows) != size or any(len(row) != size for row in rows):
        raise InvalidPosition(
            f"the {what} {text!r} must be {size} rows of {size} cells, joined by '/'",
            f"o campo {text!r} ({PARTS[what]}) tem de ter {size} linhas de {size} casas, "
            f"separadas por '/'",
        )
    for p, letter in enumerate("".join(rows)):
        if letter not in accepted + ".":
            raise InvalidPosition(
                f"the {what} have {letter!r} on {name(board, p)}; "
                f"accepted: {', '.join(accepted)} and '.'",
                f"no campo ({PARTS[what]}) há {letter!r} em {name(board, p)}; "
                f"aceites: {', '.join(accepted)} e '.'",
            )
    return "".join(rows)


def check_setting(board: Any, s: Any) -> None:
    """Without the choice the homes and the first player are those of the game's options."""
    if board.begin in (0, s.setting):
        return
    if s.setting & 1 != board.begin & 1:
        first, fixed = COLOURS[s.setting & 1], COLOURS[board.begin & 1]
        raise InvalidPosition(
            f"the position has first={first}, but the game has first={fixed}; pass -o "
            f"first={first}",
            f"a posição tem first={first}, mas o jogo tem first={fixed}; usa -o first={first}",
        )
    home, fixed = SIDES[white_home(s.setting)], SIDES[white_home(board.begin)]
    option = f"white={home}" if home in ("top", "bottom") else "choose=yes"
    raise InvalidPosition(
        f"White's home is {home} in the position, but {fixed} in the game; pass -o {option}",
        f"a base das Brancas é {home} na posição, mas {fixed} no jogo; usa -o {option}",
    )


def check_counts(board: Any, letters: str) -> None:
    size = board.rules.SIZE
    for side in SIDES_OF_PLAY:
        if letters.count(side.letter) > size:
            raise InvalidPosition(
                f"{side.name['en']} has {letters.count(side.letter)} pieces; "
                f"accepted: at most {size}",
                f"{side.name['pt']}: {letters.count(side.letter)} peças; aceites: no máximo {size}",
            )
    if set(letters) == {"."}:
        raise InvalidPosition(
            "the position has no pieces; accepted: an empty board with '- -'",
            "a posição não tem peças; aceite: um tabuleiro vazio com '- -'",
        )


def read_numbers(board: Any, s: Any, letters: str, text: str) -> None:
    size = board.rules.SIZE
    digits = read_rows(board, "numbers", text, "123456789"[:size])
    for p in range(size * size):
        if (letters[p] == ".") != (digits[p] == "."):
            raise InvalidPosition(
                f"the numbers must stand where the pieces are, but {name(board, p)} has only "
                f"{'a number' if letters[p] == '.' else 'a piece'}",
                f"os números têm de estar onde estão as peças, mas {name(board, p)} só tem "
                f"{'um número' if letters[p] == '.' else 'uma peça'}",
            )
        for b in range(board.rules.PLANES):
            if digits[p] != "." and int(digits[p]) >> b & 1:
                for w in range(board.rules.WORDS):
                    s.planes[b, w] |= board.cell[p, w]
    kings = 0
    for side in SIDES_OF_PLAY:
        own = [
            digit for digit, letter in zip(digits, letters, strict=True) if letter == side.letter
        ]
        if len(set(own)) < len(own):
            raise InvalidPosition(
                f"{side.name['en']} has a number twice in {text!r}",
                f"{side.name['pt']}: há um número repetido em {text!r}",
            )
        kings += str(size) in own
    if board.mode == KING and kings == 0:
        raise InvalidPosition(
            f"there is no king, the piece with number {size}, in {text!r}",
            f"não há rei, a peça com o número {size}, em {text!r}",
        )


def add(board: Any, words: Any, p: int) -> None:
    """Add a cell to a set."""
    for w in range(board.rules.WORDS):
        words[w] |= board.cell[p, w]


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


def arrange(board: Any, s: Any, placed: Mapping[int, Piece], player: int, reserve: Any) -> None:
    """Before the choice, the homes are those of a second player who chose the top in white."""
    if s.setting == 0:
        s.setting = 1
    s.player = player
    s.mine, s.theirs = ([0] * board.rules.WORDS for _ in range(2))
    if board.rules.PLANES:
        s.planes = dict.fromkeys(s.planes, 0)
    for p, piece in placed.items():
        add(board, s.mine if piece.owners[-1] == player else s.theirs, p)
        value = int(piece.label) if piece.label.isdecimal() else 0
        for b in range(board.rules.PLANES):
            if value >> b & 1:
                for w in range(board.rules.WORDS):
                    s.planes[b, w] |= board.cell[p, w]
