"""The charts of an experiment: drawn once, written as SVG and PNG, set into the report's page."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

import matplotlib
import numpy as np
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.patches import Patch, Rectangle
from matplotlib.ticker import FuncFormatter, LogLocator, MaxNLocator

from tabuleiro.experiments.tables import PlayerResults, Results, Tables
from tabuleiro.experiments.writers import seconds_text, short_names
from tabuleiro.experiments.writers import signed as plainly_signed
from tabuleiro.text import Language, Text

INK, FAINT, GRID = "#22262d", "#5d6570", "#d9dde3"
PALETTE = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#8a6f3c", "#6f7680")
"""Okabe and Ito's colours, which colour-blind people tell apart, and two quiet ones."""
WIN, DRAW, LOSS = PALETTE[0], "#b4bac3", PALETTE[1]
STYLE: Any = {
    "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans"],
    "font.size": 9.5,
    "svg.fonttype": "none",
    "svg.hashsalt": "tabuleiro",
    "text.color": INK,
    "axes.edgecolor": GRID,
    "axes.labelcolor": FAINT,
    "axes.titlelocation": "left",
    "axes.titleweight": "bold",
    "axes.titlesize": 11,
    "axes.titlepad": 12,
    "axes.unicode_minus": True,
    "axes.axisbelow": True,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "xtick.color": GRID,
    "ytick.color": GRID,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "grid.color": GRID,
    "grid.linewidth": 0.7,
    "legend.frameon": False,
}
PAPER = "#fefefe"
WIDTH = 7.4
MOST_LINES = len(PALETTE)
"""How many bots a chart of lines shows, the strongest first."""

WORDS = {
    "elo": Text("Elo with 95 % intervals", "Elo com intervalos de 95 %"),
    "seats": Text("Results by seat", "Resultados por lugar"),
    "times": Text("Time of a turn as the game goes on", "Tempo de uma jogada ao longo da partida"),
    "ladder": Text("Elo by {key}", "Elo por {key}"),
    "grid": Text("Elo by {key}", "Elo por {key}"),
    "lengths": Text("Lengths of the games", "Duração das partidas"),
    "difference": Text(
        "Elo, 0 is the mean of the rated bots", "Elo; 0 é a média dos bots classificados"
    ),
    "halfway": Text(
        "Elo, 0 is halfway between the bots", "Elo; 0 fica a meio caminho entre os bots"
    ),
    "turn": Text("turn after the opening", "jogada depois da abertura"),
    "turns": Text("turns after the opening", "jogadas depois da abertura"),
    "games": Text("games", "partidas"),
    "time": Text("mean time of a turn", "tempo médio de uma jogada"),
    "all": Text("everyone", "todos"),
    "first": Text("moves first", "joga primeiro"),
    "second": Text("moves second", "joga em segundo"),
    "won": Text("won", "ganhas"),
    "drawn": Text("drawn", "empatadas"),
    "lost": Text("lost", "perdidas"),
}


def charts(found: Tables, language: Language = "en") -> dict[str, Figure]:
    """All charts that the experiment gives rise to, by name."""
    drawn: dict[str, Callable[[Tables, Language], Figure]] = {"elo": _elo}
    if found.rungs:
        drawn["ladder"] = _ladder
    if found.squares:
        drawn["grid"] = _grid
    drawn |= {"seats": _seats, "times": _times, "lengths": _lengths}
    with matplotlib.rc_context(STYLE):
        return {name: draw(found, language) for name, draw in drawn.items()}


def svg(figure: Figure) -> str:
    """A chart as a picture of its own."""
    text = StringIO()
    with matplotlib.rc_context(STYLE):
        figure.savefig(text, format="svg", metadata={"Date": None, "Creator": None})
    return text.getvalue()


def png(figure: Figure) -> bytes:
    """A chart as pixels, sharp enough to print."""
    data = BytesIO()
    with matplotlib.rc_context(STYLE):
        figure.savefig(data, format="png", dpi=180, metadata={"Software": None})
    return data.getvalue()


def inline(text: str, name: str) -> str:
    """A chart's SVG for a page: its colours are the page's, its names do not meet others'."""
    text = text[text.index("<svg") :]
    text = re.sub(r"<metadata>.*?</metadata>", "", text, flags=re.DOTALL)
    text = re.sub(r'\bid="', f'id="{name}-', text)
    text = re.sub(r'((?:xlink:)?href="|url\()#', rf"\g<1>#{name}-", text)
    for number, colour in enumerate(PALETTE, 1):
        text = text.replace(colour, f"var(--series-{number})")
    text = text.replace(PAPER, "none")
    for colour, variable in ((INK, "ink"), (FAINT, "faint"), (GRID, "line"), (DRAW, "draw")):
        text = text.replace(colour, f"var(--{variable})")
    text = text.replace("font: ", "font-variant-numeric: tabular-nums; font: ")
    text = re.sub(r"'DejaVu Sans'(, \w+-\w+)?", "system-ui, sans-serif", text)
    return re.sub(r'<svg ([^>]*?)width="[\d.]+pt"', r"<svg \1", text, count=1).replace(
        "<svg ", '<svg aria-hidden="true" ', 1
    )


def themed(text: str, name: str) -> str:
    """A chart's SVG as a picture that is dark where its root says `data-theme="dark"`."""
    style = Path(__file__).with_name("report.css").read_text(encoding="utf-8")
    light, dark = re.findall(r":root \{([^}]*)\}", style)[:2]
    rules = f'<style>:root {{{light}}} :root[data-theme="dark"] {{{dark}}}</style>'
    head, end, rest = inline(text, name).partition(">")
    return head + end + rules + rest


def write_charts(figures: dict[str, Figure], directory: Path) -> dict[str, str]:
    """Every chart as SVG and PNG; returns the SVG texts."""
    directory.mkdir(exist_ok=True)
    texts = {}
    for name, figure in figures.items():
        texts[name] = svg(figure)
        (directory / f"{name}.svg").write_text(texts[name], encoding="utf-8")
        (directory / f"{name}.png").write_bytes(png(figure))
    return texts


def new_figure(height: float) -> tuple[Figure, Axes]:
    """Room for a chart, so many inches high."""
    figure = Figure(figsize=(WIDTH, height), layout="constrained", facecolor=PAPER)
    FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    axes.set_facecolor("none")
    axes.tick_params(length=0)
    return figure, axes


def _signed(number: float) -> str:
    return plainly_signed(number).replace("-", "−")


def set_rows(axes: Axes, names: Sequence[str]) -> None:
    """Names from the top down in place of a scale."""
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.spines["left"].set_visible(False)


def _names(found: Tables) -> dict[str, str]:
    """Short names by the tables' names, in the order of the tables."""
    bots = [player.name for player in found.players]
    short = short_names([found.shown(bot) for bot in bots])
    return {bot: short[found.shown(bot)] for bot in bots}


def _elo(found: Tables, language: Language) -> Figure:
    figure, axes = new_figure(0.36 * len(found.players) + 1.05)
    axes.set_title(WORDS["elo"][language])
    set_rows(axes, list(_names(found).values()))
    axes.axvline(0, color=FAINT, linewidth=0.8)
    axes.grid(axis="x")
    ends = [
        each
        for player in found.players
        for each in (player.elo.low, player.elo.high)
        if each is not None
    ]
    low, high = min([0.0, *ends]), max([0.0, *ends])
    room = max(high - low, 1.0)
    edges = low - 0.2 * room, high + 0.2 * room
    for place, player in enumerate(found.players):
        _elo_row(axes, place, player, edges)
    axes.set_xlim(edges[0] - 0.03 * room, edges[1] + 0.22 * room)
    rated = any(player.rating == "rated" for player in found.players)
    axes.set_xlabel(WORDS["difference" if rated else "halfway"][language])
    return figure


def _elo_row(axes: Axes, place: int, player: PlayerResults, edges: tuple[float, float]) -> None:
    low, high, value = player.elo.low, player.elo.high, player.elo.value
    if value is not None and low is not None and high is not None:
        axes.plot([low, high], [place, place], color=WIN, linewidth=2, solid_capstyle="butt")
        axes.plot([value], [place], "o", color=WIN, markersize=6)
        said, end = _signed(value), high
    elif low is not None or high is not None:
        # All that lies beyond the bound is possible, to the edge of the chart and on.
        bound, edge = (low, edges[1]) if low is not None else (high, edges[0])
        assert bound is not None
        axes.plot([bound, edge], [place, place], color=LOSS, linewidth=2, solid_capstyle="butt")
        axes.plot([edge], [place], ">" if edge > bound else "<", color=LOSS)
        axes.plot([bound], [place], "|", color=LOSS, markersize=10, markeredgewidth=2)
        said, end = f"{'≥' if edge > bound else '≤'} {_signed(bound)}", max(bound, edge)
    else:
        said, end = "?", 0.0
    axes.annotate(said, (end, place), (7, 0), textcoords="offset points", va="center", color=INK)


def _ladder(found: Tables, language: Language) -> Figure:
    figure, axes = new_figure(3.4)
    axes.set_title(WORDS["ladder"][language].format(key=found.ladder))
    try:
        places = [float(rung.value) for rung in found.rungs]
    except ValueError:
        places = [float(place) for place in range(len(found.rungs))]
    if min(places) > 0 and max(places) / min(places) >= 16:
        axes.set_xscale("log")
    rungs = list(zip(places, (rung.elo for rung in found.rungs), strict=True))
    curve = [(place, elo.value) for place, elo in rungs if elo.value is not None]
    if curve:
        axes.plot(*zip(*curve, strict=True), "o-", color=WIN, linewidth=1.2, markersize=6)
    ends = [end for _, elo in rungs for end in (elo.low, elo.high) if end is not None]
    room = 0.15 * max(max(ends, default=0) - min(ends, default=0), 1)
    for place, elo in rungs:
        if elo.value is not None and elo.low is not None and elo.high is not None:
            axes.vlines([place], elo.low, elo.high, color=WIN, linewidth=2)
            _above(axes, place, elo.high, _signed(elo.value))
        elif elo.low is not None:
            axes.vlines([place], elo.low, max(ends) + room, color=LOSS, linewidth=2)
            axes.plot([place], [max(ends) + room], "^", color=LOSS, markersize=8)
            _above(axes, place, max(ends) + room, f"≥ {_signed(elo.low)}")
        elif elo.high is not None:
            axes.vlines([place], min(ends) - room, elo.high, color=LOSS, linewidth=2)
            axes.plot([place], [min(ends) - room], "v", color=LOSS, markersize=8)
            _above(axes, place, elo.high, f"≤ {_signed(elo.high)}")
    axes.set_xticks(places, [rung.value for rung in found.rungs], minor=False)
    axes.minorticks_off()
    axes.margins(x=0.08, y=0.14)
    axes.grid(axis="y")
    axes.axhline(0, color=FAINT, linewidth=0.8)
    axes.set_xlabel(found.ladder)
    axes.set_ylabel("Elo")
    return figure


def _grid(found: Tables, language: Language) -> Figure:
    """A heat map: the better the bot, the stronger the colour of its square."""
    rows = list(dict.fromkeys(square.row for square in found.squares))
    columns = list(dict.fromkeys(square.column for square in found.squares))
    figure, axes = new_figure(0.42 * len(rows) + 1.3)
    axes.set_title(WORDS["grid"][language].format(key=" × ".join(found.grid)))
    bounds = [
        next((end for end in (elo.value, elo.low, elo.high) if end is not None), None)
        for elo in (square.elo for square in found.squares)
    ]
    known = [bound for bound in bounds if bound is not None]
    most = max(map(abs, known), default=0.0) or 1.0
    for square, bound in zip(found.squares, bounds, strict=True):
        x, y = columns.index(square.column), rows.index(square.row)
        colour = FAINT if bound is None else WIN if bound >= 0 else LOSS
        strength = 0.05 if bound is None else 0.06 + 0.5 * abs(bound) / most
        axes.add_patch(
            Rectangle((x - 0.48, y - 0.46), 0.96, 0.92, color=colour, alpha=strength, lw=0)
        )
        said = "–" if bound is None else _signed(bound)
        if bound is not None and square.elo.value is None:
            said = f"{'≥' if square.elo.low is not None else '≤'} {said}"
        axes.annotate(said, (x, y), ha="center", va="center", color=INK)
    set_rows(axes, rows)
    axes.set_xticks(range(len(columns)), columns)
    axes.set_xlim(-0.5, len(columns) - 0.5)
    axes.spines["bottom"].set_visible(False)
    axes.set_ylabel(found.grid[0])
    axes.set_xlabel(found.grid[1])
    return figure


def _above(axes: Axes, x: float, y: float, text: str) -> None:
    axes.annotate(text, (x, y), (0, 6), textcoords="offset points", ha="center", color=INK)


def _seats(found: Tables, language: Language) -> Figure:
    names, rows = [], []
    first, second = WORDS["first"][language], WORDS["second"][language]
    names.append(f"{WORDS['all'][language]}, {first}")
    rows.append(found.first_seat)
    short = _names(found)
    for player in found.players:
        names += [f"{short[player.name]}, {first}", second]
        rows += [player.moving_first, player.moving_second]
    places = [0.0]
    for number in range(len(found.players)):
        places += [1.5 + 2.4 * number, 2.4 + 2.4 * number]
    figure, axes = new_figure(0.24 * places[-1] + 1.3)
    axes.set_title(WORDS["seats"][language])
    for place, results in zip(places, rows, strict=True):
        _shares(axes, place, results)
    axes.set_yticks(places, names)
    axes.set_ylim(places[-1] + 0.6, -0.6)
    axes.set_xlim(0, 1)
    axes.xaxis.set_major_formatter(FuncFormatter(lambda share, _: f"{100 * share:.0f} %"))
    axes.axvline(0.5, color=INK, linewidth=0.8, linestyle=(0, (3, 3)))
    for side in ("left", "bottom"):
        axes.spines[side].set_visible(False)
    handles = [Patch(color=colour) for colour in (WIN, DRAW, LOSS)]
    labels = [WORDS[word][language] for word in ("won", "drawn", "lost")]
    figure.legend(handles, labels, loc="outside lower center", ncols=3)
    return figure


def _shares(axes: Axes, place: float, results: Results) -> None:
    left = 0.0
    counts = (results.wins, results.draws, results.losses)
    for count, colour in zip(counts, (WIN, DRAW, LOSS), strict=True):
        share = count / max(results.games, 1)
        axes.barh([place], [share], 0.8, left=[left], color=colour)
        if share >= 0.07:
            ink = INK if colour == DRAW else "#ffffff"
            axes.text(
                left + share / 2, place, f"{100 * share:.0f}", ha="center", va="center", color=ink,
                fontsize=8.5,
            )  # fmt: skip
        left += share


def _times(found: Tables, language: Language) -> Figure:
    figure, axes = new_figure(3.6)
    axes.set_title(WORDS["times"][language])
    last, short = _usual_length(found), _names(found)
    for player, colour in zip(found.players[:MOST_LINES], PALETTE, strict=False):
        times = np.array(player.seconds_by_ply[:last])
        turns = np.arange(1, len(times) + 1)
        axes.plot(turns[times > 0], times[times > 0], color=colour, linewidth=1.6,
                  label=short[player.name])  # fmt: skip
    axes.set_yscale("log")
    low, high = axes.get_ylim()
    axes.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5) if high < 60 * low else (1,)))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda seconds, _: seconds_text(seconds)))
    axes.minorticks_off()
    axes.grid(axis="y")
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set_xlabel(WORDS["turn"][language])
    axes.set_ylabel(WORDS["time"][language])
    if found.players:
        figure.legend(loc="outside lower center", ncols=3)
    return figure


def _usual_length(found: Tables) -> int:
    """The number of turns that all but a twentieth of the games stay within."""
    seen = 0
    for turns, games in found.lengths.items():
        seen += games
        if seen >= 0.95 * found.games:
            return max(turns, 2)
    return 2


def _lengths(found: Tables, language: Language) -> Figure:
    figure, axes = new_figure(2.7)
    axes.set_title(WORDS["lengths"][language])
    turns, games = list(found.lengths), list(found.lengths.values())
    if turns:
        low, high = min(turns), max(turns)
        step = max(1, -(-(high - low + 1) // 40))
        edges = np.arange(low, high + 2 * step, step) - 0.5
        axes.hist(turns, edges.tolist(), weights=games, color=WIN, rwidth=0.86)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.yaxis.set_major_locator(MaxNLocator(integer=True, nbins=5))
    axes.grid(axis="y")
    axes.set_xlabel(WORDS["turns"][language])
    axes.set_ylabel(WORDS["games"][language])
    return figure
