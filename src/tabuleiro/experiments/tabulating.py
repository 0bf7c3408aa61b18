"""How the numbers of an experiment are found in its games."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import product

import numpy as np
from numpy.typing import NDArray

from tabuleiro.endings import reason_words
from tabuleiro.experiments.ratings import Rating, ratings
from tabuleiro.experiments.settings import Settings, seconds_of
from tabuleiro.experiments.statistics import Estimate, Tally, elo, score, superiority
from tabuleiro.experiments.store import Row, Store
from tabuleiro.experiments.tables import (
    Effort,
    Note,
    Pairing,
    PlayerResults,
    Results,
    Rung,
    Square,
    Tables,
)

LAST_PLY = 400
"""Turns after this one are left out of times by turn: hardly a game gets there."""
MANY_REPEATED = 0.02
"""The share of games that repeat another from which on a note says so."""
MANY_LATE = 0.02
"""The share of turns that took longer than their limit from which on a note says so."""
LATE = 1.1, 0.02
"""A turn is late if it took so many times its limit, and so many seconds."""


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
