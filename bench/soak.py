"""Random games with every option of every game, each turn checked against the rules.

    python bench/soak.py [GAME ...] [--games 500] [--cap 300]

The games are played on the plain rules. After each turn: the mover's pieces are as many as before
and the opponent's not more, no cell has two owners, sides alternate, a turn has at most MAX_STEPS
steps, lost pieces make a turn final, and no position from before a final turn comes back. Fanorona
has a referee who knows only the texts of the moves. A game ends by the rules or by the cap. Some
games are played again with positions, which must offer the same turns and end the same way. A game
that breaks a rule is printed up to there; then the exit code is 1.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from functools import cache
from time import perf_counter
from typing import Any

from referee import Broken, Referee, check
from spread import cases, missing

import tabuleiro
from tabuleiro.game import Game
from tabuleiro.kernel.contract import DRAW, FINAL, OPEN, QUIET
from tabuleiro.kernel.records import Plain
from tabuleiro.position import Position, Termination

Case = tuple[str, tuple[tuple[str, object], ...]]

CHUNK = 25
"""Games between two progress lines of a process."""
REPLAYED = 50
"""Every game with a multiple of this number is played again with positions, as are all that ended
by repetition or without progress."""
CORE_ENDS = (Termination.REPETITION, Termination.NO_PROGRESS)


@dataclass
class Tally:
    """What happened in some games of a case."""

    games: int = 0
    turns: int = 0
    longest: int = 0
    most_steps: int = 0
    replayed: int = 0
    seconds: float = 0.0
    ends: Counter[str] = field(default_factory=Counter)
    broken: list[str] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        self.games += other.games
        self.turns += other.turns
        self.longest = max(self.longest, other.longest)
        self.most_steps = max(self.most_steps, other.most_steps)
        self.replayed += other.replayed
        self.seconds += other.seconds
        self.ends += other.ends
        self.broken += other.broken


@dataclass
class Turn:
    """The steps of a turn and where they led."""

    steps: list[int]
    states: list[Plain]
    kind: int


class Match:
    """One random game, with the rules of the core written a second time."""

    def __init__(self, game: Game, chance: random.Random) -> None:
        self.game = game
        self.chance = chance
        self.state = game.start().state()
        self.turns: list[Turn] = []
        self.out = [0] * game.rules.MAX_ACTIONS
        self.pieces = pieces(game, self.state)
        self.owned = list(self.pieces)
        self.referee = Referee(game) if game.name == "fanorona" else None
        self.times: Counter[tuple[int, ...]] = Counter([self.state.words()])
        self.last: dict[tuple[int, ...], int] = {self.state.words(): 0}
        self.boards = {self.state.words()[1:]}
        self.final = 0
        self.quiet = 0

    def play(self) -> tuple[Termination, int]:
        """Play to the end: why it ended, and the result."""
        while True:
            end = self.ended()
            if end is not None:
                return end
            turn = self.draw(self.state, 1)
            if turn is None:
                return Termination.NO_MOVE, self.game.rules.stuck(self.game.board, self.state)
            self.judge(turn)

    def ended(self) -> tuple[Termination, int] | None:
        game, ply = self.game, len(self.turns)
        result = game.rules.outcome(game.board, self.state)
        if result != OPEN:
            return Termination.RULES, result
        if game.repetition == "draw3" and self.times[self.state.words()] >= 3:
            return Termination.REPETITION, DRAW
        if 0 < game.quiet_limit <= self.quiet:
            return Termination.NO_PROGRESS, DRAW
        if ply >= game.max_plies:
            return Termination.LENGTH, DRAW
        return None

    def draw(self, state: Plain, length: int) -> Turn | None:
        """A random turn, or the rest of one; where boards may not be repeated, to a new board."""
        rules, board = self.game.rules, self.game.board
        check(length <= rules.MAX_STEPS, f"a turn has more than {rules.MAX_STEPS} steps")
        actions = self.out[: rules.actions(board, state, self.out, 0)]
        check(len(set(actions)) == len(actions), "an action is listed twice")
        check(not actions or min(actions) >= 0, "an action is negative")
        if self.referee is not None:
            texts = {self.game.people.step_text(board, state, action) for action in actions}
            self.referee.compare(texts, state.player)
        while actions:
            action = actions.pop(self.chance.randrange(len(actions)))
            after = copy_of(self.game, state)
            kind = rules.play(board, after, action)
            if self.referee is not None:
                self.referee.step(self.game.people.step_text(board, state, action))
            rest: Turn | None = Turn([], [], QUIET)
            if after.player == state.player and rules.outcome(board, after) == OPEN:
                rest = self.draw(after, length + 1)
            elif self.game.repetition == "forbid" and after.words()[1:] in self.boards:
                rest = None
            if rest is not None:
                return Turn([action, *rest.steps], [after, *rest.states], max(kind, rest.kind))
        return None

    def judge(self, turn: Turn) -> None:
        """Carry out a turn and check what it did."""
        mover = self.state.player
        after: Any = turn.states[-1]
        self.turns.append(turn)
        self.state = after
        over = self.game.rules.outcome(self.game.board, after) != OPEN
        check(after.player == 1 - mover or over, "the same side is to move again")
        if self.referee is not None:
            self.referee.end_turn(over)
            rows = self.game.people.position_text(self.game.board, after).split()[0]
            check(rows == self.referee.text(), f"the board should be {self.referee.text()}")

        now = pieces(self.game, after)
        if sum(self.pieces) == 0:  # the pieces come on the board when the sides are chosen
            self.owned = list(now)
        else:
            lost = self.pieces[1 - mover] - now[1 - mover]
            check(now[mover] == self.pieces[mover], "the mover's number of pieces changed")
            check(lost >= 0, "the opponent's number of pieces grew")
            check(lost == 0 or turn.kind == FINAL, "pieces were lost, but the turn is not final")
            if self.game.name in ("aboyne", "cifra", "shobu"):
                check(lost <= 1, f"{lost} pieces were lost in one turn")
        self.pieces = now
        if self.game.name == "focus":
            captured = [after.hand[1 - side] >> 8 for side in range(2)]
            sums = [now[side] + captured[side] for side in range(2)]
            check(sums == self.owned, "pieces are neither owned nor captured")

        self.quiet = self.quiet + 1 if turn.kind == QUIET else 0
        if turn.kind == FINAL:
            self.final = len(self.turns)
        words = after.words()
        check(self.last.get(words, self.final) >= self.final, "a position from before a final turn")
        self.last[words] = len(self.turns)
        self.times[words] += 1
        self.boards.add(words[1:])

    def moves(self) -> str:
        """The turns played, as text."""
        before, texts = self.game.start().state(), []
        for turn in self.turns:
            parts = []
            for action, after in zip(turn.steps, turn.states, strict=True):
                parts.append(self.game.people.step_text(self.game.board, before, action))
                before = after
            texts.append(",".join(filter(None, parts)) or "stop")
        return " ".join(texts)


def pieces(game: Game, s: Any) -> list[int]:
    """How many pieces each player has, on the board or in reserve; no two on one place."""
    if game.name == "focus":
        return pieces_of_stacks(game, s)
    if game.name == "cifra":
        sets = [s.mine, s.theirs][:: 1 - 2 * s.player]
    elif game.name == "shobu":
        sets = [[s.stones[0]], [s.stones[1]]]
    else:
        sets = [[word for key, word in s.stones.items() if key[0] == side] for side in range(2)]
    check(not any(a & b for a, b in zip(*sets, strict=True)), "a cell has two owners")
    return [sum(word.bit_count() for word in words) for words in sets]


def pieces_of_stacks(game: Game, s: Any) -> list[int]:
    totals = [s.hand[0] & 255, s.hand[1] & 255]
    limit = game.board.limit
    for place in game.board.place[: game.board.cells]:
        stack = s.stacks[place >> 6] >> (place & 63) & 63
        height = stack.bit_length() - 1
        check(0 <= height <= limit, f"a stack has {height} pieces")
        totals[1] += stack.bit_count() - 1
        totals[0] += height - stack.bit_count() + 1
    return totals


def copy_of(game: Game, state: Plain) -> Plain:
    copy = Plain(game.rules.STATE)
    copy.assign(state)
    return copy


def replay(match: Match, end: tuple[Termination, int]) -> None:
    """Play a game again with positions: the same turns must be legal, the same end reached."""
    here = match.game.start()
    boards = {here.state().words()[1:]}
    for turn in match.turns:
        check(here.outcome is None, "a position says that the game is over")
        for action, state in zip(turn.steps, turn.states, strict=True):
            legal = [step for step in listed(here) if completes(here, step, boards)]
            check(list(here.steps) == legal, f"a position offers {here.steps} instead of {legal}")
            here = here.step(action)
            check(here.state().words() == state.words(), "a position has another state")
        check(here.turn_is_over, "a position says that the turn goes on")
        boards.add(here.state().words()[1:])
        view = here.view
        shown = [sum(piece.owners.count(i) for piece in view.pieces) for i in range(2)]
        check(
            [shown[i] + view.reserve[i] for i in range(2)] == pieces(match.game, here.state()),
            "the drawing shows other pieces",
        )
    finished(here, end)


def listed(here: Position) -> list[int]:
    """The actions of the rules alone."""
    out = [0] * here.game.rules.MAX_ACTIONS
    return out[: here.game.rules.actions(here.game.board, here.state(), out, 0)]


def completes(here: Position, action: int, boards: set[tuple[int, ...]]) -> bool:
    """Whether a step can complete a turn: where boards may not be repeated, to a new one."""
    if here.game.repetition != "forbid":
        return True
    after = here.state()
    here.game.rules.play(here.game.board, after, action)
    if after.player != here.player or here.game.rules.outcome(here.game.board, after) != OPEN:
        return after.words()[1:] not in boards
    there = Position(here.game, after)
    return any(completes(there, step, boards) for step in listed(there))


def finished(here: Position, end: tuple[Termination, int]) -> None:
    """Whether a position knows that the game is over, and why."""
    outcome = here.outcome
    if outcome is None:
        raise Broken("a position says that the game goes on")
    winner = None if end[1] == DRAW else end[1]
    found = (outcome.termination, outcome.winner)
    check(found == (end[0], winner), f"a position says that the game ended as {found}")
    check(not here.steps and not list(here.legal_moves), "a finished game has legal moves")


@cache
def the_game(case: Case, cap: int) -> Game:
    return tabuleiro.game(case[0], seed=1, **(dict(case[1]) | {"max_plies": cap}))


def label(case: Case, cap: int) -> str:
    """The game and the options that differ from the usual ones."""
    options = the_game(case, cap).changed_options
    return " ".join([case[0], *(f"{k}={v}" for k, v in options.items() if k != "max_plies")])


def soak(case: Case, numbers: range, cap: int) -> Tally:
    """Play the games of a case that have these numbers."""
    game, tally, begin = the_game(case, cap), Tally(), perf_counter()
    for number in numbers:
        match = Match(game, random.Random(f"{label(case, cap)} {number}"))
        try:
            end = match.play()
            check(len(match.turns) <= cap, "the game is longer than the cap")
            stuck = end[0] is Termination.NO_MOVE and game.repetition != "forbid"
            if end[0] is Termination.RULES or stuck:
                finished(Position(game, match.state), end)
            if number % REPLAYED == 0 or end[0] in CORE_ENDS:
                replay(match, end)
                tally.replayed += 1
            tally.ends[end[0].value] += 1
        except Exception as error:  # whatever goes wrong, the game that shows it is wanted
            what = str(error) if isinstance(error, Broken) else repr(error)
            text = game.people.position_text(game.board, match.state)
            tally.broken.append(f"game {number}: {what}\n  {text}\n  {match.moves()}")
        tally.games += 1
        tally.turns += len(match.turns)
        tally.longest = max(tally.longest, len(match.turns))
        tally.most_steps = max([tally.most_steps, *(len(turn.steps) for turn in match.turns)])
    tally.seconds = perf_counter() - begin
    return tally


def run(chosen: list[Case], games: int, cap: int, jobs: int) -> dict[Case, Tally]:
    """All games of all cases, the work shared among processes."""
    tallies = {case: Tally() for case in chosen}
    begin = perf_counter()
    end = "  \r" if sys.stderr.isatty() else "\n"
    with ProcessPoolExecutor(jobs) as pool:
        chunks = {
            pool.submit(soak, case, range(first, min(first + CHUNK, games)), cap): case
            for case in chosen
            for first in range(0, games, CHUNK)
        }
        for done, chunk in enumerate(as_completed(chunks), 1):
            tallies[chunks[chunk]].add(chunk.result())
            broken = sum(len(tally.broken) for tally in tallies.values())
            line = f"{done} of {len(chunks)} parts, {perf_counter() - begin:.0f} s, {broken} broken"
            if sys.stderr.isatty() or done % 50 == 0 or done == len(chunks):
                print(line, end=end, file=sys.stderr, flush=True)
    return tallies


def table(tallies: dict[Case, Tally], cap: int) -> Iterator[str]:
    """A row for each option set; "again" counts games played again, "steps" the longest turn."""
    heads = ("games", "again", "turns", "longest", "steps", *(end.value for end in Termination))
    heads += ("broken", "seconds")
    widths = [max(6, len(head)) + 2 for head in heads]
    yield "".join(f"{head:>{width}}" for head, width in zip(heads, widths, strict=True))
    for case, tally in tallies.items():
        mean = f"{tally.turns / tally.games:.1f}"
        ends = (tally.ends[end.value] for end in Termination)
        cells = (tally.games, tally.replayed, mean, tally.longest, tally.most_steps, *ends)
        cells += (len(tally.broken), round(tally.seconds))
        row = zip(cells, widths, strict=True)
        yield "".join(f"{cell:>{width}}" for cell, width in row) + f"  {label(case, cap)}"


def main() -> int:
    names = sorted({name for name, _ in cases()})
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="GAME", help=f"of {', '.join(names)}")
    parser.add_argument("--games", type=int, default=500, help="for each option set")
    parser.add_argument("--cap", type=int, default=300, help="turns after which a game is a draw")
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    given = parser.parse_args()
    if min(given.games, given.cap, given.jobs) < 1:
        parser.error("--games, --cap and --jobs must be at least 1")
    unknown = set(given.names) - set(names)
    if unknown:
        parser.error(f"unknown: {', '.join(sorted(unknown))}; accepted: {', '.join(names)}")
    asked = given.names or names
    absent = list(missing(asked))
    if absent:
        sys.exit(f"no option set has {', '.join(absent)}")
    chosen = [(name, tuple(options.items())) for name, options in cases() if name in asked]
    tallies = run(chosen, given.games, given.cap, given.jobs)
    print(*table(tallies, given.cap), sep="\n")
    for case, tally in tallies.items():
        for text in tally.broken:
            print(f"{label(case, given.cap)}, {text}")
    total = sum(tally.games for tally in tallies.values())
    broken = sum(len(tally.broken) for tally in tallies.values())
    print(f"{len(tallies)} option sets, {total:,} games, {broken} broke a rule")
    return int(broken > 0)


if __name__ == "__main__":
    sys.exit(main())
