"""What was learned of a game without an evaluation, against random games: bots at equal time.

Each has as many nodes or iterations for a move as it makes in so many seconds of processor time.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from math import inf
from time import monotonic, process_time

from tabuleiro.bots.alphabeta import AlphaBetaBot
from tabuleiro.bots.base import SearchBot
from tabuleiro.bots.limit import Limit
from tabuleiro.bots.mcts import MctsBot
from tabuleiro.bots.presets import MIXED
from tabuleiro.bots.settings import ALPHABETA, BOTH
from tabuleiro.experiments.statistics import Tally
from tabuleiro.game import Game
from tabuleiro.kernel.net import Net, NetUse
from tabuleiro.learning.players import Judgement
from tabuleiro.position import Position

TURNS = 4
"""Random turns at the beginning of a game."""
MEASURED = {"nodes": 30_000, "iterations": 3000}
"""How long a bot's speed is measured."""
TRIES = 20
PAIRS = 40
"""Of games, at most."""


def searcher(game: Game, net: Net) -> AlphaBetaBot:
    """Alpha-beta with a net."""
    unit = Judgement({}, net).unit(game)
    return AlphaBetaBot(game, {}, Limit(nodes=1), net=NetUse(net, unit))


def grower(game: Game, net: Net | None = None) -> MctsBot:
    """A tree search by random games; with a net, by both."""
    if net is None:
        return MctsBot(game, {}, Limit(iterations=1))
    use = NetUse(net, Judgement({}, net).unit(game))
    return MctsBot(game, {}, Limit(iterations=1), net=use, rollout=MIXED)


def best_search(
    game: Game,
    net: Net,
    seconds: float,
    seed: int,
    most: float | None,
    heard: Callable[[Tally], None] = lambda tally: None,
) -> tuple[str, Tally]:
    """The search that plays better with a net, and what it scores against random games alone.

    That is alpha-beta, unless it loses and a tree search that asks both does better. `most` is how
    many seconds the games may take.
    """
    tallies: dict[str, Tally] = {}
    for search in BOTH:
        new = searcher(game, net) if search == ALPHABETA else grower(game, net)
        old = grower(game)
        for bot in (new, old):
            bot.prepare()  # before the clock starts
        end = inf if most is None else monotonic() + most / len(BOTH)
        tallies[search] = duel(game, new, old, seconds, PAIRS, seed, partial(_is_past, end), heard)
        if tallies[search].mean > 0.5:
            break
    best = max(tallies, key=lambda search: tallies[search].mean)
    return best, tallies[best]


def _is_past(end: float) -> bool:
    return monotonic() > end


def duel(
    game: Game,
    new: SearchBot,
    old: SearchBot,
    seconds: float,
    pairs: int,
    seed: int = 1,
    enough: Callable[[], bool] = lambda: False,
    heard: Callable[[Tally], None] = lambda tally: None,
) -> Tally:
    """Pairs of games from random openings, each bot in each seat; counted for the new one."""
    chance = random.Random(seed)
    points: list[float] = []
    bots = (new, old)
    limits = [budget(bot, opening(game, chance), seconds) for bot in bots]
    while len(points) < pairs and not (points and enough()):
        start = opening(game, chance)
        won = 0.0
        for seat in (0, 1):
            here = start
            for bot in bots:
                bot.new_game(seed + len(points))
            while here.outcome is None:
                mover = int(here.player != seat)
                here = here.play(bots[mover].analyse(here, limits[mover]).move)
            winner = here.outcome.winner
            won += 0.5 if winner is None else float(winner == seat)
        points.append(won)
        heard(Tally.of_pairs(points))
    return Tally.of_pairs(points)


def budget(bot: SearchBot, here: Position, seconds: float) -> Limit:
    """What a bot gets done in so many seconds of processor time."""
    what = "iterations" if isinstance(bot, MctsBot) else "nodes"
    bot.analyse(here, bot.least)  # compiled, and warm
    bot.new_game(1)
    begin = process_time()
    done = bot.analyse(here, Limit(**{what: MEASURED[what]})).nodes
    speed = done / max(process_time() - begin, 1e-6)
    return Limit(**{what: max(10, round(seconds * speed))})


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
