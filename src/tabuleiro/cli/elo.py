"""`tabuleiro elo`: what the results of a match say about strength."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table

from tabuleiro.cli.app import Json, app
from tabuleiro.cli.output import out, print_json
from tabuleiro.errors import InvalidOption

if TYPE_CHECKING:
    from tabuleiro.experiments.statistics import Estimate, Tally

Counts = Annotated[
    list[int],
    typer.Argument(
        metavar="WINS DRAWS LOSSES",
        help="Three counts of games; or five of pairs of games with 0, ½, 1, 1½ and 2 points.",
    ),
]
POWER = ((1.96 + 0.84) / 1.96) ** 2
"""How many times more games it takes to see a difference with 80 % than with 50 % likelihood."""
OUTCOMES = ("0", "½", "1", "1½", "2")


def read_counts(counts: list[int]) -> Tally:
    """Three counts are wins, draws and losses; five are pairs from the worst to the best."""
    if len(counts) not in (3, 5):
        raise InvalidOption(
            f"{len(counts)} counts were given; accepted: three (wins, draws, losses) or five "
            "(pairs of games with 0, ½, 1, 1½ and 2 points)"
        )
    from tabuleiro.experiments.statistics import Tally

    tally = Tally(tuple(counts) if len(counts) == 5 else tuple(counts[::-1]))
    if not tally.units:
        raise InvalidOption("all counts are 0; at least one game is needed")
    return tally


def count_facts(tally: Tally) -> dict[str, object]:
    """The counts as plain data."""
    if tally.paired:
        return {"pairs": dict(zip(("0", "0.5", "1", "1.5", "2"), tally.counts, strict=True))}
    losses, draws, wins = tally.counts
    return {"wins": wins, "draws": draws, "losses": losses}


def in_words(tally: Tally) -> str:
    """The counts in a line."""
    if not tally.paired:
        lost, drawn, won = tally.counts
        return f"{tally.games:,} games: {won:,} won, {drawn:,} drawn, {lost:,} lost"
    parts = [f"{n:,} with {word}" for n, word in zip(tally.counts, OUTCOMES, strict=True)]
    return f"{tally.units:,} pairs of games: {', '.join(parts)} points"


@app.command()
def elo(
    counts: Counts,
    confidence: Annotated[
        float, typer.Option("--confidence", help="How sure the interval is, between 0 and 1.")
    ] = 0.95,
    json: Json = False,
) -> None:
    """What the results of a match say: score, Elo and who is stronger, with intervals.

    Three counts are single games. Where every opening was played twice, with the seats swapped,
    count pairs instead: their intervals are narrower, and right.

    - `tabuleiro elo 45 15 20`: 45 games won, 15 drawn, 20 lost
    - `tabuleiro elo 2 6 20 8 4`: 2 pairs with no point, 6 with a half, … 4 with two points
    - `tabuleiro elo 7 0 3`: why ten games say nothing
    """
    from tabuleiro.experiments import statistics
    from tabuleiro.experiments.writers import signed

    tally = read_counts(counts)
    found = statistics.score(tally, confidence)
    difference = statistics.elo(tally, confidence)
    likely = statistics.superiority(tally)
    if json:
        print_json(
            {
                "games": tally.games,
                **count_facts(tally),
                "confidence": confidence,
                "score": found.facts(),
                "elo": difference.facts(),
                "normalised_elo": statistics.normalised_elo(tally, confidence).facts(),
                "superiority": likely,
            }
        )
        return
    out.print(in_words(tally))
    table = Table(box=None, pad_edge=False, show_header=False)
    low, high = found.low or 0.0, found.high or 0.0
    table.add_row("score", f"[bold]{found.value:.1%}[/]", f"{low:.1%} to {high:.1%}")
    lead = "?" if difference.value is None else signed(difference.value)
    table.add_row("Elo difference", f"[bold]{lead}[/]", _interval(difference))
    table.add_row("stronger with likelihood", f"[bold]{_likelihood(likely)}[/]")
    out.print(table)
    out.print(_verdict(tally, found), style="dim")


def _likelihood(share: float) -> str:
    if share > 0.999:
        return "over 99.9%"
    return "below 0.1%" if share < 0.001 else f"{share:.1%}"


def _interval(elo: Estimate) -> str:
    from tabuleiro.experiments.writers import signed

    if elo.low is not None and elo.high is not None:
        return f"{signed(elo.low)} to {signed(elo.high)}"
    return (
        f"at least {signed(elo.low)}" if elo.low is not None else f"at most {signed(elo.high or 0)}"
    )


def _verdict(tally: Tally, found: Estimate) -> str:
    assert found.value is not None
    assert found.low is not None
    assert found.high is not None
    if found.value in (0, 1):
        what = "won" if found.value == 1 else "lost"
        return f"Every game was {what}, so the difference has one bound only."
    if not found.low <= 0.5 <= found.high:
        return "The interval does not contain 0: the difference is more than chance."
    lead = abs(found.value - 0.5)
    if lead == 0:
        return "Neither side is ahead; the interval says how large a difference may hide."
    enough = POWER * tally.games * ((found.high - found.low) / 2 / lead) ** 2
    return (
        "The interval contains 0: this may be chance. A difference of this size takes about "
        f"{_round_up(enough):,} games to show in four matches of five."
    )


def _round_up(number: float) -> int:
    """Two digits are precise enough here."""
    step: int = 10 ** max(0, len(str(int(number))) - 2)
    return ceil(number / step) * step
