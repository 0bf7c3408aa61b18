"""How an experiment stands, on a terminal while it runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from time import monotonic
from typing import Literal

import rich.live
from rich.console import Console, Group, RenderableType
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from tabuleiro.experiments.ratings import ratings
from tabuleiro.experiments.standings import Standings
from tabuleiro.experiments.statistics import Estimate, Tally, superiority
from tabuleiro.experiments.writers import elo_text, percent

EVERY = 0.5
"""Seconds between two looks at the tables."""

CROSS = 10
"""Up to how many bots each column of a cross table fits."""


class Live:
    """A table and a bar that follow the games; nothing where nobody looks."""

    def __init__(self, console: Console, shown: bool = True) -> None:
        self._live = rich.live.Live(
            console=console, auto_refresh=False, transient=True, vertical_overflow="crop"
        )
        self._shown = shown and (console.is_terminal or console.is_jupyter)
        self._next = 0.0

    def __enter__(self) -> Live:
        return self

    def __exit__(self, *_: object) -> None:
        if self._shown:
            self._live.stop()

    def __call__(self, standings: Standings) -> None:
        """Show how things stand, unless that was done a moment ago."""
        if self._shown and monotonic() >= self._next:
            self._live.start()  # the first time
            self._live.update(view(standings), refresh=True)
            self._next = monotonic() + EVERY


def message_console() -> Console:
    """Where messages go that are beside the results."""
    return Console(stderr=True, highlight=False)


def view(standings: Standings) -> RenderableType:
    """The tables and the bar."""
    order, elos = _order(standings)
    parts = [_players(standings, order, elos)]
    if len(standings.pairings) == 1:
        parts.append(_pair(standings))
    elif len(order) <= CROSS:
        parts += [Text(), _cross(standings, order)]
    return Group(*parts, _bar(standings))


def _order(standings: Standings) -> tuple[list[int], dict[int, Estimate]]:
    """The bots, the strongest first, and the Elo of those that have played."""
    labels = standings.settings.labels
    tallies = {}
    for (a, b), pairing in zip(standings.settings.pairings, standings.pairings, strict=True):
        if pairing.played:  # whole pairs if there are any, else single games
            counts = pairing.pairs if sum(pairing.pairs) else pairing.games
            tallies[labels[a], labels[b]] = Tally(tuple(counts))
    elos = {labels.index(rating.name): rating.elo for rating in ratings(tallies)}
    return [*elos, *(player for player in range(len(labels)) if player not in elos)], elos


def _players(
    standings: Standings, order: Sequence[int], elos: Mapping[int, Estimate]
) -> RenderableType:
    table = _table("", "bot", "games", "won–drawn–lost", "score", "Elo")
    results = standings.results()
    for place, player in enumerate(order, 1):
        own = [counts for (a, _), counts in results.items() if a == player]
        lost, drawn, won = (sum(counts[i] for counts in own) for i in range(3))
        games = lost + drawn + won
        table.add_row(
            str(place),
            standings.names[player],
            str(games),
            f"{won}–{drawn}–{lost}",
            percent((won + drawn / 2) / games) if games else "",
            elo_text(elos[player]) if player in elos else "",
        )
    return table


def _cross(standings: Standings, order: Sequence[int]) -> RenderableType:
    """What each bot made against each."""
    table = _table("", "bot", *(str(place) for place in range(1, len(order) + 1)))
    results = standings.results()
    for place, player in enumerate(order, 1):
        points = [_points(results.get((player, other))) for other in order]
        table.add_row(str(place), standings.names[player], *points)
    return table


def _table(*heads: str) -> Table:
    table = Table(box=None, pad_edge=False)
    for head in heads:
        left = head == "bot"
        justify: Literal["left", "right"] = "left" if left else "right"
        table.add_column(head, justify=justify, no_wrap=True)
    return table


def _points(counts: tuple[int, ...] | None) -> str:
    if counts is None:
        return "·"
    return f"{counts[2] + counts[1] / 2:g}/{sum(counts)}"


def _pair(standings: Standings) -> Text:
    """What is known of two bots: whole pairs, who is stronger, the test."""
    pairing = standings.pairings[0]
    parts = []
    if sum(pairing.pairs):
        parts.append(f"pairs with 0 ½ 1 1½ 2 points: {' '.join(map(str, pairing.pairs))}")
        stronger = superiority(Tally(tuple(pairing.pairs)))
        parts.append(f"{standings.names[0]} is stronger: {percent(stronger)}")
    test = standings.test(0)
    if test is not None:
        parts.append(f"test: {test.llr:+.2f} of {test.lower:.2f} to {test.upper:.2f}")
    return Text("; ".join(parts), style="dim")


def _bar(standings: Standings) -> RenderableType:
    done, total = standings.done, standings.done + standings.left
    left = standings.seconds_left
    bar = Table.grid(padding=(0, 1))
    bar.add_row(
        ProgressBar(total=total, completed=done, width=40),
        f"{done:,} of {total:,} games",
        "" if left is None else f"{duration(left)} left",
    )
    return bar


def duration(seconds: float) -> str:
    """A time as people say it."""
    if seconds < 60:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    if minutes < 60:
        return f"{minutes} min"
    return f"{minutes // 60} h {minutes % 60:02} min"
