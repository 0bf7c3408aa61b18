"""The same answers by the plainest way: sets, and values until none changes."""

from __future__ import annotations

from tabuleiro.game import Game
from tabuleiro.kernel.contract import DRAW, OPEN
from tabuleiro.kernel.records import Plain
from tabuleiro.position import Position

Words = tuple[int, ...]


class Reference:
    """Every position that can be reached from the start, each symmetric one for itself."""

    def __init__(self, game: Game, start: Position | None = None) -> None:
        self.game = game
        here = (start or game.start()).state().words()
        self.turns: dict[Words, set[Words]] = {}
        self.values: dict[Words, tuple[str, int]] = {}
        """Of decided positions: `win` or `loss` of the side to move, and in how many turns."""
        waiting = [here]
        while waiting:
            here = waiting.pop()
            if here not in self.turns:
                self.turns[here] = self._expand(here)
                waiting += self.turns[here]
        self._solve()

    def _state(self, words: Words) -> Plain:
        state = Plain(self.game.rules.STATE)
        state.load(words)
        return state

    def _expand(self, words: Words) -> set[Words]:
        rules, board = self.game.rules, self.game.board
        state = self._state(words)
        result = rules.outcome(board, state)
        out = [0] * rules.MAX_ACTIONS
        if result == OPEN and rules.actions(board, state, out, 0) == 0:
            result = rules.stuck(board, state)
        if result != OPEN:
            if result != DRAW:
                self.values[words] = ("win" if result == state.player else "loss", 0)
            return set()
        return self._ends(state, state.player)

    def _ends(self, state: Plain, player: int) -> set[Words]:
        rules, board = self.game.rules, self.game.board
        found: set[Words] = set()
        out = [0] * rules.MAX_ACTIONS
        for i in range(rules.actions(board, state, out, 0)):
            after = self._state(state.words())
            rules.play(board, after, out[i])
            if rules.outcome(board, after) == OPEN and after.player == player:
                found |= self._ends(after, player)
            else:
                found.add(after.words())
        return found

    def _solve(self) -> None:
        turn = 0
        changed = True
        while changed:
            turn += 1
            new: dict[Words, tuple[str, int]] = {}
            for here, after in self.turns.items():
                if here in self.values or not after:
                    continue
                values = [self.values.get(words, ("draw", 0))[0] for words in after]
                if "loss" in values:
                    new[here] = ("win", turn)
                elif all(value == "win" for value in values):
                    new[here] = ("loss", turn)
            self.values |= new
            changed = bool(new)

    def count(self, value: str) -> int:
        """How many positions are won or lost."""
        return sum(found == value for found, _ in self.values.values())
