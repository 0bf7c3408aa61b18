"""What was learned of a game without an evaluation, against random games: bots at equal time.

Each has as many nodes or iterations for a move as it makes in so many seconds of processor time at
that turn of a game: towards the end random games become short, and what other searches do does not.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from time import monotonic, process_time

from tabuleiro.bots.base import SearchBot
from tabuleiro.bots.limit import Limit
from tabuleiro.bots.mcts import MctsBot
from tabuleiro.bots.presets import ALGORITHMS
from tabuleiro.bots.settings import PLAIN, read_search
from tabuleiro.experiments.statistics import Tally
from tabuleiro.game import Game
from tabuleiro.kernel.net import Net, NetUse
from tabuleiro.learning.players import LONGEST, Judgement
from tabuleiro.position import Position

SEARCHES = (
    "alphabeta",
    "mcts,rollout=0.5,exploration=0.4",
    "mcts,rollout=1,exploration=0.4",
    "mcts,rollout=0.5,exploration=0.3,rave=1000",
    "mcts,rollout=1,exploration=0.3,rave=1000",
)
"""What may play best with a net; random games alone are what they play against."""
TURNS = 4
"""Random turns at the beginning of a game."""
TRIES = 20
PAIRS = 80
"""Of games of one search, at most."""
MEGABYTES = 32
"""For the tree or the table of a bot."""
GLANCE, EVERY = 200, 3
"""The game along which speeds are measured: iterations for its moves, and turns between two."""
MEASURED, FIRST = 0.01, 1000
"""Seconds of such a measurement, about, and how much is done at first."""


def player(game: Game, search: str, net: Net | None = None) -> SearchBot:
    """A bot that searches as a text says, such as `mcts,rollout=0.5`."""
    algorithm, settings = read_search(search)
    kind = ALGORITHMS[algorithm]
    settings["tree_mb" if kind is MctsBot else "table_mb"] = MEGABYTES
    use = None if net is None else NetUse(net, Judgement({}, net).unit(game))
    return kind(game, {}, kind.least, net=use, **settings)


def best_search(
    game: Game,
    net: Net,
    seconds: float,
    seed: int,
    most: float | None,
    threads: int = 1,
    heard: Callable[[Tally], None] = lambda tally: None,
) -> tuple[str, Tally]:
    """The search that plays best with a net, and what it scores against random games alone.

    All begin, from the same openings; the better half goes on, until one is left. If that one loses
    it is random games alone, with an empty tally. `most` is how many seconds it may take.
    """
    hall = Hall(game, net, seconds, seed, threads)
    names = list(SEARCHES)
    rounds = len(names).bit_length()
    hall.prepare(names)
    begin = monotonic()
    for number in range(1, rounds + 1):
        end = None if most is None else begin + most * number / rounds
        hall.play(names, PAIRS * number // rounds, end, heard)
        names.sort(key=lambda name: hall.tally(name).mean, reverse=True)
        del names[(len(names) + 1) // 2 :]
    best = hall.tally(names[0])
    return (names[0], best) if best.mean > 0.5 else (PLAIN, Tally((0,) * 5))


class Hall:
    """Where searches with a net play random games alone, in pairs of games, on several threads."""

    def __init__(self, game: Game, net: Net, seconds: float, seed: int, threads: int = 1) -> None:
        self.game, self.net, self.seconds, self.seed = game, net, seconds, seed
        self.threads = threads
        self.free: list[dict[str, SearchBot]] = [{} for _ in range(threads)]
        """The bots of each thread."""
        chance = random.Random(seed)
        self.line = sample(self.bot(PLAIN, self.free[0]), opening(game, chance))
        self.paces: dict[str, Pace] = {}
        self.points: dict[str, list[float]] = {}

    def bot(self, search: str, bots: dict[str, SearchBot]) -> SearchBot:
        """A bot of a thread."""
        if search not in bots:
            bots[search] = player(self.game, search, None if search == PLAIN else self.net)
        return bots[search]

    def prepare(self, names: Sequence[str]) -> None:
        """Compile what searches need, and measure how fast they are."""
        for name in (PLAIN, *names):
            if name not in self.paces:
                bot = self.bot(name, self.free[0])
                bot.prepare()
                self.paces[name] = Pace(bot, self.line)
                self.points[name] = []

    def tally(self, search: str) -> Tally:
        """What a search has scored so far."""
        return Tally.of_pairs(self.points[search])

    def play(
        self,
        names: Sequence[str],
        pairs: int,
        end: float | None = None,
        heard: Callable[[Tally], None] = lambda tally: None,
    ) -> None:
        """Pairs of games for each of these searches until each has so many, or time is up."""
        self.prepare(names)
        at_once = -(-self.threads // len(names))
        done = len(self.points[names[0]])
        with ThreadPoolExecutor(self.threads) as workers:
            while done < pairs:
                numbers = range(done, done + at_once)
                tasks = [(name, number) for number in numbers for name in names]
                for (name, _), won in zip(tasks, workers.map(self._pair, tasks), strict=True):
                    self.points[name].append(won)
                done += at_once
                heard(max(map(self.tally, names), key=lambda tally: tally.mean))
                if end is not None and monotonic() > end:
                    break

    def _pair(self, task: tuple[str, int]) -> float:
        """What a search scores in two games from an opening, one in each seat."""
        name, number = task
        bots = self.free.pop()
        start = opening(self.game, random.Random(self.seed + 1000 * number))
        names = (name, PLAIN)
        won = 0.0
        for seat in (0, 1):
            for each in names:
                self.bot(each, bots).new_game(self.seed + number)
            here, turn = start, 0
            while here.outcome is None and turn < LONGEST:
                mover = names[int(here.player != seat)]
                limit = self.paces[mover].limit(turn, self.seconds)
                here = here.play(bots[mover].analyse(here, limit).move)
                turn += 1
            winner = None if here.outcome is None else here.outcome.winner
            won += 0.5 if winner is None else float(winner == seat)
        self.free.append(bots)
        return won


class Pace:
    """What a bot gets done in a second of processor time, by turn of a game."""

    def __init__(self, bot: SearchBot, line: Sequence[Position]) -> None:
        self.what = "iterations" if isinstance(bot, MctsBot) else "nodes"
        bot.analyse(line[0], bot.least)  # warm
        self.speeds: list[float] = []
        much = FIRST
        for here in line[::EVERY]:
            done, taken = self._done(bot, here, much)
            while done >= much and taken < MEASURED / 2:  # too short to tell
                much *= 4
                done, taken = self._done(bot, here, much)
            decided = done < much and self.speeds
            self.speeds.append(self.speeds[-1] if decided else done / max(taken, 1e-6))

    def _done(self, bot: SearchBot, here: Position, much: int) -> tuple[int, float]:
        """How much of something is done, and in how many seconds: fresh memory is slow at first."""
        tries = []
        for _ in range(2):
            bot.new_game(1)
            begin = process_time()
            done = bot.analyse(here, Limit(**{self.what: much})).nodes
            tries.append(process_time() - begin)
        return done, min(tries)

    def limit(self, turn: int, seconds: float) -> Limit:
        """What it gets done in so many seconds at a turn."""
        speed = self.speeds[min(turn // EVERY, len(self.speeds) - 1)]
        return Limit(**{self.what: max(10, round(seconds * speed))})


def sample(bot: SearchBot, here: Position) -> list[Position]:
    """A game that a bot plays against itself at a glance, without its end."""
    line: list[Position] = []
    while here.outcome is None and len(line) < LONGEST:
        line.append(here)
        here = here.play(bot.analyse(here, Limit(iterations=GLANCE)).move)
    return line


def opening(game: Game, chance: random.Random) -> Position:
    """A position after some random turns; the start where the games end too soon."""
    for _ in range(TRIES):
        here = game.start()
        for _ in range(TURNS):
            if here.outcome is None:
                here = here.play(chance.choice(list(here.legal_moves)))
        if here.outcome is None:
            return here
    return game.start()
