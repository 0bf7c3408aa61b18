"""Draws the pictures of the course from searches: `python docs/course/images.py`, from the root."""

from __future__ import annotations

from html import escape
from pathlib import Path

import matplotlib
from matplotlib.figure import Figure

import tabuleiro
from tabuleiro.bots.limit import Limit
from tabuleiro.bots.presets import make_analyst
from tabuleiro.experiments.charts import PALETTE, STYLE, new_figure, svg
from tabuleiro.lab import compare, sample
from tabuleiro.lab.report import nodes_chart
from tabuleiro.position import Position

HERE = Path(__file__).parent
START = tabuleiro.game("fanorona", width=5, height=3).start()
LARGER = tabuleiro.game("fanorona", width=5, height=5).start()
IDEAS = {
    "minimax": "minimax",
    "with cuts": "minimax,cuts=yes",
    "and ordering": "minimax,cuts=yes,killers=yes,history=yes",
    "all ideas": "hard,net=no",
}
INK, SOFT, ACCENT = "#1f2937", "#64748b", "#0f766e"
FONT = "system-ui, -apple-system, 'Segoe UI', sans-serif"
ROW, COLUMN, TOP = 22, 190, 26


def lead(position: Position) -> int:
    owners = [piece.owners[-1] for piece in position.view.pieces]
    return owners.count(position.player) - owners.count(1 - position.player)


def minimax(position: Position, depth: int) -> int:
    if depth == 0:
        return lead(position)
    return max(-minimax(position.play(move), depth - 1) for move in position.legal_moves)


def tree(depth: int = 2) -> str:
    """All lines of some turns, each with its value for whoever is to move there."""
    parts: list[str] = []
    rows = 0

    def place(here: Position, left: int, column: int, name: str, best: bool) -> float:
        nonlocal rows
        value = minimax(here, left)
        x = 20 + column * COLUMN
        if left == 0:
            y = TOP + rows * ROW
            rows += 1
        else:
            worth = {move: -minimax(here.play(move), left - 1) for move in here.legal_moves}
            top = max(worth.values())
            ends = []
            first = True
            for move, each in worth.items():
                chosen = best and each == top and first
                first = first and each != top
                ends.append(
                    (place(here.play(move), left - 1, column + 1, move.text, chosen), chosen)
                )
            y = (ends[0][0] + ends[-1][0]) / 2
            for end, chosen in ends:
                colour, wide = (ACCENT, 2.5) if chosen else (SOFT, 1)
                parts.append(
                    f'<path d="M{x + 120} {y:.1f}C{x + 160} {y:.1f} {x + 160} {end:.1f} '
                    f'{x + COLUMN - 8} {end:.1f}" fill="none" stroke="{colour}" '
                    f'stroke-width="{wide}"/>'
                )
        weight = "700" if best else "400"
        label = f"{name}  {f'{value:+d}'.replace('-', '−') if value else 0}"
        parts.append(f'<circle cx="{x}" cy="{y:.1f}" r="4" fill="{ACCENT if best else SOFT}"/>')
        parts.append(
            f'<text x="{x + 9}" y="{y + 4:.1f}" font-size="13" font-weight="{weight}" '
            f'fill="{INK}">{escape(label)}</text>'
        )
        return y

    place(START, depth, 0, "start", True)
    wide, high = 20 + (depth + 1) * COLUMN, TOP + rows * ROW
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" '
        f'font-family="{FONT}" role="img" aria-label="A tree of two turns with its values">'
        f'<rect width="{wide}" height="{high}" fill="#ffffff"/>{"".join(parts)}</svg>\n'
    )


def ideas() -> Figure:
    """What ideas save, on a board of 5x5; minimax as far as it gets in a second."""
    plain, *others = IDEAS.items()
    return nodes_chart([*compare(LARGER, [plain], depth=6), *compare(LARGER, others, depth=9)])


def tables() -> Figure:
    """The share of ways that lead to a position which is not known yet, by depth."""
    layer, shares = [START], []
    for _ in range(5):
        layer = [
            here.play(move) for here in layer if here.outcome is None for move in here.legal_moves
        ]
        shares.append(len({here.text for here in layer}) / len(layer))
    with matplotlib.rc_context(STYLE):
        figure, axes = new_figure(2.6)
        axes.bar(range(1, 6), [100 * share for share in shares], color=PALETTE[0])
        axes.set_ylim(0, 105)
        axes.set_xlabel("turns")
        axes.set_ylabel("new positions, %")
        axes.set_title("Of all ways to play so many turns")
    return figure


def deepening() -> Figure:
    """What each depth costs, on top of all before it."""
    rows = compare(START, ["minimax,cuts=yes"], depth=7)
    nodes = [row.nodes for row in rows]
    with matplotlib.rc_context(STYLE):
        figure, axes = new_figure(2.8)
        before = [sum(nodes[:i]) for i in range(len(nodes))]
        depths = [row.depth for row in rows]
        axes.bar(depths, before, color=PALETTE[1], label="all depths before")
        axes.bar(depths, nodes, bottom=before, color=PALETTE[0], label="this depth")
        axes.set_xlabel("turns looked ahead")
        axes.set_ylabel("nodes")
        axes.set_title("The cost of going depth by depth")
        axes.legend(frameon=False)
    return figure


def evaluation() -> Figure:
    """How far a shallow look is from a deep one, by the weight of mobility."""
    game = START.game
    deep = make_analyst(game, "hard,net=no,reductions=no,exchanges=no", 1)
    places = sample(game, 40, seed=5)
    truth = [deep.analyse(here, Limit(depth=6)).score for here in places]
    tried = range(0, 81, 5)
    errors = []
    for mobility in tried:
        given = {"pieces": 100, "mobility": mobility}
        weights = [given.get(term, 0) for term in game.terms]
        total = 0.0
        for here, score in zip(places, truth, strict=True):
            points = game.evaluation.evaluate(game.board, here.state(), weights) / 100
            total += (1 / (1 + 2.718281828 ** (-points / 390)) - score.win_probability) ** 2
        errors.append(total / len(places))
    with matplotlib.rc_context(STYLE):
        figure, axes = new_figure(2.8)
        axes.plot(tried, errors, color=PALETTE[0], marker="o", markersize=3)
        axes.set_xlabel("weight of mobility, hundredths of a stone")
        axes.set_ylabel("mean squared error")
        axes.set_title("A shallow look against a search of six turns")
        axes.grid(True)
    return figure


def monte_carlo() -> Figure:
    """The visits of each first move as a tree grows."""
    bot = make_analyst(START.game, "mcts,tables=no,solver=no", 1)
    with bot.search(START, Limit(iterations=1000), trace=5_000) as search:
        trace = search.trace
    counts: dict[str, list[int]] = {node.step: [] for node in trace[0].children}
    seen = dict.fromkeys(counts, 0)
    for leaf in trace.facts()["growth"]["leaf"]:
        node = trace[leaf] if leaf >= 0 else None
        while node is not None and node.parent is not None and node.parent.parent is not None:
            node = node.parent
        if node is not None and node.parent is not None:
            seen[node.step] += 1
        for step, count in seen.items():
            counts[step].append(count)
    with matplotlib.rc_context(STYLE):
        figure, axes = new_figure(2.8)
        for i, (step, line) in enumerate(counts.items()):
            axes.plot(range(1, len(line) + 1), line, color=PALETTE[i % len(PALETTE)], label=step)
        axes.set_xlabel("iterations")
        axes.set_ylabel("of them, of each first step")
        axes.set_title("Where a tree search looks")
        axes.grid(True)
        axes.legend(frameon=False)
    return figure


FIGURES = {
    "ideas": ideas,
    "tables": tables,
    "deepening": deepening,
    "evaluation": evaluation,
    "monte-carlo": monte_carlo,
}


def main() -> None:
    (HERE / "minimax.svg").write_text(tree(), encoding="utf-8")
    for name, draw in FIGURES.items():
        (HERE / f"{name}.svg").write_text(svg(draw()), encoding="utf-8")


if __name__ == "__main__":
    main()
