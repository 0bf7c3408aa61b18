"""A turn made by pointing: what was picked so far, and what the next pick means."""

from __future__ import annotations

from tabuleiro.position import Position
from tabuleiro.solving.knowledge import Mark, step_marks, worth_asking
from tabuleiro.solving.marked import cell_marks
from tabuleiro.terminal.painting import Marks
from tabuleiro.text import Text
from tabuleiro.turn import Choice, Turn


class Picking:
    """The picks of a person from the start of a turn to its end."""

    def __init__(self, start: Position) -> None:
        self.turn = Turn(start)
        self.source: int | None = None
        """The cell that the next step starts from, or RESERVE."""
        self.open: tuple[Choice, ...] = ()
        """Steps that are pointed at alike, of which one must be chosen."""
        self._known: tuple[Position, dict[int, Mark]] | None = None

    @property
    def here(self) -> Position:
        """What is on the board."""
        return self.turn.here

    @property
    def is_begun(self) -> bool:
        """Whether there is something to cancel or to take back within the turn."""
        return bool(self.open or self.turn.actions) or self.source is not None

    def pick(self, cell: int) -> Text | None:
        """Point at a cell; the answer says why that is no step."""
        if self.open:
            chosen = [choice for choice in self.open if cell in self.turn.tells(choice)]
            if len(chosen) == 1:
                self.take(chosen[0])
                return None
            self.open = ()
        if self.source is None:
            return self._pick_source(cell)
        if cell == self.source:
            self.undo()
            return None
        found = self.turn.at(self.source, cell)
        if found:
            self._take_one(found)
            return None
        if self.turn.at(cell):
            return self._pick_source(cell)
        return self.turn.why_not(self.source, cell)

    def take(self, choice: Choice) -> None:
        """Make a step."""
        self.turn = self.turn.take(choice)
        self._begin_step()

    def finish(self) -> bool:
        """End the turn early, or pass, where that is legal."""
        if self.turn.finish is None:
            return False
        self.take(self.turn.finish)
        return True

    def undo(self) -> bool:
        """Cancel the pick, or take back the last step; False if there is neither."""
        if not self.is_begun:
            return False
        if not self.open and (self.source is None or self._source_is_given):
            self.turn = self.turn.undo()
        self._begin_step()
        return True

    def targets(self) -> tuple[int, ...]:
        """Where the picked piece can go."""
        if self.open:
            return tuple(cell for choice in self.open for cell in self.turn.tells(choice))
        return () if self.source is None else self.turn.targets(self.source)

    def marks(self, cursor: int | None) -> Marks:
        """What to point out on the board while the cursor is on a cell."""
        if self.open:
            shown: tuple[Choice, ...] = self.open
        elif self.source is None:
            shown = ()
        else:
            shown = self.turn.at(self.source, cursor) if cursor is not None else ()
        # Before the first pick a person knows his pieces; places without one must be shown.
        sources = frozenset(self.turn.sources) if self.source is None else frozenset()
        standing = {piece.cell for piece in self.here.view.pieces}
        return Marks(
            cursor=cursor,
            picked=self.source,
            movable=sources & standing if self.turn.actions else frozenset(),
            targets=frozenset(self.targets()) | (sources - standing),
            taken=frozenset(cell for choice in shown for cell in choice.takes),
        )

    def known(self) -> dict[int, Mark]:
        """What is known of the moves from the cells, or of where the picked piece can go."""
        here = self.here
        if self._known is None or self._known[0] is not here:
            asked = here.outcome is None and worth_asking(here)
            self._known = here, (step_marks(here) if asked else None) or {}
        return cell_marks(self.open or self.turn.choices, self._known[1], self.source)

    def _pick_source(self, cell: int) -> Text | None:
        found = self.turn.at(cell)
        if not found:
            return self.turn.why_not(cell)
        if all(len(choice.cells) == 1 for choice in found):
            self._take_one(found)
        else:
            self.source = cell
        return None

    def _take_one(self, found: tuple[Choice, ...]) -> None:
        if len(found) == 1:
            self.take(found[0])
        else:
            self.open = found

    def _begin_step(self) -> None:
        self.open = ()
        self.source = self.turn.sources[0] if self._source_is_given else None

    @property
    def _source_is_given(self) -> bool:
        """Whether the turn goes on with the same piece."""
        return bool(self.turn.actions) and len(self.turn.sources) == 1
