"""The numbers of an experiment as plain data."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tabuleiro.endings import reason_words
from tabuleiro.experiments.ratings import Rating, ratings
from tabuleiro.experiments.settings import Settings, seconds_of
from tabuleiro.experiments.statistics import Estimate, Tally, elo, score, superiority
from tabuleiro.experiments.store import Row, Store
from tabuleiro.experiments.words import NOTES
from tabuleiro.text import Language, Text

LAST_PLY = 400
"""Turns after this one are left out of times by turn: hardly a game gets there."""
MANY_REPEATED = 0.02
"""The share of games that repeat another from which on a note says so."""
MANY_LATE = 0.02
"""The share of turns that took longer than their limit from which on a note says so."""
FAULTS = ("illegal move", "failure", "too slow")
"""What a bot loses a game by, beside the rules."""
LATE = 1.1, 0.02
"""A turn is late if it took so many times its limit, and so many seconds."""


@dataclass(frozen=True)
class Results:
    """Games won, drawn and lost."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        """How many there are."""
        return self.wins + self.draws + self.losses

    @property
    def reverse(self) -> Results:
        """The same from the other side."""
        return Results(self.losses, self.draws, self.wins)

    def __add__(self, other: Results) -> Results:
        return Results(self.wins + other.wins, self.draws + other.draws, self.losses + other.losses)

    def __str__(self) -> str:
        return f"{self.wins}–{self.draws}–{self.losses}"

    def facts(self, prefix: str = "") -> dict[str, int]:
        """The counts by name."""
        return {
            f"{prefix}wins": self.wins,
            f"{prefix}draws": self.draws,
            f"{prefix}losses": self.losses,
        }


@dataclass(frozen=True)
class Pairing:
    """What one bot did against another; all results are the first one's."""

    first: str
    second: str
    moving_first: Results
    """Where the first bot sat in the first seat."""
    moving_second: Results
    pairs: tuple[int, ...]
    """Complete pairs of games in which it made 0, ½, 1, 1½, 2 points."""
    score: Estimate
    elo: Estimate
    superiority: float
    plies: float
    """The mean number of turns of a game."""
    verdict: str | None
    """The hypothesis that a sequential test accepted."""

    @property
    def results(self) -> Results:
        """In both seats."""
        return self.moving_first + self.moving_second

    def facts(self) -> dict[str, Any]:
        """The pairing as a row of plain data."""
        names = ("pairs_0", "pairs_half", "pairs_1", "pairs_1_half", "pairs_2")
        return {
            "first": self.first,
            "second": self.second,
            "games": self.results.games,
            **self.results.facts(),
            **self.moving_first.facts("first_"),
            **self.moving_second.facts("second_"),
            **dict(zip(names, self.pairs, strict=True)),
            **_estimate_facts("score", self.score),
            **_estimate_facts("elo", self.elo),
            "superiority": self.superiority,
            "turns_mean": self.plies,
            "verdict": self.verdict,
        }


@dataclass(frozen=True)
class Effort:
    """What a bot's turns cost: means of a turn, and the time that 95 % of them stay below."""

    turns: int
    seconds: float
    seconds_p95: float
    considered: float
    """States that the search looked at."""
    avoided: float
    """States that it knew from its table."""
    pruned: float
    """Branches that it cut off."""
    depth: float
    """Turns that it looked ahead; 0 for a bot that does not search."""


@dataclass(frozen=True)
class PlayerResults:
    """A bot over all its games."""

    name: str
    moving_first: Results
    moving_second: Results
    score: Estimate
    elo: Estimate
    rating: str
    """How the Elo is to be read: `rated`, `bounded` or `apart`."""
    effort: Effort
    seconds_by_ply: tuple[float, ...]
    """The mean time of its turns by the game's turn after the opening; 0 where it had none."""
    lost_by: Mapping[str, int] = field(default_factory=dict)
    """The games that it lost, by what ended them; the most common first."""

    @property
    def results(self) -> Results:
        """In both seats."""
        return self.moving_first + self.moving_second

    def facts(self) -> dict[str, Any]:
        """The bot as a row of plain data."""
        return {
            "bot": self.name,
            "games": self.results.games,
            **self.results.facts(),
            **self.moving_first.facts("first_"),
            **self.moving_second.facts("second_"),
            **_estimate_facts("score", self.score),
            **_estimate_facts("elo", self.elo),
            "rating": self.rating,
            "turns": self.effort.turns,
            "seconds_mean": self.effort.seconds,
            "seconds_p95": self.effort.seconds_p95,
            "states_considered": self.effort.considered,
            "states_avoided": self.effort.avoided,
            "branches_pruned": self.effort.pruned,
            "depth": self.effort.depth,
        }


@dataclass(frozen=True)
class Rung:
    """A step of a ladder: the value that was varied and the Elo of the bot that has it."""

    value: str
    name: str
    elo: Estimate


@dataclass(frozen=True)
class Square:
    """A place of a grid: the two values that were varied, and how the bot that has them did."""

    row: str
    column: str
    name: str
    score: Estimate
    elo: Estimate


@dataclass(frozen=True)
class Note:
    """Something that a reader has to know: which sentence, and what it speaks of."""

    name: str
    facts: Mapping[str, object] = field(default_factory=dict)

    def words(self, language: Language) -> str:
        """The sentence in a language."""
        said = {
            key: value[language] if isinstance(value, Text) else value
            for key, value in self.facts.items()
        }
        return NOTES[self.name][language].format(**said)

    def __str__(self) -> str:
        return self.words("en")


@dataclass(frozen=True)
class Tables:
    """Everything that an experiment has found."""

    title: str
    game: str
    options: dict[str, str]
    openings: Note
    planned: int
    games: int
    seconds: float
    """The sum over all games."""
    players: tuple[PlayerResults, ...]
    """The strongest first."""
    pairings: tuple[Pairing, ...]
    first_seat: Results
    """Of whoever moved first."""
    lengths: dict[int, int]
    """Games by their number of turns after the opening."""
    reasons: dict[str, int]
    ladder: str
    rungs: tuple[Rung, ...]
    grid: tuple[str, ...] = ()
    """The two settings that a grid varies: that of its rows, that of its columns."""
    squares: tuple[Square, ...] = ()
    """Row by row."""
    notes: tuple[Note, ...] = field(default=())
    names: Mapping[str, str] = field(default_factory=dict)
    """What bots are called where people read, by the names that they have in these tables."""

    def shown(self, bot: str) -> str:
        """What a bot is called where people read."""
        return self.names.get(bot, bot)

    def with_names(self, names: Mapping[str, str]) -> Tables:
        """The same with other names for the bots where people read."""
        other = {self.shown(bot): name for bot, name in names.items()}
        notes = (
            Note(
                note.name,
                {
                    key: other.get(str(value), value) if key == "name" else value
                    for key, value in note.facts.items()
                },
            )
            for note in self.notes
        )
        return replace(self, names=dict(names), notes=tuple(notes))

    def facts(self, language: Language = "en") -> dict[str, Any]:
        """All of it as plain data: what is a table is a list of rows; notes are in a language."""
        return {
            "title": self.title,
            "game": self.game,
            "options": self.options,
            "openings": self.openings.words(language),
            "games_planned": self.planned,
            "games": self.games,
            "seconds": self.seconds,
            "players": [
                player.facts() | {"name": self.shown(player.name)} for player in self.players
            ],
            "pairings": [pairing.facts() for pairing in self.pairings],
            "moving_first": self.first_seat.facts(),
            "lengths": [{"turns": turns, "games": n} for turns, n in self.lengths.items()],
            "reasons": self.reasons,
            "ladder": [
                {self.ladder: rung.value, "bot": rung.name, **_estimate_facts("elo", rung.elo)}
                for rung in self.rungs
            ],
            "grid": [
                dict(zip(self.grid, (square.row, square.column), strict=True))
                | {"bot": square.name}
                | _estimate_facts("score", square.score)
                | _estimate_facts("elo", square.elo)
                for square in self.squares
            ],
            "lost_by": [
                {"bot": player.name, "reason": reason, "games": count}
                for player in self.players
                for reason, count in player.lost_by.items()
            ],
            "times": [
                {"bot": player.name, "turn": turn, "seconds_mean": seconds}
                for player in self.players
                for turn, seconds in enumerate(player.seconds_by_ply, 1)
                if seconds
            ],
            "notes": [note.words(language) for note in self.notes],
        }


def _estimate_facts(name: str, found: Estimate) -> dict[str, float | None]:
    return {name: found.value, f"{name}_low": found.low, f"{name}_high": found.high}


def tables(store: Store) -> Tables:
    """The tables of all games that count."""
    settings = store.settings
    rows = list(store.games())
    labels = settings.labels
    verdicts = store.verdicts()
    of_pairing: defaultdict[int, list[Row]] = defaultdict(list)
    for row in rows:
        of_pairing[row.pairing].append(row)
    found = [
        _pairing((labels[a], labels[b]), a, of_pairing[number], verdicts.get(number, (0, None))[1])
        for number, (a, b) in enumerate(settings.pairings)
        if number in of_pairing
    ]
    pairings = [pairing for pairing, _ in found]
    tallies = {(pairing.first, pairing.second): tally for pairing, tally in found}
    efforts = _efforts(store, len(labels))
    rated = ratings(tallies)
    losses = _losses(settings, rows)
    players = tuple(
        _player(rating, pairings, tallies, *efforts[number], losses[number])
        for rating in rated
        for number in (labels.index(rating.name),)
    )
    first_seat = sum((_first_seat(pairing) for pairing in pairings), Results())
    own = {player.name: (player.score, player.elo) for player in players}
    nothing = Estimate(None, None, None), Estimate(None, None, None)
    values = tuple(product(*(each for _, each in settings.axes))) if settings.axes else ()
    varied = list(zip(values, labels, strict=False))
    return Tables(
        title=store.title,
        game=settings.game,
        options=dict(settings.options),
        openings=_openings(settings.openings),
        planned=settings.total,
        games=len(rows),
        seconds=sum(row.seconds for row in rows),
        players=players,
        pairings=tuple(pairings),
        first_seat=first_seat,
        lengths=dict(sorted(Counter(row.plies for row in rows).items())),
        reasons=dict(Counter(row.reason for row in rows).most_common()),
        ladder=settings.ladder.partition("=")[0],
        rungs=tuple(
            Rung(*value, name, own.get(name, nothing)[1])
            for value, name in varied
            if len(value) == 1
        ),
        grid=tuple(key for key, _ in settings.axes) if settings.grid else (),
        squares=tuple(
            Square(*value, name, *own.get(name, nothing))
            for value, name in varied
            if len(value) == 2
        ),
        notes=tuple(Note(name, facts) for name, facts in _notes(store, rated, found, rows)),
        names=dict(zip(labels, store.names, strict=True)),
    )


def _openings(openings: int | tuple[str, ...]) -> Note:
    if not isinstance(openings, int):
        return Note("file", {"count": len(openings)})
    return Note("random", {"count": openings}) if openings else Note("none")


def _pairing(
    names: tuple[str, str], bot: int, rows: Sequence[Row], verdict: str | None
) -> tuple[Pairing, Tally]:
    points: defaultdict[int, list[float]] = defaultdict(list)
    seats: dict[bool, Counter[float]] = {True: Counter(), False: Counter()}
    for row in rows:
        moves_first = row.first == bot
        point = 0.5 if row.winner is None else float((row.winner == 0) == moves_first)
        seats[moves_first][point] += 1
        points[row.pair].append(point)
    whole = Tally.of_pairs(sum(pair) for pair in points.values() if len(pair) == 2)
    results = {
        seat: Results(counts[1.0], counts[0.5], counts[0.0]) for seat, counts in seats.items()
    }
    both = results[True] + results[False]
    tally = whole if whole.units else Tally.of_games(both.wins, both.draws, both.losses)
    pairing = Pairing(
        *names,
        moving_first=results[True],
        moving_second=results[False],
        pairs=whole.counts,
        score=score(tally),
        elo=elo(tally),
        superiority=superiority(tally),
        plies=float(np.mean([row.plies for row in rows])),
        verdict=verdict,
    )
    return pairing, tally


def _player(
    rating: Rating,
    pairings: Iterable[Pairing],
    tallies: dict[tuple[str, str], Tally],
    effort: Effort,
    seconds_by_ply: tuple[float, ...],
    lost_by: Mapping[str, int],
) -> PlayerResults:
    first = second = Results()
    own: list[Tally] = []
    for pairing in pairings:
        tally = tallies[pairing.first, pairing.second]
        if pairing.first == rating.name:
            first, second = first + pairing.moving_first, second + pairing.moving_second
            own.append(tally)
        elif pairing.second == rating.name:
            # Where the first bot moved second, this one moved first.
            first, second = (
                first + pairing.moving_second.reverse,
                second + pairing.moving_first.reverse,
            )
            own.append(tally.reverse)
    paired = [tally for tally in own if tally.paired] or own
    bounded = rating.elo.low is not None or rating.elo.high is not None
    return PlayerResults(
        rating.name,
        moving_first=first,
        moving_second=second,
        score=score(sum(paired[1:], paired[0])),
        elo=rating.elo,
        rating="rated" if rating.in_main_group else "bounded" if bounded else "apart",
        effort=effort,
        seconds_by_ply=seconds_by_ply,
        lost_by=lost_by,
    )


def _losses(settings: Settings, rows: Iterable[Row]) -> list[dict[str, int]]:
    """What ended the games that every bot lost."""
    found: list[Counter[str]] = [Counter() for _ in settings.players]
    for row in rows:
        if row.winner is not None:
            found[row.second if row.winner == 0 else row.first][row.reason] += 1
    return [dict(each.most_common()) for each in found]


def _first_seat(pairing: Pairing) -> Results:
    return pairing.moving_first + pairing.moving_second.reverse


def _efforts(store: Store, bots: int) -> list[tuple[Effort, tuple[float, ...]]]:
    """What every bot's turns cost, and its mean time by turn of the game."""
    sums = np.zeros((4, bots))
    spent, turns = np.zeros((bots, LAST_PLY)), np.zeros((bots, LAST_PLY))
    whose: list[NDArray[np.int32]] = [np.zeros(0, np.int32)]
    times: list[NDArray[np.float32]] = [np.zeros(0, np.float32)]
    for plies in store.plies():
        bot, seconds = plies["bot"], plies["seconds"]
        for row, name in zip(sums, ("nodes", "hits", "cuts", "depth"), strict=True):
            row += np.bincount(bot, plies[name], bots)
        early = plies["ply"] < LAST_PLY
        place = bot[early] * LAST_PLY + plies["ply"][early]
        spent += np.bincount(place, seconds[early], spent.size).reshape(spent.shape)
        turns += np.bincount(place, minlength=turns.size).reshape(turns.shape)
        whose.append(bot.copy())
        times.append(seconds.copy())
    owners, every = np.concatenate(whose), np.concatenate(times)
    found = []
    for number in range(bots):
        own = every[owners == number]
        effort = Effort(
            len(own),
            float(own.mean(dtype=float)) if len(own) else 0.0,
            float(np.percentile(own, 95)) if len(own) else 0.0,
            *(sums[:, number] / max(len(own), 1)).tolist(),
        )
        last = int(np.max(np.nonzero(turns[number])[0], initial=-1)) + 1
        by_ply = spent[number, :last] / np.maximum(turns[number, :last], 1)
        found.append((effort, tuple(by_ply.tolist())))
    return found


def _is_faint(rating: Rating) -> bool:
    """Whether the bound of a player who won (or lost) everything lies on the other side of 0."""
    low, high = rating.elo.low, rating.elo.high
    return not rating.in_main_group and ((low or 0) < 0 or (high or 0) > 0)


def _late(store: Store) -> dict[str, tuple[int, int, float]]:
    """Of bots that were given a time for a move: turns that took longer, all turns, the time."""
    limits = {
        player: limit
        for player, text in enumerate(store.settings.players)
        if (limit := seconds_of(text, store.settings.limit)) is not None
    }
    counts: Counter[tuple[int, bool]] = Counter()
    for plies in store.plies() if limits else ():
        for player, limit in limits.items():
            own = plies["seconds"][plies["bot"] == player]
            late = int((own > limit * LATE[0] + LATE[1]).sum())
            counts[player, True] += late
            counts[player, False] += len(own) - late
    return {
        store.settings.labels[player]: (
            counts[player, True],
            counts[player, True] + counts[player, False],
            limit,
        )
        for player, limit in limits.items()
    }


def _notes(
    store: Store,
    rated: Sequence[Rating],
    found: Sequence[tuple[Pairing, Tally]],
    rows: Sequence[Row],
) -> Iterable[tuple[str, dict[str, object]]]:
    """What a reader has to know of these numbers: names of notes, and what they speak of."""
    planned, stopped = store.settings.total, bool(store.verdicts())
    forfeits = Counter(row.reason for row in rows if row.detail)
    for reason, count in forfeits.items():
        yield "forfeits", {"count": count, "reason": reason_words(reason)}
    names = dict(zip(store.settings.labels, store.names, strict=True))
    for label, (late, turns, limit) in _late(store).items():
        if late > MANY_LATE * turns:
            name = names[label]
            yield "late", {"name": name, "count": late, "all": turns, "limit": f"{limit:g}"}
    if planned > len(rows) and not stopped:
        yield "missing", {"count": planned - len(rows)}
    repeated = len(rows) - store.different()
    if repeated > MANY_REPEATED * len(rows):
        yield "repeated", {"count": repeated, "all": len(rows)}
    single = sum(pairing.results.games - tally.games for pairing, tally in found if tally.paired)
    if single:
        yield "single", {"count": single}
    for rating in rated:
        if rating.in_main_group:
            continue
        name = names[rating.name]
        if not rating.connected:
            yield "apart", {"name": name}
        elif rating.elo.low is not None:
            yield "lower", {"name": name}
        elif rating.elo.high is not None:
            yield "upper", {"name": name}
        else:
            yield "incomparable", {"name": name}
    if any(_is_faint(rating) for rating in rated):
        yield "few", {}
    if stopped:
        yield "stopped", {}
