"""Puzzles out of games: positions where a deep search finds one turn far better than all others.

A quick search looks at positions of a game; where one turn stands out, deeper ones look again, each
with an empty table. The turn must be the best of all, and so much better than the next turn that
leads elsewhere that nobody can argue.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from tabuleiro.bots.analysis import Analysis, Line
from tabuleiro.bots.base import SearchBot
from tabuleiro.bots.hints import SEED
from tabuleiro.bots.limit import Limit
from tabuleiro.bots.presets import make_analyst
from tabuleiro.game import make_game
from tabuleiro.move import Move
from tabuleiro.position import Position
from tabuleiro.teaching.puzzles import Puzzle, key_of

SOONER = (Limit(nodes=4_000, iterations=1_000), Limit(nodes=60_000, iterations=5_000))
"""What a position must pass before a deep search looks at it."""
DEEP = Limit(nodes=800_000, iterations=60_000)
LINES = 4
"""How many lines are compared: the first may come in several orders of steps."""
CLEAR = 0.2
"""By how much more chance of winning the right turn stands out."""
SUSPECT = 0.12
"""The same for a position that is worth a deep look."""
WORTHLESS = 0.3
"""A best turn with fewer chances is not worth finding."""
STILL_WON = 0.95
"""A puzzle that asks for a win has no other turn with as many chances."""
LONGEST_WIN = 11
LONGEST_LINE = 9
FEWEST = 3
"""First steps among which there is something to choose."""
SETTLED = 4
"""Turns of a game before which nothing is looked at."""
LONGEST_GAME = 160
ENDING = 12
"""In so many last turns of a decided game the wins are looked for."""
ELSEWHERE = 4
"""How many other positions of a game are looked at."""
PER_GAME = 3
"""How many puzzles one game gives: neighbours are alike."""
OBVIOUS = 2
"""One puzzle of so many at most may be seen without looking ahead."""
SLIPS = (0.1, 0.3, 0.6)
"""How often a player of the games plays at random, so that there is something to find."""
PLAYERS = Limit(nodes=300, iterations=100)


def check(
    position: Position, bot: SearchBot, limit: Limit = DEEP, clear: float = CLEAR
) -> Puzzle | None:
    """The puzzle that a position is, if it is one."""
    bot.new_game(SEED)
    with bot.search(position, limit, LINES) as search:
        told = search.depths() or [search.result]  # what files know is found at no depth
    found = _settled(told)
    if found is None:
        return None
    best = found.lines[0]
    other = _other(position, found)
    if other is None or not _stands_out(best, other, clear):
        return None
    win_in = best.score.win_in if best.score.decided == "win" else None
    line = tuple(move.text for move in best.moves[: win_in or LONGEST_LINE])
    game = position.game
    depth = _needed(position, told, best.moves[0])
    return Puzzle(game.name, position.text, line, depth, win_in, game.changed_options)


def _settled(told: Sequence[Analysis]) -> Analysis | None:
    """The last analysis whose lines can be compared: the limit cut the very last one short."""
    if told[-1].score.known is not None:
        return told[-1]
    if len(told) < 2 or told[-1].move != told[-2].move:
        return None
    return told[-2]


def _other(position: Position, found: Analysis) -> Line | None:
    """The best line whose first turn leads elsewhere."""
    right = position.play(found.move)
    return next((line for line in found.lines[1:] if position.play(line.moves[0]) != right), None)


def _stands_out(best: Line, other: Line, clear: float) -> bool:
    chance, second = best.score.win_probability, other.score.win_probability
    if best.score.decided == "win":
        win_in = best.score.win_in
        return win_in is not None and win_in <= LONGEST_WIN and second < STILL_WON
    return chance >= WORTHLESS and chance - second >= clear


def _needed(position: Position, told: Iterable[Analysis], answer: Move) -> int:
    """The depth from which on a search never leaves the answer."""
    right = position.play(answer)
    needed = 1
    for analysis in told:
        if position.play(analysis.move) != right:
            needed = analysis.depth + 1
    return needed


def self_play(name: str, options: Mapping[str, object], seed: int) -> Iterator[list[Position]]:
    """Games with slips in them, one after the other, as their positions."""
    number = 0
    while True:
        chance = random.Random(f"{name} {seed} {number}")
        fresh = {**make_game(name, dict(options)).fresh_options, **options}
        game = make_game(name, fresh, chance.randrange(1 << 30))
        bot = make_analyst(game, seed=chance.randrange(1 << 30))
        slips = chance.choice(SLIPS), chance.choice(SLIPS)
        here = game.start()
        played = [here]
        while here.outcome is None and here.ply < LONGEST_GAME:
            if here.ply < SETTLED or chance.random() < slips[here.player]:
                here = _slip(here, chance)
            else:
                with bot.search(here, PLAYERS) as search:
                    here = here.play(search.result.move)
            played.append(here)
        yield played
        number += 1


def worth_a_look(played: Sequence[Position], chance: random.Random) -> list[Position]:
    """The positions of a game where a puzzle may hide: before its end, and some others."""
    settled = [position for position in played if position.ply >= SETTLED]
    end = played[-1].outcome
    last = settled[-1 - ENDING : -1] if end is not None and end.winner is not None else []
    rest = settled[: len(settled) - len(last) - 1]
    return last[::-1] + chance.sample(rest, min(ELSEWHERE, len(rest)))


def _slip(here: Position, chance: random.Random) -> Position:
    """Any turn."""
    here = here.step(chance.choice(here.steps))
    while not here.turn_is_over:
        here = here.step(chance.choice(here.steps))
    return here


def harvest(
    games: Iterable[Sequence[Position]],
    count: int,
    limit: Limit = DEEP,
    hear: Callable[[Puzzle], None] = lambda puzzle: None,
    known: Iterable[Puzzle] = (),
    seed: int = SEED,
    ahead: int = 1,
) -> tuple[Puzzle, ...]:
    """So many puzzles from the positions of games, each once for all its symmetric images.

    *Ahead* is how many turns one must look ahead at least.
    """
    found: list[Puzzle] = []
    keys = {key_of(puzzle.start()) for puzzle in known}
    chance = random.Random(seed)
    for played in games:
        bot = make_analyst(played[0].game, seed=SEED)
        here_already = 0
        for position in worth_a_look(played, chance):
            puzzle = _looked_at(position, bot, limit, keys, ahead)
            easy = sum(each.depth <= 1 for each in found)
            if puzzle is None or (puzzle.depth <= 1 and easy * OBVIOUS > len(found)):
                continue
            keys.add(key_of(puzzle.start()))
            found.append(puzzle)
            hear(puzzle)
            here_already += 1
            if len(found) == count:
                return tuple(found)
            if here_already == PER_GAME:
                break
    return tuple(found)


def _looked_at(
    position: Position,
    bot: SearchBot,
    limit: Limit,
    keys: set[tuple[object, ...]],
    ahead: int,
) -> Puzzle | None:
    alone = position.game.position(_without_count(position.text))
    if alone.outcome is not None or len(alone.steps) < FEWEST or key_of(alone) in keys:
        return None
    puzzle = None
    for look, clear in (*((sooner, SUSPECT) for sooner in SOONER[ahead > 1 :]), (limit, CLEAR)):
        puzzle = check(alone, bot, look, clear)  # the quickest look sees nothing that is deep
        if puzzle is None or puzzle.depth < ahead:
            return None
    return puzzle


def _without_count(text: str) -> str:
    """A position as if the game's count of quiet turns began with it."""
    return " ".join(field for field in text.split() if not field.startswith("quiet="))
