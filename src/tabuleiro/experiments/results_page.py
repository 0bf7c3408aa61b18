"""What `tabuleiro reproduce` has found, as people read it, and as a Markdown page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tabuleiro.experiments.published import Cost, Measure, PublishedRow
from tabuleiro.experiments.ratings import Rating
from tabuleiro.experiments.reproduce import EARLY, Answer, charts_of, count_verdicts
from tabuleiro.experiments.statistics import Tally
from tabuleiro.experiments.writers import (
    count_text,
    elo_text,
    percent,
    score_text,
    seconds_text,
    signed,
    time_text,
)
from tabuleiro.game import game

CHARTS = "Measured in blue, published in orange"
MEASURES: dict[Measure, str] = {
    "seconds": "time of a turn",
    "seconds_early": f"time of a turn, first {EARLY} turns",
    "seconds_late": f"time of a turn, after turn {EARLY}",
    "considered": "states considered in a turn",
    "turns": "turns of each player in a game",
}


def published_text(row: PublishedRow) -> str:
    """What was published of a row, for people."""
    if row.published is None:
        return row.said
    won, drawn, lost = row.published
    return f"{won}–{drawn}–{lost} ({percent(Tally.of_games(*row.published).mean)})"


def bots_text(row: PublishedRow) -> str:
    """Who plays in a row, and on which board if it is not the usual one."""
    size = " ".join(f"{key}={value}" for key, value in row.options.items())
    return f"{row.first} – {row.second}" + (f" ({size})" if size else "")


SEAT_HEADS = ("turns", "time", "a turn")
GAME_HEADS = ("game", "first", "second", "result", *SEAT_HEADS, *SEAT_HEADS)
"""Of a list of games: what a player's turns took, the first one's and the second one's."""
LISTED = 10
"""Games of a row in a list: as many as were published."""


def game_cells(row: Mapping[str, Any]) -> tuple[str, ...]:
    """A game of such a list."""
    times = (
        text
        for seat in ("first", "second")
        for text in (
            str(row[f"{seat}_turns"]),
            time_text(row[f"{seat}_seconds"]),
            time_text(row[f"{seat}_mean"]),
        )
    )
    result = row["result"].replace("1/2", "½").replace("-", "–")
    return (str(row["game"]), row["first"], row["second"], result, *times)


def mean_cells(rows: Sequence[Mapping[str, Any]]) -> tuple[str, ...]:
    """The means of all games below such a list."""
    cells = ["mean", "", "", ""]
    for seat in ("first", "second"):
        turns = sum(row[f"{seat}_turns"] for row in rows)
        seconds = sum(row[f"{seat}_seconds"] for row in rows)
        each = None if not turns else seconds / turns
        cells += [f"{turns / len(rows):.1f}", seconds_text(seconds / len(rows)), time_text(each)]
    return tuple(cells)


def cost_text(measure: Measure, value: float) -> str:
    """A cost in its unit."""
    if measure.startswith("seconds"):
        return seconds_text(value)
    return f"{value:.1f}" if measure == "turns" else count_text(value)


def cost_range(cost: Cost) -> str:
    """What was published of a cost, for people."""
    low, high = (cost_text(cost.measure, each) for each in cost.published)
    return low if low == high else f"{low} to {high}"


def rating_text(rating: Rating) -> str:
    """A bot's Elo in an experiment."""
    return f"{rating.name} {elo_text(rating.elo)}"


def steps_text(found: Sequence[Rating]) -> str:
    """What one turn more of search is worth, where bots differ in nothing else."""
    depths: dict[str, dict[int, float]] = {}
    for rating in found:
        name, sign, depth = rating.name.partition(",depth=")
        if sign and depth.isdecimal() and rating.elo.value is not None:
            depths.setdefault(name, {})[int(depth)] = rating.elo.value
    parts = [
        f"depth {depth} to {depth + 1}: {signed(elos[depth + 1] - elos[depth])}"
        for elos in depths.values()
        for depth in sorted(elos)
        if depth + 1 in elos
    ]
    return f"One turn more is worth, in Elo: {', '.join(parts)}." if parts else ""


def results_markdown(
    answers: Sequence[Answer], games: int, seed: int, drawn: Mapping[str, str] | None = None
) -> str:
    """All answers as a document; `drawn` are the places of the charts, by name."""
    lines = [
        "# The original programs' experiments, played again",
        "",
        "Five earlier programs published results of their bots, mostly of ten games, or in words",
        "alone. This page puts what they published next to what the same bots do here. It is",
        f"written by `tabuleiro reproduce --games {games} --seed {seed} --write docs/results.md`.",
        "",
        f"Every row is a match of {games} games: {games // 2} openings of a few random turns, kept",
        "if balanced, each played twice with the seats swapped. Results are won–drawn–lost of the",
        "first bot; brackets are 95 % intervals ([statistics](statistics.md)). A claim holds if",
        "the interval lies on its side of 50 %, and is not decided while it contains 50 %. A game",
        "of 400 turns is a draw: some of these bots shuffle to and fro for ever. Times are of one",
        "core of the machine on which the page was written.",
        "",
        count_verdicts(answers),
    ]
    name = ""
    for each in answers:
        if each.experiment.game != name:
            name = each.experiment.game
            lines += ["", f"## {game(name).title['en']}"]
        lines += ["", *_answer_lines(each, drawn or {})]
    return "\n".join([*lines, ""])


def _answer_lines(answer: Answer, drawn: Mapping[str, str]) -> Iterator[str]:
    experiment = answer.experiment
    yield f"### {experiment.title}"
    yield ""
    source = f" Published: {experiment.source}." if experiment.source else ""
    yield f"*{experiment.question}*{source}"
    yield ""
    yield "| bots | published | measured | score | turns | finding |"
    yield "|---|--:|--:|--:|--:|---|"
    for each in answer.findings:
        row, pairing = each.row, each.pairing
        yield (
            f"| {bots_text(row)} | {published_text(row)} | {pairing.results} "
            f"| {score_text(pairing.score)} | {pairing.plies:.0f} | {each.sentence} |"
        )
    for name in charts_of(answer, drawn):
        yield ""
        yield f"![{CHARTS}: {name.replace('-', ', ')}]({drawn[name]})"
    if answer.costs:
        yield ""
        yield "| bot | what | published | measured | |"
        yield "|---|---|--:|--:|---|"
    for cost in answer.costs:
        what = cost.cost
        yield (
            f"| {what.bot} | {MEASURES[what.measure]} | {cost_range(what)} "
            f"| {cost_text(what.measure, cost.measured)} | {cost.sentence} |"
        )
    if answer.ratings:
        yield ""
        elos = "; ".join(map(rating_text, answer.ratings))
        yield f"Elo over these rows: {elos}. {steps_text(answer.ratings)}".rstrip()
    for finding, rows in zip(answer.findings, answer.games, strict=False):
        yield ""
        yield f"{bots_text(finding.row)}, the first {min(LISTED, len(rows))} of {len(rows)} games:"
        yield ""
        yield f"| {' | '.join(GAME_HEADS)} |"
        yield "|--:|---|---|--:|--:|--:|--:|--:|--:|--:|"
        for cells in (*map(game_cells, rows[:LISTED]), mean_cells(rows)):
            yield f"| {' | '.join(cells)} |"
