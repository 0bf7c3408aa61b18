"""`tabuleiro sprt`: whether a match can stop."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from tabuleiro.cli.app import Json, app
from tabuleiro.cli.elo import Counts, count_facts, in_words, read_counts
from tabuleiro.cli.output import out, print_json

if TYPE_CHECKING:
    from tabuleiro.experiments.statistics import Sprt


class Scale(StrEnum):
    """What an Elo point means in the hypotheses."""

    logistic = "logistic"
    normalised = "normalised"


@app.command()
def sprt(
    counts: Counts,
    elo0: Annotated[float, typer.Option("--elo0", help="The difference that H0 states.")] = 0.0,
    elo1: Annotated[float, typer.Option("--elo1", help="The difference that H1 states.")] = 10.0,
    alpha: Annotated[
        float, typer.Option("--alpha", help="The risk of accepting H1 although H0 holds.")
    ] = 0.05,
    beta: Annotated[
        float, typer.Option("--beta", help="The risk of accepting H0 although H1 holds.")
    ] = 0.05,
    model: Annotated[
        Scale, typer.Option("--model", help="Usual Elo, or Elo in standard deviations.")
    ] = Scale.logistic,
    json: Json = False,
) -> None:
    """Whether a match can stop: a sequential test (SPRT) of two hypotheses.

    H0 says that the first side leads by `elo0`, H1 by `elo1`. The test adds up how much more likely
    the results are under H1 than under H0 (LLR), and stops at either bound. Unlike an interval,
    it may be asked after every game.

    - `tabuleiro sprt 620 390 510 --elo0 0 --elo1 20`: is it 20 Elo better, or no better?
    - `tabuleiro sprt 12 90 260 110 18`: the same of pairs with 0, ½, 1, 1½ and 2 points
    """
    from tabuleiro.experiments import statistics

    tally = read_counts(counts)
    found = statistics.sprt(tally, elo0, elo1, alpha, beta, model.value)
    if json:
        print_json(
            {
                "games": tally.games,
                **count_facts(tally),
                "llr": found.llr,
                "lower": found.lower,
                "upper": found.upper,
                "accepted": found.accepted,
                "elo0": elo0,
                "elo1": elo1,
                "alpha": alpha,
                "beta": beta,
                "model": model.value,
            }
        )
        return
    out.print(in_words(tally))
    out.print(
        f"LLR [bold]{found.llr:+.2f}[/]; stops at {found.lower:+.2f} (H0: {elo0:g} Elo) "
        f"and {found.upper:+.2f} (H1: {elo1:g} Elo)"
    )
    out.print(_verdict(found), style="dim")


def _verdict(found: Sprt) -> str:
    if found.accepted is None:
        side = "H1" if found.llr > 0 else "H0"
        return f"Not decided: play on. {found.progress:.0%} of the way to {side}."
    stated = found.elo1 if found.accepted == "H1" else found.elo0
    return (
        f"{found.accepted} is accepted: the results speak for {stated:g} Elo. The match can stop."
    )
