"""The charts of `tabuleiro reproduce`: what the original programs drew, measured again.

Blue is measured here, orange was published; bars are 95 % intervals or ranges.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence

import matplotlib
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import FuncFormatter, LogLocator, MaxNLocator, NullLocator

from tabuleiro.experiments.charts import FAINT, INK, LOSS, PALETTE, STYLE, WIN, new_figure, set_rows
from tabuleiro.experiments.reproduce import EARLY, Answer, Finding, Rounds
from tabuleiro.experiments.statistics import Estimate, Tally, score
from tabuleiro.experiments.writers import seconds_text
from tabuleiro.game import game

MEASURED, PUBLISHED = WIN, LOSS
SECONDS = ("seconds", "seconds_early", "seconds_late")
SAID_WIDTH = 24
"""Letters in a line of what was published in words."""


def result_charts(answers: Sequence[Answer]) -> dict[str, Figure]:
    """All charts of the answers by name: `GAME-EXPERIMENT`, `GAME-family-…`, `GAME-times`…"""
    found: dict[str, Figure] = {}
    with matplotlib.rc_context(STYLE):
        for name in dict.fromkeys(each.experiment.game for each in answers):
            own = [each for each in answers if each.experiment.game == name]
            found |= {f"{name}-{what}": figure for what, figure in _of_game(name, own)}
    return found


def _of_game(name: str, answers: Sequence[Answer]) -> Iterator[tuple[str, Figure]]:
    title = game(name).title["en"]
    for answer in answers:
        if any(each.row.published for each in answer.findings):
            called = f"{title}: {answer.experiment.title}"
            yield answer.experiment.name, _scores(called, answer.findings)
    for family, called in answers[0].experiment.families.items():
        rows = [each for answer in answers for each in answer.findings if each.row.family == family]
        yield f"family-{family}", _scores(f"{title}: {called}", rows)
    times = {bot: seconds for answer in answers for bot, seconds in answer.times.items()}
    if times:
        yield "times", _times(f"{title}: mean time of a turn", times, _published_times(answers))
    rounds = [each for answer in answers for each in answer.rounds]
    if rounds:
        yield "rounds", _rounds(f"{title}: every round of a game", rounds, answers)


def _scores(title: str, findings: Sequence[Finding]) -> Figure:
    """The first bot's score in every row, beside what was published of it."""
    figure, axes = new_figure(0.44 * len(findings) + 1.35)
    axes.set_title(title)
    set_rows(axes, [_names(each) for each in findings])
    axes.set_xlim(-0.02, 1.02)
    axes.axvline(0.5, color=FAINT, linewidth=0.8, linestyle=(0, (3, 3)))
    axes.grid(axis="x")
    axes.xaxis.set_major_formatter(FuncFormatter(lambda share, _: f"{100 * share:.0f} %"))
    axes.set_xlabel("score of the first bot")
    handles = [_handle(MEASURED, "o", "measured, 95 % interval")]
    for place, each in enumerate(findings):
        counts = each.row.published
        _interval(axes, place - (0.14 if counts else 0), each.pairing.score, MEASURED, "o")
        if counts:
            _interval(axes, place + 0.18, score(Tally.of_games(*counts)), PUBLISHED, "D")
        said = textwrap.fill(each.row.said, SAID_WIDTH)
        axes.annotate(
            said, (1, place), (8, 0), xycoords=("axes fraction", "data"), va="center",
            textcoords="offset points", color=PUBLISHED, fontsize=8, annotation_clip=False,
        )  # fmt: skip
    if any(each.row.published for each in findings):
        handles.append(_handle(PUBLISHED, "D", "published, 95 % interval"))
    if any(each.row.said for each in findings):
        handles.append(Line2D([], [], linestyle="", label="what was published in words"))
    legend = figure.legend(
        handles=handles, loc="outside lower center", ncols=len(handles), fontsize=8.5
    )
    if any(each.row.said for each in findings):
        legend.get_texts()[-1].set_color(PUBLISHED)
    return figure


def _names(finding: Finding) -> str:
    first, second = finding.row.first, finding.row.second
    size = " ".join(f"{key}={value}" for key, value in finding.row.options.items())
    text = f"{first.removeprefix('classic-')} – {second.removeprefix('classic-')}"
    return f"{text}\n{size}" if size else text


def _interval(axes: Axes, place: float, found: Estimate, colour: str, marker: str) -> None:
    low, high, value = found.low or 0.0, found.high or 0.0, found.value or 0.0
    filled = colour if colour == MEASURED else "none"
    axes.plot([low, high], [place, place], color=colour, linewidth=2, solid_capstyle="butt")
    axes.plot(
        [value], [place], marker, color=colour, markersize=6, markerfacecolor=filled, clip_on=False
    )


def _handle(colour: str, marker: str, label: str) -> Line2D:
    filled = colour if colour == MEASURED else "none"
    return Line2D(
        [], [], color=colour, marker=marker, markerfacecolor=filled, linewidth=2, label=label
    )


def _published_times(answers: Sequence[Answer]) -> dict[str, tuple[float, float]]:
    """From the shortest to the longest time that was published of a bot."""
    found: dict[str, tuple[float, float]] = {}
    for answer in answers:
        for each in answer.costs:
            if each.cost.measure in SECONDS:
                low, high = each.cost.published
                before = found.get(each.cost.bot, (low, high))
                found[each.cost.bot] = min(low, before[0]), max(high, before[1])
    return found


def _times(
    title: str, times: Mapping[str, float], published: Mapping[str, tuple[float, float]]
) -> Figure:
    """The bots' mean times on one scale, beside what was published."""
    figure, axes = new_figure(0.44 * len(times) + 1.35)
    axes.set_title(title)
    set_rows(axes, list(times))
    for place, (bot, seconds) in enumerate(times.items()):
        axes.plot([seconds], [place], "o", color=MEASURED, markersize=7)
        _beside(axes, seconds, place, seconds_text(seconds))
        if bot in published:
            low, high = published[bot]
            axes.plot(
                [low, high], [place, place], "D-", color=PUBLISHED, linewidth=2, markersize=6,
                markerfacecolor="none",
            )  # fmt: skip
            said = seconds_text(high)
            _beside(axes, high, place, said if low == high else f"{seconds_text(low)} to {said}")
    axes.set_xscale("log")
    _log_seconds(axes, "x")
    axes.margins(x=0.12)
    axes.set_xlim(right=axes.get_xlim()[1] * 6)  # for the words beside the last marks
    handles = [_handle(MEASURED, "o", "measured"), _handle(PUBLISHED, "D", "published")]
    handles[0].set_linestyle("")
    figure.legend(handles=handles, loc="outside lower center", ncols=2, fontsize=8.5)
    return figure


def _beside(axes: Axes, x: float, y: float, text: str) -> None:
    axes.annotate(
        text, (x, y), (9, 0), textcoords="offset points", va="center", color=INK, fontsize=8.5
    )


def _rounds(title: str, rounds: Sequence[Rounds], answers: Sequence[Answer]) -> Figure:
    """A game, turn by turn, over the mean of all games; dashed is what was published."""
    figure, axes = new_figure(3.7)
    axes.set_title(title)
    for each, colour in zip(rounds, (MEASURED, PALETTE[2], PALETTE[3]), strict=False):
        bot = each.bot.removeprefix("classic-")
        against = each.against.removeprefix("classic-")
        turns = range(1, len(each.seconds) + 1)
        label = f"level {bot} against {against}, game {each.game}" if bot.isdecimal() else bot
        axes.plot(turns, each.seconds, "o-", color=colour, linewidth=1.4, markersize=4, label=label)
        axes.plot(
            range(1, len(each.means) + 1), each.means, color=colour, linewidth=3, alpha=0.35,
            label="mean of all its games",
        )  # fmt: skip
    last = max(len(each.seconds) for each in rounds)
    early = min(EARLY // 2, last)  # which counts the turns of both players
    spans = {"seconds_early": (1, early), "seconds_late": (early, last)}
    for answer in answers:
        for cost in answer.costs:
            span = spans.get(cost.cost.measure)
            if span is not None and cost.cost.bot in {each.bot for each in rounds}:
                high = cost.cost.published[1]
                axes.plot(span, [high, high], color=PUBLISHED, linewidth=2, linestyle=(0, (4, 2)))
                bot = cost.cost.bot.removeprefix("classic-")
                said = f"level {bot} published: {seconds_text(high)}"
                axes.annotate(
                    said, (sum(span) / 2, high), (0, 5), textcoords="offset points", ha="center",
                    color=PUBLISHED, fontsize=8.5,
                )  # fmt: skip
    axes.set_yscale("log")
    _log_seconds(axes, "y")
    axes.set_ylim(top=axes.get_ylim()[1] * 2)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set_xlabel("the bot's turn after the opening")
    axes.set_ylabel("time of the turn")
    figure.legend(loc="outside lower center", ncols=2, fontsize=8.5)
    return figure


def _log_seconds(axes: Axes, which: str) -> None:
    axis = axes.xaxis if which == "x" else axes.yaxis
    axis.set_major_locator(LogLocator(numticks=9))
    axis.set_minor_locator(NullLocator())
    axis.set_major_formatter(FuncFormatter(lambda seconds, _: seconds_text(seconds)))
    axes.grid(axis="x" if which == "x" else "y")
