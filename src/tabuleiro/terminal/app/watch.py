"""The screen where a saved game is replayed."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.timer import Timer

from tabuleiro.position import Position
from tabuleiro.record import Record
from tabuleiro.terminal.app.screen import SPEEDS, BoardScreen
from tabuleiro.text import Language


class WatchScreen(BoardScreen):
    """A record, turn by turn, by itself or by hand."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space,p", "pause", priority=True, show=False),
        Binding("right", "browse(1)", priority=True, show=False),
        Binding("left", "browse(-1)", priority=True, show=False),
    ]
    KEYS: ClassVar[tuple[tuple[str, str], ...]] = (
        ("Space", "key_watch"),
        ("← →", "key_browse"),
        ("Home End", "key_ends"),
        ("+ -", "key_speed"),
        ("a", "key_analyse"),
        ("v", "key_line"),
        ("w", "key_worth"),
        ("f", "key_flip"),
        ("r", "key_rules"),
        ("t", "key_theme"),
        ("o", "key_open"),
        ("q", "key_leave"),
    )

    def __init__(self, record: Record, language: Language, seconds: float = 1.0) -> None:
        super().__init__(language)
        self.record = record
        self.positions = list(record.positions())
        self.index = 0
        self.paused = False
        self.speed = min(range(len(SPEEDS)), key=lambda each: abs(SPEEDS[each] - seconds))
        self._timer: Timer | None = None

    @property
    def line(self) -> list[Position]:
        return self.positions

    @property
    def shown(self) -> int:
        return self.index

    @property
    def names(self) -> tuple[str, str]:
        return self.record.players

    def key_hints(self) -> list[tuple[str, str, str]]:
        keys = [
            ("Space", "pause", "go_on" if self.paused else "pause"),
            ("← →", "browse(1)", "step"),
            ("+ -", "speed(-1)", "speed"),
            ("a", "analyse", "analyse"),
            ("f", "flip", "flip"),
            ("r", "rules", "rules"),
            ("?", "keys", "keys"),
            ("q", "leave", "leave"),
        ]
        return [(key, action, self.say(word)) for key, action, word in keys]

    def on_mount(self) -> None:
        self._tell_turn()
        self._wait()

    def action_pause(self) -> None:
        """Stop, or go on; at the end, from the beginning."""
        if self.index == len(self.positions) - 1:
            self.index, self.paused = 0, False
        else:
            self.paused = not self.paused
        self._tell_turn()
        self._wait()

    def action_browse(self, by: int) -> None:
        self.paused = True
        self._go(by)

    def action_speed(self, by: int) -> None:
        super().action_speed(by)
        self._wait()

    def save_to(self, name: str) -> None:
        self.record.save(name)

    def _go(self, by: int) -> None:
        self.index = min(max(self.index + by, 0), len(self.positions) - 1)
        self._tell_turn()
        self.analyse_now()
        self._wait()

    def _wait(self) -> None:
        """Show the next turn in a while, unless somebody has paused."""
        if self._timer is not None:
            self._timer.stop()
        self._timer = None
        if not self.paused and self.index < len(self.positions) - 1:
            self._timer = self.set_timer(max(SPEEDS[self.speed], 0.02), lambda: self._go(1))

    def _tell_turn(self) -> None:
        self.update_all()
        here = self.position
        said = [f"{self.index}/{len(self.positions) - 1}"]
        if here.move is not None and self.index > 0:
            before = self.positions[self.index - 1]
            name = before.players[before.player].name[self.language]
            said.append(self.say("plays", name=name, move=here.move.text))
        if here.outcome is not None:
            said.append(self.headline())
        if self.index in self.record.comments:
            said.append(self.record.comments[self.index])
        self.tell(" ".join(said))
