"""Proofs over one board: who can force a win, in how many turns, and by which line."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter
from typing import Any

from tabuleiro.kernel import dfpn
from tabuleiro.kernel.contract import OPEN
from tabuleiro.kernel.engine import Engine
from tabuleiro.kernel.halt import Halt
from tabuleiro.kernel.known import NOTHING
from tabuleiro.kernel.memory import TURNS
from tabuleiro.kernel.records import Plain, fill
from tabuleiro.kernel.verdicts import UNTOLD
from tabuleiro.kernel.words import key_of

SLICE = 1 << 12
"""Positions after which the other player's win is looked for, at first; then twice as many."""
LESS = 8
"""A player whose proof looks farther away is asked about for one part in so many."""
MANY = 1 << 60
ROW_BYTES = 8 * dfpn.COLUMNS


@dataclass(frozen=True)
class Proof:
    """What is proven of a position, for the player who acts."""

    value: str | None = None
    """`win`, `draw` or `loss`; None if it is not decided."""
    turns: int | None = None
    """Turns to the end; None for a draw, or if it rests on tables that do not tell them."""
    shortest: bool = False
    """Whether nobody can end it sooner, or only that it ends by then."""
    line: tuple[int, ...] = ()
    """The steps of the proof's line: the winner hurries, the loser delays."""
    nodes: int = 0
    seconds: float = 0.0


class Prover:
    """A table of fixed size, kept from one question to the next."""

    def __init__(self, engine: Engine, table_mb: int = 64) -> None:
        rows = 1 << max(10, (table_mb * (1 << 20) // ROW_BYTES).bit_length() - 1)
        self.engine = engine
        self.table: Any = engine.new_rows(rows, dfpn.COLUMNS)
        self.k = engine.new_memory()
        self.knowledge = NOTHING
        """What the search is told for certain."""
        self.nodes = 0
        room = TURNS * engine.rules.MAX_STEPS + 2
        self._children = engine.new_rows(room * engine.rules.MAX_ACTIONS, dfpn.COLUMNS)
        self._plies = engine.new_rows(room, dfpn.COLUMNS)
        self._task = engine.new_rows(1, dfpn.TASK)[0]
        self._left = MANY

    def clear(self) -> None:
        """Forget everything."""
        self.table[:] = 0

    def prove(
        self,
        state: Plain,
        seconds: float | None = None,
        nodes: int | None = None,
        halt: Halt | None = None,
        listener: Callable[[Proof], None] | None = None,
    ) -> Proof:
        """Look for a win of either player, then for the shortest, until a limit or `halt`.

        `listener` hears of every proof on the way: a shorter win, then its line.
        """
        self.engine.compile("dfpn")
        begin = perf_counter()
        halt = halt or Halt()
        self.nodes, self._left = 0, nodes or MANY
        self.knowledge.load(self.k)
        tell = listener or (lambda proof: None)

        def cost(**facts: Any) -> Proof:
            return Proof(nodes=self.nodes, seconds=perf_counter() - begin, **facts)

        with halt.over([self.k]), halt.after(seconds):
            value, turns = self._either(state)
            if value is None or value == "draw":
                line = self._holding(state) if value == "draw" else ()
                return cost(value=value, line=line)
            assert turns is not None
            winner = state.player if value == "win" else 1 - state.player
            if turns >= UNTOLD:
                return cost(value=value, line=self._keeping(state, winner))
            found = cost(value=value, turns=turns)
            tell(found)
            while True:
                sooner = self._ask(state, winner, turns - 1) if turns > 1 else (False, 0)
                if sooner is None:
                    break
                if not sooner[0]:
                    found = cost(value=value, turns=turns, shortest=True)
                    break
                turns = sooner[1]
                found = cost(value=value, turns=turns)
                tell(found)
            line = self._line(state, winner, turns)
            return cost(value=value, turns=turns, shortest=found.shortest, line=line)

    def _either(self, state: Plain) -> tuple[str | None, int | None]:
        """Who wins, asked in turns about both players, each time for longer.

        Whose proof looks nearer is asked for longer than the other.
        """
        open_questions = {state.player: "win", 1 - state.player: "loss"}
        numbers = dict.fromkeys(open_questions, dfpn.ENDLESS)
        slice_, sound = SLICE, True
        while open_questions:
            nearest = min(numbers.values())
            for attacker, value in list(open_questions.items()):
                nodes = slice_ if numbers[attacker] == nearest else slice_ // LESS
                answer = self._ask(state, attacker, 0, nodes)
                numbers[attacker] = int(self._plies[0, dfpn.PROOF])
                if answer is not None:
                    if answer[0]:
                        return value, answer[1]
                    sound = sound and self._sound
                    del open_questions[attacker]
            if self.k.stop or self._left <= 0:
                return None, None
            slice_ *= 2
        return ("draw", None) if sound else (None, None)

    def _ask(
        self, state: Plain, attacker: int, limit: int, nodes: int = MANY
    ) -> tuple[bool, int] | None:
        """Whether a player can force a win, and in how many turns; None if it stays open."""
        k, task = self.k, self._task
        fill(k.states[0], state)
        k.kind[0] = 0
        k.since[0] = 0
        k.keys[0] = key_of(state)
        task[dfpn.ATTACKER], task[dfpn.LIMIT], task[dfpn.NODES] = attacker, limit, 0
        task[dfpn.CUT] = 0
        task[dfpn.NODE_LIMIT] = min(nodes, self._left)
        entry = self.engine.compile("dfpn")
        entry(
            self.engine.board, k, self.table, self._children, self._plies, task,
            0, 0, dfpn.ENDLESS, dfpn.ENDLESS, 0,
        )  # fmt: skip
        self.nodes += int(task[dfpn.NODES])
        self._left -= int(task[dfpn.NODES])
        proof, disproof = (int(self._plies[0, c]) for c in (dfpn.PROOF, dfpn.DISPROOF))
        self._sound = int(self._plies[0, dfpn.RESTS]) >= 0
        if proof == 0:
            return True, int(self._plies[0, dfpn.FAR])
        return (False, 0) if disproof == 0 else None

    _sound = True
    """Whether the last failure holds for the position: no line was cut for want of room."""

    def _line(self, state: Plain, winner: int, turns: int) -> tuple[int, ...]:
        """A line of the proof, as far as there is time."""
        steps: list[int] = []
        here = state
        while turns > 0:
            chosen = self._choice(here, winner, turns)
            if chosen is None:
                break
            actions, here, turns = chosen
            steps += actions
        return tuple(steps)

    def _choice(
        self, state: Plain, winner: int, turns: int
    ) -> tuple[tuple[int, ...], Plain, int] | None:
        """A turn that keeps the win in time, or puts it off as long as can be."""
        best: tuple[tuple[int, ...], Plain, int] | None = None
        after = sorted(self.turns(state), key=lambda each: self._stored(each[1], winner, turns - 1))
        for actions, there in after:
            rules, board = self.engine.rules, self.engine.plain_board
            result = rules.outcome(board, there)
            if result != OPEN:
                left: int | None = 0 if result == winner else None
            elif not self._has_moves(there):
                left = 0 if rules.stuck(board, there) == winner else None
            else:
                answer = self._ask(there, winner, turns - 1) if turns > 1 else None
                left = answer[1] if answer is not None and answer[0] else None
            if self.k.stop:
                return None
            if left is None:
                continue
            if state.player == winner and left <= turns - 1:
                return actions, there, left
            if best is None or left > best[2]:
                best = actions, there, left
                if left == turns - 1:
                    break
        return best

    def _stored(self, state: Plain, winner: int, limit: int) -> int:
        """What is known of a position comes first."""
        return 0 if self._known_win(state, winner, limit) else 1

    def _known_win(self, state: Plain, winner: int, limit: int) -> bool:
        key = plain_place(key_of(state), winner, limit)
        row = dfpn.find_place(self.table, key)
        return row >= 0 and int(self.table[row, dfpn.PROOF]) == 0

    def _holding(self, state: Plain) -> tuple[int, ...]:
        """A turn after which the other player cannot win."""
        for actions, there in self.turns(state):
            if self.engine.rules.outcome(self.engine.plain_board, there) != OPEN:
                continue
            answer = self._ask(there, 1 - state.player, 0) if self._has_moves(there) else None
            if self.k.stop:
                break
            if answer is not None and not answer[0]:
                return actions
        return ()

    def _keeping(self, state: Plain, winner: int) -> tuple[int, ...]:
        """A turn after which the win is still proven; nothing for who loses."""
        if state.player != winner:
            return ()
        for actions, there in sorted(
            self.turns(state), key=lambda t: self._stored(t[1], winner, 0)
        ):
            result = self.engine.rules.outcome(self.engine.plain_board, there)
            answer = None
            if result == OPEN and self._has_moves(there):
                answer = self._ask(there, winner, 0, SLICE)
            if result == winner or (answer is not None and answer[0]):
                return actions
            if self.k.stop:
                break
        return ()

    def turns(self, state: Plain) -> list[tuple[tuple[int, ...], Plain]]:
        """The turns of a position and where they lead, each place once."""
        found: dict[tuple[int, ...], tuple[tuple[int, ...], Plain]] = {}
        self._turns(state, (), found)
        return list(found.values())

    def _turns(self, state: Plain, begun: tuple[int, ...], found: dict[Any, Any]) -> None:
        rules, board = self.engine.rules, self.engine.plain_board
        out = [0] * rules.MAX_ACTIONS
        for action in out[: rules.actions(board, state, out, 0)]:
            there = Plain(rules.STATE)
            there.assign(state)
            rules.play(board, there, action)
            if there.player == state.player and rules.outcome(board, there) == OPEN:
                self._turns(there, (*begun, action), found)
            else:
                found.setdefault(there.words(), ((*begun, action), there))

    def _has_moves(self, state: Plain) -> bool:
        rules = self.engine.rules
        out = [0] * rules.MAX_ACTIONS
        return bool(rules.actions(self.engine.plain_board, state, out, 0))


def plain_place(key: int, attacker: int, limit: int) -> int:
    """`dfpn.place_of` for a position at the start, in Python's numbers."""
    if limit != 0:
        key ^= (limit + 1) * 0x1E3779B97F4A7C15 & (1 << 64) - 1
    if attacker != 0:
        key ^= 0x5DEECE66D1234567
    key = (key | 1) & (1 << 64) - 1
    return key - (1 << 64) if key >> 63 else key
