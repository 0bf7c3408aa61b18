"""What stands around the board: seats, moves, analysis, the line to type in, the keys."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from rich.style import Style
from rich.table import Table
from rich.text import Text as RichText
from textual import events
from textual.markup import escape
from textual.message import Message
from textual.suggester import Suggester
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from tabuleiro.bots.analysis import VOICES, Analysis, Line
from tabuleiro.bots.reasons import why_best
from tabuleiro.position import Position
from tabuleiro.terminal.app.words import say
from tabuleiro.terminal.painting import DISCS, OTHERS, WOOD
from tabuleiro.text import Language

if TYPE_CHECKING:
    from tabuleiro.games.base import Player

OFFERED = 12
"""Completions that are shown while a move is typed."""


class SeatLine(Static):
    """A player: the colour, the name, who plays, and pieces beside the board."""

    DEFAULT_CSS = """
    SeatLine { height: 1; width: 1fr; padding: 0 1; }
    """

    class Pressed(Message):
        """A person has clicked on a seat."""

        def __init__(self, player: int) -> None:
            super().__init__()
            self.player = player

    def show(
        self,
        position: Position,
        player: int,
        who: str,
        language: Language,
        plain: bool,
        thought: str = "",
    ) -> None:
        """Show the seat of a player in a position, and perhaps what it thought."""
        self.player = player
        side = position.players[player]
        acts = position.outcome is None and position.player == player
        line = RichText(no_wrap=True, overflow="ellipsis")
        line.append("▶ " if acts else "  ", "bold")
        line.append_text(disc(side, player, plain))
        line.append(f" {side.name[language]}", "bold" if acts else "")
        line.append(f" · {who}", "" if acts else "dim")
        view = position.view
        # Each side shows what it has taken.
        taken, reserve = view.captured[1 - player], view.reserve[player]
        if reserve:
            line.append("   " + say(language, "reserve", count=reserve), "bold")
        if taken:
            line.append("   ")
            line.append_text(disc(position.players[1 - player], 1 - player, plain))
            line.append(f" {say(language, 'lost', count=taken)}", "dim")
        if thought:
            line.append(f"   {thought}")
        self.update(line)

    def on_click(self) -> None:
        self.post_message(self.Pressed(self.player))

    player = 0


def disc(side: Player, player: int, plain: bool) -> RichText:
    """A small piece of a player."""
    letter = side.letter.upper()
    if plain:
        return RichText(letter, "bold")
    colour = DISCS.get(side.colour, OTHERS[player])
    return RichText(" ● ", Style(color=colour, bgcolor=WOOD))


class Moves(OptionList):
    """The turns so far; choosing one shows the board after it."""

    DEFAULT_CSS = """
    Moves { height: 1fr; border: none; padding: 0; background: transparent; }
    Moves:focus { border: none; background-tint: transparent; }
    """

    def show(self, positions: list[Position], shown: int) -> None:
        """List the turns that lead from the first position to the last."""
        texts = [""] + [here.move.text for here in positions[1:] if here.move is not None]
        if self.option_count != len(texts) or any(
            self.get_option_at_index(i).id != f"{i}:{text}" for i, text in enumerate(texts)
        ):
            self.clear_options()
            self.add_options(_rows(positions, texts))
        self.highlighted = shown
        self.scroll_to_highlight()


def _rows(positions: list[Position], texts: list[str]) -> Iterable[Option]:
    first = positions[0].player
    for ply, text in enumerate(texts):
        if ply == 0:
            yield Option(RichText("  ·"), id=f"{ply}:{text}")
            continue
        number = (ply + first + 1) // 2
        mover = positions[ply - 1].player
        label = f"{number:>3} " if mover == 0 or ply == 1 else "    "
        row = RichText(label, "dim", no_wrap=True, overflow="ellipsis")
        row.append(text if mover == 0 else f"  {text}", "")
        yield Option(row, id=f"{ply}:{text}")


class AnalysisView(Static):
    """The evaluation of a position, its best lines, and why."""

    DEFAULT_CSS = "AnalysisView { padding: 0 1; }"

    def say(self, text: str) -> None:
        """A sentence instead of an analysis."""
        self.update(RichText(text, "dim"))

    def show(self, position: Position, found: Analysis, language: Language) -> None:
        """Show what was found, with values for the first player."""
        width = max(self.content_size.width, 20)
        names = [player.name[language] for player in position.players]
        score = found.score.seen_by(0)
        share = score.win_probability
        lines = [_bar(share, width), RichText(say(language, "wins", name=names[0], share=share))]
        for number, line in enumerate(found.lines, 1):
            lines.append(_line(number, line, language))
        facts = say(language, "depth", depth=found.depth, nodes=f"{found.nodes:,}")
        if found.voice:
            facts = f"{VOICES[found.voice][language]} · {facts}"
        lines.append(RichText(facts, "dim"))
        table = Table(box=None, pad_edge=False, show_header=False, expand=True)
        table.add_column()
        for each in lines:
            table.add_row(each)
        why = why_best(position, found)
        if why is not None:
            table.add_row(RichText(f"\n{say(language, 'why')} {found.move.text}", "bold"))
            table.add_row(RichText(why.text[language]))
        self.update(table)


def _bar(share: float, width: int) -> RichText:
    """How likely each side is to win, the first player to the left."""
    filled = round(share * width)
    return RichText.assemble(("█" * filled, "bold"), ("░" * (width - filled), "dim"))


def _line(number: int, line: Line, language: Language) -> RichText:
    text = RichText(f"\n{number}  {line.score.words(language)}  ", "bold")
    text.append(line.moves[0].text, "bold")
    text.append("".join(f" {move.text}" for move in line.moves[1:6]), "dim")
    return text


class Complete(Suggester):
    """Completes what is typed to the first legal move that begins so."""

    def __init__(self) -> None:
        super().__init__(use_cache=False, case_sensitive=False)
        self.position: Position | None = None

    def beginning_with(self, text: str) -> list[str]:
        """The legal moves that begin with a text."""
        if self.position is None:
            return []
        wanted = text.strip().lower()
        return [move.text for move in self.position.legal_moves if move.text.startswith(wanted)]

    async def get_suggestion(self, value: str) -> str | None:
        return next(iter(self.beginning_with(value)), None)


class Typed(Input):
    """The line in which a move is typed; Tab completes it as far as there is no choice."""

    DEFAULT_CSS = """
    Typed, Typed:focus { height: 1; border: none; padding: 0 1; }
    """

    def __init__(self, id: str) -> None:  # noqa: A002
        self.complete = Complete()
        super().__init__(id=id, suggester=self.complete)

    def on_key(self, event: events.Key) -> None:
        if event.key == "tab":
            event.prevent_default().stop()
            found = self.complete.beginning_with(self.value)
            if found:
                self.value = _common_start(found)
                self.cursor_position = len(self.value)


def _common_start(texts: list[str]) -> str:
    first, last = min(texts), max(texts)
    same = next((i for i, sign in enumerate(first) if sign != last[i : i + 1]), len(first))
    return first[:same]


class Keys(Static):
    """The most useful keys; each can be clicked."""

    DEFAULT_CSS = """
    Keys {
        height: 1; dock: bottom; padding: 0 1; background: $panel; color: $text;
        link-style: none; link-color: $text; link-background-hover: $primary-darken-2;
        link-style-hover: bold; link-color-hover: $text;
    }
    """

    def show(self, keys: list[tuple[str, str, str]]) -> None:
        """Keys as (key, action, what it does); where there is little room, the last two stay."""
        shown = list(keys)
        while len(shown) > 2 and _length(shown) > self.app.size.width - 2:
            del shown[-3]
        self.update(
            "  ".join(
                f'[@click="screen.{action}"][b]{escape(key)}[/b] {text}[/]'
                for key, action, text in shown
            )
        )


def _length(keys: list[tuple[str, str, str]]) -> int:
    return sum(len(key) + len(text) + 3 for key, _, text in keys) - 2
