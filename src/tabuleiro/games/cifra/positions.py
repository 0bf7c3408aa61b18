"""Positions of CIFRA Code25 as text, read with care, and as somebody has set them up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tabuleiro.errors import InvalidPosition
from tabuleiro.games.base import Piece, grid_text, read_side
from tabuleiro.games.cifra.board import (
    COLOURS,
    SIDES_OF_PLAY,
    name,
    number,
    pieces,
    players,
    white_home,
)
from tabuleiro.games.cifra.rules import KING, SIDES, WHITE
from tabuleiro.text import Text

TILES = "WB."
NOTHING = "-"
"""White's home and the side to move, as long as the second player has not chosen."""


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
