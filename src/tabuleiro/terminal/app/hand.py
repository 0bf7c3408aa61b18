"""A board on which a person makes turns: by pointing at cells, or by typing a move."""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Input

from tabuleiro.errors import TabuleiroError
from tabuleiro.position import Position
from tabuleiro.terminal.app.board import Board
from tabuleiro.terminal.app.panels import OFFERED, SeatLine, Typed
from tabuleiro.terminal.app.screen import BoardScreen
from tabuleiro.terminal.picking import Picking
from tabuleiro.terminal.session import Session
from tabuleiro.text import Language, Text
from tabuleiro.turn import RESERVE


class HandScreen(BoardScreen):
    """What a person's hand does; what follows from a turn is told by who inherits it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("e", "finish", show=False),
        Binding("d", "drop", show=False),
        Binding("slash", "type", show=False),
        *(Binding(str(number), f"choose({number})", show=False) for number in range(1, 10)),
    ]

    def __init__(self, session: Session, language: Language) -> None:
        super().__init__(language)
        self.session = session
        self.picking = Picking(session.position)

    def compose_below(self) -> ComposeResult:
        yield Typed(id="typed")

    @property
    @abstractmethod
    def is_persons_turn(self) -> bool:
        """Whether a person may point at the board now."""

    @property
    @abstractmethod
    def looks_back(self) -> bool:
        """Whether an earlier turn is looked at."""

    @abstractmethod
    def play_on(self, after: Position) -> None:
        """Go on from what a whole turn leads to."""

    # Pointing

    def on_board_picked(self, event: Board.Picked) -> None:
        self._pick(event.cell)

    def on_seat_line_pressed(self, event: SeatLine.Pressed) -> None:
        if self.is_persons_turn and event.player == self.picking.here.player:
            self.action_drop()

    def action_drop(self) -> None:
        """Take a piece of the reserve."""
        self._pick(RESERVE)

    def _pick(self, cell: int) -> None:
        if self.looks_back:
            self.action_escape()
            return
        if not self.is_persons_turn:
            over = self.session.position.outcome is not None
            self.tell(self.headline() if over else self.say("not_yours"), error=not over)
            return
        steps = len(self.picking.turn.actions)
        why = self.picking.pick(cell)
        self._after_pick(why, stepped=len(self.picking.turn.actions) != steps)

    def _after_pick(self, why: Text | None = None, stepped: bool = False) -> None:
        picking = self.picking
        if picking.turn.is_over:
            self.play_on(picking.turn.here)
            return
        if picking.open:
            choices = [
                f"{number} {choice.text}" + self._taking(sorted(choice.takes))
                for number, choice in enumerate(picking.open, 1)
            ]
            self.tell(self.say("choose", choices=" · ".join(choices)))
        elif why is not None:
            self.tell(why[self.language], error=True)
        else:
            self.tell(self.asking())
        if stepped and picking.source is not None:
            self.board.cursor = picking.source
        self.update_all()

    def asking(self) -> str:
        picking = self.picking
        if picking.turn.actions:
            return self.say("goes_on" if picking.turn.finish is not None else "goes_on_must")
        if picking.source is None:
            return self.headline()
        if picking.source == RESERVE:
            return self.say("reserve_to")
        return self.say("where_to", cell=self._cell(picking.source))

    def _taking(self, cells: list[int]) -> str:
        names = ", ".join(map(self._cell, cells))
        return f" ({self.say('takes', cells=names)})" if cells else ""

    def _cell(self, cell: int) -> str:
        return self.game.geometry.cells[cell].name

    def action_choose(self, number: int) -> None:
        """Choose among steps that are pointed at alike."""
        if number <= len(self.picking.open):
            self.picking.take(self.picking.open[number - 1])
            self._after_pick(stepped=True)

    def action_finish(self) -> None:
        """End the turn here."""
        if self.is_persons_turn and self.picking.finish():
            self._after_pick()
        else:
            self.tell(self.say("no_finish"), error=True)

    # Typing

    def action_type(self) -> None:
        """Type a move."""
        if self.is_persons_turn:
            self.set_focus(self.query_one(Typed))

    def on_input_changed(self, event: Input.Changed) -> None:
        if not event.value or not isinstance(event.input, Typed):
            return
        found = event.input.complete.beginning_with(event.value)
        more = f" … +{len(found) - OFFERED}" if len(found) > OFFERED else ""
        self.tell("  ".join(found[:OFFERED]) + more)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        if not event.value.strip():
            self.set_focus(self.board)
            return
        try:
            after = self.session.position.play(event.value)
        except TabuleiroError as error:
            self.tell(error.words(self.language), error=True)
            return
        self.set_focus(self.board)
        self.play_on(after)
