"""The original programs' experiments, played again: published figures next to measured ones.

A claim holds if the interval of the measured score lies on its side of 50 %.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from math import sqrt
from pathlib import Path
from typing import Any, Literal

import numpy as np

from tabuleiro.bots.text import BotText
from tabuleiro.experiments.published import Cost, Experiment, PublishedRow, settings_of
from tabuleiro.experiments.ratings import Rating, ratings
from tabuleiro.experiments.result import Result
from tabuleiro.experiments.run import run
from tabuleiro.experiments.standings import Standings
from tabuleiro.experiments.statistics import Tally, score
from tabuleiro.experiments.store import Store
from tabuleiro.experiments.tables import Pairing, Tables
from tabuleiro.experiments.writers import count_text, percent

Verdict = Literal["holds", "in part", "not", "open", ""]

EARLY = 10
"""Turns of a game that count as early."""
NEARLY_ALL = 0.95

VERDICTS: dict[Verdict, str] = {
    "holds": "Holds",
    "in part": "Holds in part",
    "not": "Does not hold",
    "open": "Not decided",
    "": "New",
}
"""What is said of a published claim."""
REPLIES: dict[Verdict, str] = {
    "holds": "Yes",
    "in part": "In part",
    "not": "No",
    "open": "Not decided",
    "": "New",
}
"""What is said of a question that the original did not answer."""


@dataclass(frozen=True)
class Finding:
    """A row with what was measured and whether the claim holds."""

    row: PublishedRow
    pairing: Pairing
    verdict: Verdict
    sentence: str


@dataclass(frozen=True)
class CostFinding:
    """A cost with what was measured."""

    cost: Cost
    measured: float
    sentence: str


@dataclass(frozen=True)
class Rounds:
    """What a bot's turns took, one after the other."""

    bot: str
    against: str
    game: int
    """The number of a game of usual length in its row."""
    seconds: tuple[float, ...]
    """In that game."""
    means: tuple[float, ...]
    """In all games of the row, as far as half of them go."""


@dataclass(frozen=True)
class Answer:
    """An experiment with its findings."""

    experiment: Experiment
    findings: tuple[Finding, ...]
    costs: tuple[CostFinding, ...]
    ratings: tuple[Rating, ...]
    times: Mapping[str, float] = field(default_factory=dict)
    """Mean times of a turn, by bot."""
    rounds: tuple[Rounds, ...] = ()
    games: tuple[Sequence[Mapping[str, Any]], ...] = ()
    """The games of every row, where the original published them."""

    def facts(self) -> dict[str, Any]:
        """The answer as plain data."""
        experiment = self.experiment
        return {
            "game": experiment.game,
            "experiment": experiment.name,
            "title": experiment.title,
            "question": experiment.question,
            "rows": [
                {
                    "options": dict(each.row.options),
                    "published": each.row.published,
                    "published_words": each.row.said,
                    "claim": each.row.claim,
                    "verdict": each.verdict,
                    "sentence": each.sentence,
                    **each.pairing.facts(),
                }
                for each in self.findings
            ],
            "costs": [
                {
                    "bot": each.cost.bot,
                    "measure": each.cost.measure,
                    "published": each.cost.published,
                    "measured": each.measured,
                    "sentence": each.sentence,
                }
                for each in self.costs
            ],
            "elo": [{"bot": each.name, **each.elo.facts()} for each in self.ratings],
            "times": [{"bot": bot, "seconds_mean": seconds} for bot, seconds in self.times.items()],
            "rounds": [asdict(each) for each in self.rounds],
            "games": [list(rows) for rows in self.games],
        }


def charts_of(answer: Answer, drawn: Mapping[str, str]) -> list[str]:
    """The names of the charts that stand with an experiment, of those that there are."""
    experiment = answer.experiment
    names = (experiment.name, *experiment.draws)
    return [name for each in names if (name := f"{experiment.game}-{each}") in drawn]


def reproduce(
    experiment: Experiment,
    home: Path,
    *,
    games: int,
    seed: int,
    workers: int | None = None,
    watch: Callable[[int], None] | None = None,
) -> Answer | None:
    """Play an experiment's rows, or what is missing of them; None if it was stopped.

    `watch` hears how many games of the experiment are done.
    """
    measured: list[Result] = []
    for number, row in enumerate(experiment.rows):

        def hear(now: Standings, before: int = number * games) -> None:
            if watch is not None:
                watch(before + now.done)

        result = run(
            settings_of(experiment, row, games, seed),
            home / experiment.game / f"{experiment.name}-{number + 1}",
            workers=workers,
            resume=True,
            watch=hear,
        )
        if not result.complete:
            return None
        measured.append(result)
    found = answer(experiment, [result.tables for result in measured])
    return replace(
        found,
        rounds=tuple(_rounds(bot, experiment.rows, measured) for bot in experiment.rounds),
        games=tuple(result.games for result in measured) if experiment.lists_games else (),
    )


def answer(experiment: Experiment, measured: Sequence[Tables]) -> Answer:
    """What the games of an experiment say about its claims."""
    findings: list[Finding] = []
    for row, found in zip(experiment.rows, measured, strict=True):
        (pairing,) = found.pairings
        before = findings[-1].pairing if findings else None
        findings.append(Finding(row, pairing, *judge(row, pairing, before)))
    costs = tuple(_cost(cost, experiment.rows, measured) for cost in experiment.costs)
    times = {
        bot: _cost(Cost(bot, "seconds", (0, 0)), experiment.rows, measured).measured
        for bot in experiment.times
    }
    rated = tuple(_ratings(experiment, findings))
    return Answer(experiment, tuple(findings), costs, rated, times)


def judge(row: PublishedRow, pairing: Pairing, before: Pairing | None) -> tuple[Verdict, str]:
    """Whether a row's claim holds, in a word and in a sentence."""
    verdict, said = _compare(row, pairing, before)
    words = VERDICTS if row.is_published else REPLIES
    sentence = f"{words[verdict]}: {said}"
    if row.published is not None:
        sentence += f" {_published(row.published, pairing)}"
    return verdict, sentence


def _compare(row: PublishedRow, pairing: Pairing, before: Pairing | None) -> tuple[Verdict, str]:
    first, second = _sides(row)
    low, high = pairing.score.low or 0.0, pairing.score.high or 0.0
    value = pairing.score.value or 0.0
    ahead, behind = low > 0.5, high < 0.5
    leader = first if ahead else second
    games = pairing.results.games
    unclear = f"{games} games leave it open who is stronger."
    if row.claim == "less":
        assert before is not None
        return _less(pairing, before)
    if row.claim == "always":
        if value >= NEARLY_ALL:
            return "holds", f"{first} wins nearly every game."
        if ahead:
            return "in part", f"{first} is stronger, but does not always win."
        return ("not", f"{second} is stronger.") if behind else ("open", unclear)
    if row.claim == "even":
        if ahead or behind:
            return "not", f"{leader} is stronger."
        return "holds", f"no difference shows in {games} games."
    if row.claim == "":
        return "", f"{leader} is stronger." if ahead or behind else unclear
    if not (ahead or behind):
        return "open", unclear
    return ("holds" if ahead == (row.claim == "better") else "not"), f"{leader} is stronger."


def _sides(row: PublishedRow) -> tuple[str, str]:
    """The bots' names without what both have in common."""
    first, second = BotText.parse(row.first).pieces, BotText.parse(row.second).pieces
    if first[0] != second[0] or row.first == row.second:
        return row.first, row.second
    own = [part for part in first if part not in second] or [first[0]]
    other = [part for part in second if part not in first] or [second[0]]
    return ",".join(own).removeprefix("weights="), ",".join(other).removeprefix("weights=")


def _less(pairing: Pairing, before: Pairing) -> tuple[Verdict, str]:
    now, then = _tally(pairing), _tally(before)
    gap = now.mean - then.mean
    chance = _chance(now, then)
    change = f"{percent(then.mean)} before, {percent(now.mean)} here"
    if abs(gap) <= chance:
        return "open", f"{change}, which may be chance."
    return ("holds" if gap < 0 else "not"), f"{change}."


def _published(counts: tuple[int, int, int], pairing: Pairing) -> str:
    """How the published score compares with the measured one."""
    then, now = Tally.of_games(*counts), _tally(pairing)
    gap = now.mean - then.mean
    if abs(gap) <= _chance(now, then):
        return f"The published {percent(then.mean)} agrees."
    side = "lower" if gap > 0 else "higher"
    return f"The published {percent(then.mean)} is {side} than chance explains."


def _chance(*tallies: Tally) -> float:
    """How far apart chance alone may bring the scores of two samples, from their intervals."""
    found = map(score, tallies)
    return sqrt(sum((((each.high or 0) - (each.low or 0)) / 2) ** 2 for each in found))


def _tally(pairing: Pairing) -> Tally:
    return Tally(pairing.pairs)


def _cost(cost: Cost, rows: Sequence[PublishedRow], measured: Sequence[Tables]) -> CostFinding:
    """A bot's cost over all rows in which it plays."""
    total = weight = 0.0
    for row, found in zip(rows, measured, strict=True):
        if cost.against and {cost.bot, cost.against} != {row.first, row.second}:
            continue
        for player in found.players:
            if player.name == cost.bot:
                value = _measure(cost.measure, found, player.name)
                total += value * player.effort.turns
                weight += player.effort.turns
    value = total / max(weight, 1)
    return CostFinding(cost, value, _cost_sentence(cost, value))


def _rounds(bot: str, rows: Sequence[PublishedRow], measured: Sequence[Result]) -> Rounds:
    """A bot's turns in a game of usual length, from the first row in which it plays."""
    place = next(i for i, row in enumerate(rows) if (row.first == bot) != (row.second == bot))
    row, result = rows[place], measured[place]
    with Store.open(result.directory) as store:
        own = store.settings.players.index(bot)
        games = sorted(store.games(), key=lambda game: game.plies)
        usual = games[len(games) // 2]
        plies = np.concatenate(list(store.plies()))
    mine = plies[plies["bot"] == own]
    means = [mine["seconds"][mine["ply"] // 2 == turn].mean() for turn in range(usual.plies // 2)]
    return Rounds(
        bot,
        row.second if row.first == bot else row.first,
        usual.number,
        tuple(mine["seconds"][mine["game"] == usual.number].tolist()),
        tuple(float(each) for each in means),
    )


def _measure(measure: str, found: Tables, name: str) -> float:
    player = next(each for each in found.players if each.name == name)
    if measure == "turns":
        return found.pairings[0].plies / 2
    if measure == "considered":
        return player.effort.considered
    times = player.seconds_by_ply
    if measure == "seconds_early":
        return sum(times[:EARLY]) / max(len(times[:EARLY]), 1)
    if measure == "seconds_late":
        late = [seconds for seconds in times[EARLY:] if seconds]
        return sum(late) / max(len(late), 1)
    return player.effort.seconds


def _cost_sentence(cost: Cost, value: float) -> str:
    low, high = cost.published
    if cost.measure == "turns":
        if low <= value <= high:
            return "As published."
        return "More than published." if value > high else "Fewer than published."
    ratio = (low + high) / 2 / max(value, 1e-9)
    if cost.measure == "considered":
        if 0.5 <= ratio <= 2:
            return "About as many as published."
        return (
            f"{ratio:.0f} times fewer than published."
            if ratio > 1
            else f"{1 / ratio:.0f} times more than published."
        )
    return f"{count_text(ratio)} times as fast." if ratio > 1 else "Slower than published."


def _ratings(experiment: Experiment, findings: Sequence[Finding]) -> Sequence[Rating]:
    """Elo over all rows, the first row's second bot at 0."""
    if not experiment.rated:
        return ()
    results = {
        (each.row.first, each.row.second): _tally(each.pairing)
        for each in findings
        if each.row.first != each.row.second
    }
    return ratings(results, anchor=experiment.rows[0].second)


def count_verdicts(answers: Sequence[Answer]) -> str:
    """How many claims hold, and how many do not, in a sentence."""
    parts = []
    for published, words in ((True, VERDICTS), (False, REPLIES)):
        verdicts = [
            finding.verdict
            for each in answers
            for finding in each.findings
            if finding.row.is_published == published
        ]
        if verdicts:
            counts = Counter(words[verdict].lower() for verdict in verdicts)
            what = "published claims" if published else "questions of our own"
            listed = ", ".join(f"{word} {count}" for word, count in counts.most_common())
            parts.append(f"{len(verdicts)} {what}: {listed}")
    return "; ".join(parts) + "."
