"""How an experiment stands while it runs: counts that grow with every game, and nothing more."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from time import monotonic

from tabuleiro.experiments.settings import Settings
from tabuleiro.experiments.statistics import Sprt, Tally, sprt
from tabuleiro.experiments.store import Played, Row

LOOKS = 100
"""A test is looked at after every pair up to so many, then ever more rarely."""


@dataclass
class PairingCounts:
    """The results of two bots against each other, from the first one's side."""

    games: list[int] = field(default_factory=lambda: [0, 0, 0])
    """Lost, drawn, won."""
    pairs: list[int] = field(default_factory=lambda: [0] * 5)
    """Pairs of games by their points, without gaps from the first pair on."""
    verdict: str | None = None
    """What a sequential test has accepted."""
    _half: dict[int, float] = field(default_factory=dict)
    """Points of pairs of which one game is there."""
    _whole: dict[int, float] = field(default_factory=dict)
    """Points of pairs that wait for those before them."""

    def add(self, pair: int, points: float) -> None:
        """Count a game."""
        self.games[round(2 * points)] += 1
        if pair not in self._half:
            self._half[pair] = points
            return
        self._whole[pair] = self._half.pop(pair) + points

    def count_pairs(self) -> Iterable[int]:
        """Count the pairs that are next in order, one at a time; says how many there are then."""
        while (count := sum(self.pairs)) in self._whole:
            self.pairs[round(2 * self._whole.pop(count))] += 1
            yield count + 1

    @property
    def played(self) -> int:
        """How many games there are."""
        return sum(self.games)


class Standings:
    """The counts of all pairings, and how long they have taken."""

    def __init__(self, settings: Settings, names: Sequence[str] = ()) -> None:
        self.settings = settings
        self.names = names or settings.labels
        """What the players are called."""
        self.pairings = [PairingCounts() for _ in settings.pairings]
        self.earlier = 0
        """Games that were there before this run."""
        self._begin = monotonic()

    def add(self, games: Iterable[Played | Row]) -> list[tuple[int, int, str]]:
        """Count games; returns the tests that they decide: pairing, pairs and what is accepted.

        A test looks at pairs in their order, whatever the order in which they ended, so it stops
        at the same pair however many workers there are.
        """
        touched = set()
        for game in games:
            points = {0: 1.0, 1: 0.0, None: 0.5}[game.winner]
            if game.first != self.settings.pairings[game.pairing][0]:
                points = 1 - points
            self.pairings[game.pairing].add(game.pair, points)
            touched.add(game.pairing)
        decided: list[tuple[int, int, str]] = []
        for number in sorted(touched):
            pairing = self.pairings[number]
            for pairs in pairing.count_pairs():
                if pairing.verdict is not None or pairs % max(1, pairs // LOOKS):
                    continue
                test = self.test(number)
                if test is not None and test.accepted:
                    pairing.verdict = test.accepted
                    decided.append((number, pairs, test.accepted))
        return decided

    def results(self) -> dict[tuple[int, int], tuple[int, ...]]:
        """Games lost, drawn and won, of each bot against each that it plays."""
        found = {}
        for (a, b), pairing in zip(self.settings.pairings, self.pairings, strict=True):
            found[a, b] = tuple(pairing.games)
            found[b, a] = tuple(reversed(pairing.games))
        return found

    def test(self, pairing: int) -> Sprt | None:
        """The sequential test of a pairing, if there is one."""
        if self.settings.sprt is None:
            return None
        return sprt(Tally(tuple(self.pairings[pairing].pairs)), *self.settings.sprt)

    @property
    def done(self) -> int:
        """Games that have ended."""
        return sum(pairing.played for pairing in self.pairings)

    @property
    def left(self) -> int:
        """Games that may still be played."""
        each = self.settings.games
        return sum(each - p.played for p in self.pairings if p.verdict is None)

    @property
    def seconds_left(self) -> float | None:
        """How long it will take at the speed of this run, if that can be said yet."""
        now = self.done - self.earlier
        return (monotonic() - self._begin) / now * self.left if now else None
