"""A comparison as one page that needs nothing else: tables, charts, figures of the game."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path

import matplotlib
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator, NullFormatter

from tabuleiro.errors import JobFailed
from tabuleiro.experiments.charts import PALETTE, STYLE, inline, new_figure, svg
from tabuleiro.experiments.statistics import Estimate
from tabuleiro.lab.comparison import SearchRow
from tabuleiro.lab.playouts import GameFigures
from tabuleiro.lab.strength import StrengthRow
from tabuleiro.position import Position
from tabuleiro.text import Language, Text

DASHES = ("-", "--", ":", "-.")
WORDS = {
    "title": Text("Searches side by side", "Pesquisas lado a lado"),
    "rows": Text("Every depth", "Todas as profundidades"),
    "time": Text("In equal time", "No mesmo tempo"),
    "games": Text("In games", "Em partidas"),
    "facts": Text("The game in random play", "O jogo ao acaso"),
    "nodes": Text("Nodes by depth", "Nós por profundidade"),
    "depth": Text("turns looked ahead", "jogadas à frente"),
    "count": Text("nodes, on a scale of powers", "nós, numa escala de potências"),
    "position": Text("Position", "Posição"),
    "sample": Text("{number} positions", "{number} posições"),
}
HEADERS = (
    Text("search", "pesquisa"),
    Text("depth", "prof."),
    Text("nodes", "nós"),
    Text("turns", "jogadas"),
    Text("seconds", "segundos"),
    Text("branching", "ramos"),
    Text("value", "valor"),
    Text("move", "jogada"),
    Text("first cuts", "1.º corte"),
    Text("hits", "acertos"),
)
STRENGTH_HEADERS = (
    Text("search", "pesquisa"),
    Text("against", "contra"),
    Text("won", "ganhas"),
    Text("drawn", "empatadas"),
    Text("lost", "perdidas"),
    Text("Elo", "Elo"),
)
FIGURES = {
    "branching": Text("legal turns in a position", "jogadas legais numa posição"),
    "length": Text("turns of a game", "jogadas de uma partida"),
    "tree": Text("size of the tree, power of ten", "tamanho da árvore, potência de dez"),
    "first_player": Text("the first player's share", "parte do primeiro jogador"),
    "draws": Text("share of draws", "parte de empates"),
}


def cells(row: SearchRow) -> tuple[str, ...]:
    """A row as texts, in the order of HEADERS."""
    return (
        row.search,
        str(row.depth),
        str(row.nodes),
        str(row.turns),
        f"{row.seconds:.3f}",
        "" if row.branching is None else f"{row.branching:.1f}",
        str(row.value),
        row.move,
        "" if row.cuts_at_first is None else f"{row.cuts_at_first:.0%}",
        str(row.hits),
    )


def strength_cells(row: StrengthRow) -> tuple[str, ...]:
    """A match as texts, in the order of STRENGTH_HEADERS."""
    found = interval(row.elo, 0, signed=True)
    return (row.search, row.against, str(row.wins), str(row.draws), str(row.losses), found)


def figure_cells(figures: GameFigures, language: Language) -> list[tuple[str, str]]:
    """The figures of a game as pairs of texts."""
    digits = {"branching": 1, "length": 1, "tree": 1, "first_player": 3, "draws": 3}
    return [
        (title[language], interval(getattr(figures, name), digits[name]))
        for name, title in FIGURES.items()
    ]


def interval(found: Estimate, digits: int, signed: bool = False) -> str:
    """A value and its interval."""
    sign = "+" if signed else ""

    def say(number: float | None) -> str:
        return "?" if number is None else f"{number:{sign}.{digits}f}"

    return f"{say(found.value)} [{say(found.low)}, {say(found.high)}]"


def nodes_chart(rows: Sequence[SearchRow], language: Language = "en") -> Figure:
    """Nodes by depth on a log scale, a line for each search."""
    with matplotlib.rc_context(STYLE):
        rows = [row for row in rows if row.turns]  # the depth of a tree search is another thing
        names = list(dict.fromkeys(row.search for row in rows))
        figure, axes = new_figure(3.2 + 0.14 * len(names))
        for i, name in enumerate(names):
            own = [row for row in rows if row.search == name and row.nodes]
            axes.plot(
                [row.depth for row in own],
                [row.nodes for row in own],
                label=name,
                color=PALETTE[i % len(PALETTE)],
                linestyle=DASHES[i // len(PALETTE) % len(DASHES)],
                marker="o",
                markersize=3,
            )
        axes.set_yscale("log")
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.set_xlabel(WORDS["depth"][language])
        axes.set_ylabel(WORDS["count"][language])
        axes.set_title(WORDS["nodes"][language])
        axes.grid(True)
        axes.yaxis.set_minor_formatter(NullFormatter())
        figure.legend(loc="outside lower left", ncols=2, frameon=False)
        return figure


def write_page(
    path: Path,
    positions: Sequence[Position],
    rows: Sequence[SearchRow],
    equal: Sequence[SearchRow] = (),
    strength: Sequence[StrengthRow] = (),
    figures: GameFigures | None = None,
    language: Language = "en",
) -> None:
    """The page, whole."""
    game = positions[0].game
    title = f"{game.title[language]}: {WORDS['title'][language]}"
    one = positions[0].text if len(positions) == 1 else None
    place = one or WORDS["sample"][language].format(number=len(positions))
    heads = [header[language] for header in HEADERS]
    parts = [f"<h1>{escape(title)}</h1>", f"<p class='faint'><code>{escape(place)}</code></p>"]
    if rows:
        parts.append(f"<figure>{inline(svg(nodes_chart(rows, language)), 'nodes')}</figure>")
        parts += _section("rows", heads, [cells(row) for row in rows], language)
    if equal:
        parts += _section("time", heads, [cells(row) for row in equal], language)
    if strength:
        named = [header[language] for header in STRENGTH_HEADERS]
        parts += _section("games", named, [strength_cells(row) for row in strength], language)
    if figures is not None:
        parts += _section("facts", ["", "95 %"], figure_cells(figures, language), language)
    css = Path(__file__).parent.parent / "experiments" / "report.css"
    page = (
        f'<!doctype html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{css.read_text('utf-8')}</style>\n</head>\n"
        f"<body>\n<main>\n{chr(10).join(parts)}\n</main>\n</body>\n</html>\n"
    )
    try:
        path.write_text(page, encoding="utf-8")
    except OSError as error:
        raise JobFailed(
            f"{str(path)!r} cannot be written: {error.strerror}",
            f"{str(path)!r} não pode ser escrito: {error.strerror}",
        ) from None


def _section(
    word: str, heads: Sequence[str], rows: Sequence[Sequence[str]], language: Language
) -> list[str]:
    head = "".join(f"<th scope='col'>{escape(each)}</th>" for each in heads)
    body = "\n".join(
        "<tr>" + "".join(f"<td>{escape(each)}</td>" for each in row) + "</tr>" for row in rows
    )
    return [
        f"<h2>{escape(WORDS[word][language])}</h2>",
        (
            "<div class='scroll' tabindex='0' role='region' "
            f"aria-label='{escape(WORDS[word][language])}'>"
            f"<table><thead><tr>{head}</tr></thead>\n<tbody>{body}</tbody></table></div>"
        ),
    ]
