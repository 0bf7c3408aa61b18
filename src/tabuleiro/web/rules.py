"""The rules of a game as a part of a page: Markdown without raw HTML, diagrams drawn."""

from __future__ import annotations

import re
from collections.abc import Iterable, MutableMapping, Sequence
from functools import lru_cache
from html import escape
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token

from tabuleiro.game import Game
from tabuleiro.text import Language

UNDECIDED = (("W", "white"), ("B", "blue"))
"""Letters and colours of the sides where they are not chosen yet."""
LETTERS = re.compile(r"[A-Z]+|[a-z]")


class Diagrams(RendererHTML):
    """Draws what stands in fences: letters become pieces, tiles or goals; all else stays text."""

    def fence(
        self, tokens: Sequence[Token], idx: int, options: Any, env: MutableMapping[str, Any]
    ) -> str:
        """A diagram as a picture that says its text."""
        lines = tokens[idx].content.rstrip("\n").split("\n")
        sides = sides_of(env["game"])
        tiles = any(cell.tint == "white" for cell in env["game"].geometry.cells)
        drawn = "\n".join(_line(line, sides, tiles) for line in lines)
        said, columns = escape("\n".join(lines)), max(map(len, lines))
        return (
            f'<pre tabindex="0" role="img" aria-label="{said}" data-columns="{columns}">'
            f"{drawn}</pre>\n"
        )

    code_block = fence


def _parser() -> MarkdownIt:
    """CommonMark and tables; what looks like HTML is text, and nothing is fetched."""
    parser = MarkdownIt("commonmark", {"html": False}, renderer_cls=Diagrams)
    return parser.enable("table").disable("image")


PARSER = _parser()


@lru_cache(maxsize=64)
def rules_html(game: Game, language: Language) -> str:
    """The rules as HTML."""
    return rendered(game.rules_text(language), game)


def rendered(text: str, game: Game) -> str:
    """A text about a game as HTML."""
    env = {"game": game}
    tokens = PARSER.parse(text, env)
    for token in tokens:
        if token.type.startswith("heading"):  # the page has a title of its own
            token.tag = "h2" if token.tag == "h1" else "h3"
        elif token.type == "th_open":
            token.attrSet("scope", "col")
    return str(PARSER.renderer.render(tokens, PARSER.options, env))


def sides_of(game: Game) -> tuple[tuple[str, str], ...]:
    """The letters of the sides in diagrams, and their colours."""
    found = tuple((player.letter.upper(), player.colour) for player in game.start().players)
    return found if all(letter.isalpha() for letter, _ in found) else UNDECIDED


def _line(line: str, sides: Sequence[tuple[str, str]], tiles: bool) -> str:
    if re.match(r"\s*a\s+b\b", line):  # the names of columns
        return escape(line)
    # What begins a line without a space names a row.
    return "".join(
        escape(part) if number == 0 else _drawn(part, sides, tiles)
        for number, part in enumerate(re.split(r"(\s+)", line))
    )


def _drawn(part: str, sides: Sequence[tuple[str, str]], tiles: bool) -> str:
    if part == ".":
        return '<span class="void">·</span>'
    known = [letter for letter, _ in sides]
    if not LETTERS.fullmatch(part) or not set(part.upper()) <= set(known):
        return escape(part)
    owners = [known.index(letter) for letter in part.upper()]
    kind = _kind(part.isupper(), tiles)
    return f"<span>{''.join(_pieces(owners, kind, sides))}</span>"


def _kind(capital: bool, tiles: bool) -> str:
    """Where there are tiles, capitals are tiles and small letters pieces; else pieces and goals."""
    if tiles:
        return "tile" if capital else "man"
    return "man" if capital else "goal-cell"


def _pieces(owners: Iterable[int], kind: str, sides: Sequence[tuple[str, str]]) -> Iterable[str]:
    for owner in owners:
        mark = f" owner-{owner}" if kind == "man" else ""
        yield f'<span class="{kind} {sides[owner][1]}{mark}"></span>'
