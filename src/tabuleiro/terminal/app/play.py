"""The screen where a game is played."""

from __future__ import annotations

import contextlib
import threading
from functools import cached_property, partial
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.timer import Timer

from tabuleiro.bots import Bot
from tabuleiro.bots.hints import GRADES, Hint, hint_at, look, rest_of
from tabuleiro.bots.presets import make_analyst
from tabuleiro.bots.reasons import Reason, why_best
from tabuleiro.bots.search import Search
from tabuleiro.coaching import coach_words
from tabuleiro.errors import Stopped, TabuleiroError
from tabuleiro.move import Move
from tabuleiro.position import Position
from tabuleiro.terminal.app.dialogs import Confirm
from tabuleiro.terminal.app.hand import HandScreen
from tabuleiro.terminal.app.panels import Typed
from tabuleiro.terminal.app.screen import SPEEDS, marks_of
from tabuleiro.terminal.painting import Marks
from tabuleiro.terminal.picking import Picking
from tabuleiro.terminal.session import TOLD, Session, graph
from tabuleiro.terminal.thinking import Thinking
from tabuleiro.text import Language
from tabuleiro.turn import RESERVE


class PlayScreen(HandScreen):
    """A game between people, bots, or both."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("u", "undo", show=False),
        Binding("h", "hint", show=False),
        Binding("p", "pause", show=False),
    ]
    KEYS: ClassVar[tuple[tuple[str, str], ...]] = (
        ("← ↑ ↓ →", "key_arrows"),
        ("Enter", "key_enter"),
        ("Esc", "key_escape"),
        ("/", "key_slash"),
        ("e", "key_finish"),
        ("d", "key_drop"),
        ("u", "key_undo"),
        ("h", "key_hint"),
        ("a", "key_analyse"),
        ("v", "key_line"),
        ("w", "key_worth"),
        ("[ ]", "key_browse"),
        ("Home End", "key_ends"),
        ("p", "key_pause"),
        ("+ -", "key_speed"),
        ("f", "key_flip"),
        ("r", "key_rules"),
        ("t", "key_theme"),
        ("s  o", "key_save"),
        ("q", "key_leave"),
    )

    def __init__(self, session: Session, language: Language) -> None:
        super().__init__(session, language)
        self.paused = False
        self._shown: int | None = None
        """The turn that is looked at; None for the game itself."""
        self._hint: tuple[Position, Move, Reason | None, int] | None = None
        """Where a hint was given, what it is about, and its grade."""
        self._pointed_out: Hint | None = None
        self._timer: Timer | None = None
        self._saved = session.position

    def on_mount(self) -> None:
        people = [bot is None for bot in self.session.seats]
        self.board.flipped = people == [False, True]
        self.advance()
        if self.session.bot is None:
            # While the person thinks about the first move, so that nobody waits for the answer.
            threading.Thread(target=self._warm_up, daemon=True).start()

    def _warm_up(self) -> None:
        for bot in self.session.seats:
            if bot is not None:
                with contextlib.suppress(Exception):  # it is met again by the first move
                    bot.prepare()

    # Where the game stands

    @property
    def line(self) -> list[Position]:
        return self.session.positions

    @property
    def shown(self) -> int:
        last = len(self.line) - 1
        return last if self._shown is None else min(self._shown, last)

    @property
    def position(self) -> Position:
        return self.picking.here if self._shown is None else self.line[self.shown]

    @property
    def names(self) -> tuple[str, str]:
        people = self.session.seats.count(None)
        person = self.say("you" if people == 1 else "person")
        first, second = (person if bot is None else bot.name for bot in self.session.seats)
        return first, second

    def thought_of(self, player: int) -> str:
        thoughts = self.session.thoughts_of(player, self.line[: self.shown + 1])
        if not thoughts:
            return ""
        last = thoughts[-1]
        return self.say(
            "thought",
            value=last.line.score.percent,
            graph=graph(thoughts),
            depth=last.depth,
            nodes=f"{last.nodes:,}",
            line=" ".join(move.text for move in last.line.moves[:TOLD]),
        )

    @property
    def is_persons_turn(self) -> bool:
        session = self.session
        return (
            self._shown is None
            and session.position.outcome is None
            and session.seats[session.position.player] is None
        )

    def marks(self) -> Marks:
        cursor = self.board.cursor
        before = marks_of(
            self.position if self._shown is not None else self.session.position, cursor
        )
        if not self.is_persons_turn:
            return before
        marks = self.picking.marks(cursor)
        hint = self._pointed_out.cells if self._pointed_out is not None else ()
        quiet = self.picking.source is None and not self.picking.turn.actions
        return Marks(
            marks.cursor,
            marks.picked,
            marks.movable,
            marks.targets,
            marks.taken,
            before.last if quiet else frozenset(),
            frozenset(hint),
            self.picking.known() if self.analysing else {},
            before.ghosts if quiet else {},
        )

    def coach(self) -> str:
        asked = self.is_persons_turn and not self.analysing  # the lines need the room
        words = coach_words(self.picking.turn) if asked else None
        return "" if words is None else words[self.language]

    def key_hints(self) -> list[tuple[str, str, str]]:
        keys = [("u", "undo", "undo")]
        if self.is_persons_turn:
            turn = self.picking.turn
            if turn.finish is not None:
                keys.append(("e", "finish", "finish"))
            if RESERVE in turn.sources:
                keys.append(("d", "drop", "drop"))
            keys += [("h", "hint", "hint"), ("/", "type", "type")]
        elif None not in self.session.seats or self.paused:
            keys += [
                ("p", "pause", "go_on" if self.paused else "pause"),
                ("+", "speed(-1)", "speed"),
            ]
        keys += [
            ("a", "analyse", "analyse"),
            ("f", "flip", "flip"),
            ("r", "rules", "rules"),
            ("s", "save", "save"),
            ("?", "keys", "keys"),
            ("q", "leave", "leave"),
        ]
        return [(key, action, self.say(word)) for key, action, word in keys]

    def advance(self) -> None:
        """Go on from the position of the game: a bot thinks, or a person is asked."""
        session = self.session
        self.picking = Picking(session.position)
        self._shown = None
        self._pointed_out = None
        self._stop_timer()
        self._prompt()
        self.update_all()
        self.analyse_now()
        session.keep_result()
        bot = session.bot
        if bot is None or self.paused:
            self.tell(self._news())
        else:
            self._think(bot)

    def _news(self) -> str:
        """The last turn, and who is next."""
        position = self.session.position
        news = ""
        if position.move is not None and position.parent is not None:
            before = self.line[-2]
            name = before.players[before.player].name[self.language]
            news = self.say("plays", name=name, move=position.move.text) + " "
        if self.paused and position.outcome is None and self.session.bot is not None:
            return news + self.say("paused")
        note = position.view.note
        return news + self.headline() + (f" {note[self.language]}" if note is not None else "")

    def _prompt(self) -> None:
        typed = self.query_one(Typed)
        typed.complete.position = self.session.position
        typed.value = ""
        typed.disabled = not self.is_persons_turn
        typed.placeholder = (
            self.say("placeholder", move=an_example(self.session.position))
            if self.is_persons_turn
            else ""
        )

    # Bots

    @cached_property
    def minds(self) -> tuple[Thinking, Thinking]:
        """The bots of the two seats at work."""
        return Thinking(self.post), Thinking(self.post)

    @property
    def is_thinking(self) -> bool:
        """Whether a bot thinks."""
        return any(mind.is_busy for mind in self.minds)

    def _think(self, bot: Bot) -> None:
        position = self.session.position
        name = position.players[position.player].name[self.language]
        self.tell(self.say("thinking", name=f"{name} ({bot.name})"))
        self.minds[position.player].follow(bot.think(position), self._bot_has_chosen)

    def _bot_has_chosen(self, search: Search) -> None:
        try:
            move = search.move
        except TabuleiroError as error:
            if not isinstance(error, Stopped):  # lost, unless the person lets it try again
                self.session.failure = (self.session.position, str(error))
            self.paused = True
            self.tell(error.words(self.language), error=True)
            return
        bot = self.session.bot
        assert bot is not None
        self.session.play(bot, move)
        if self._shown is not None:  # somebody looks at an earlier turn, and is left in peace
            self.picking = Picking(self.session.position)
            self._prompt()
            self.update_all()
            self.tell(self.say("browsing", turn=self._shown, turns=len(self.line) - 1))
        elif None in self.session.seats or self.session.position.outcome is not None:
            self.advance()
        else:
            self.picking = Picking(self.session.position)
            self.tell(self._news())
            self.update_all()
            self.analyse_now()
            self._timer = self.set_timer(max(SPEEDS[self.speed], 0.02), self._next_turn)

    def _next_turn(self) -> None:
        if not self.paused and self._shown is None:
            self.advance()

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def call_off_bots(self) -> None:
        """Let no bot move any more."""
        self._stop_timer()
        for mind in self.minds:
            mind.call_off()

    def play_on(self, after: Position) -> None:
        self.session.position = after
        self.paused = False
        self.advance()

    # Taking back, stopping, looking back

    @property
    def looks_back(self) -> bool:
        return self._shown is not None

    def action_undo(self) -> None:
        """Take back a pick, a step, or a turn."""
        if self.is_persons_turn and self.picking.undo():
            self.tell(self.asking())
            self.update_all()
            return
        self.call_off_bots()
        if self.session.undo():
            self.paused = None not in self.session.seats
            self.advance()
        elif self.session.bot is not None:
            self.paused = True
            self.advance()
        else:
            self.tell(self.say("nothing"), error=True)

    def action_pause(self) -> None:
        """Stop the bots, or let them go on."""
        if self.session.position.outcome is not None:
            return
        self.paused = not self.paused
        self.call_off_bots()
        self.advance()

    def action_escape(self) -> None:
        """Cancel what is half done, or stop a bot that thinks."""
        if not self.board.has_focus and self.query_one(Typed).has_focus:
            self.query_one(Typed).value = ""
            self.set_focus(self.board)
            self.tell(self._news())
        elif self._shown is not None:
            self._return()
        elif self.is_persons_turn and self.picking.is_begun:
            self.picking = Picking(self.session.position)
            self.tell(self.headline())
            self.update_all()
        elif self.session.bot is not None and not self.paused:
            self.paused = True
            self.call_off_bots()
            self.update_all()
            position = self.session.position
            name = position.players[position.player].name[self.language]
            self.tell(self.say("stopped", name=name))
        else:
            super().action_escape()

    def action_browse(self, by: int) -> None:
        last = len(self.line) - 1
        turn = min(max(self.shown + by, 0), last)
        if turn == last:
            self._return()
            return
        self._shown = turn
        self._prompt()
        self.update_all()
        self.analyse_now()
        self.tell(self.say("browsing", turn=turn, turns=last))

    def _return(self) -> None:
        """Back from an earlier turn to the game."""
        self._shown = None
        self._prompt()
        self.update_all()
        self.analyse_now()
        self.tell(self._news())
        if self.session.bot is not None and not self.is_thinking and not self.paused:
            self.advance()

    # Hints

    def action_hint(self) -> None:
        """A hint, one grade clearer each time."""
        if not self.is_persons_turn:
            self.tell(self.say("not_yours"), error=True)
            return
        position = self.picking.here
        if self._hint is not None:
            start, move, why, grade = self._hint
            rest = rest_of(move, start, position)
            if rest is not None:  # all grades, and all steps of a turn, are about one answer
                again = position is start
                grade = min(grade + 1, len(GRADES)) if again else grade
                self._give_hint(position, rest, why, grade)
                return
        self.tell(self.say("looking"))
        adviser = make_analyst(self.game)
        self.advice.follow(look(adviser, position), partial(self._hint_is_found, position))

    def _hint_is_found(self, position: Position, search: Search) -> None:
        if position is self.picking.here and self.is_persons_turn:
            try:
                found = search.result
                self._give_hint(position, found.move, why_best(position, found), 1)
            except TabuleiroError as error:
                self.tell(error.words(self.language), error=True)
            self.analyse_now()

    def _give_hint(self, position: Position, move: Move, why: Reason | None, grade: int) -> None:
        self._hint = (position, move, why, grade)
        self._pointed_out = hint_at(position, move, grade, why)
        self.tell(self._pointed_out.text[self.language])
        self.update_all()

    # Files and leaving

    def save_to(self, name: str) -> None:
        self.session.save(name)
        self._saved = self.session.position

    def action_leave(self) -> None:
        """Back to the menu, after a question if something would be lost."""
        unfinished = self.session.position.outcome is None and self.session.position.ply > 0
        if unfinished and self._saved is not self.session.position:
            question = Confirm(self.say("leave_game"), self.language)
            self.app.push_screen(question, lambda yes: self.close() if yes else None)
        else:
            self.close()

    def close(self) -> None:
        self.call_off_bots()
        super().close()


def an_example(position: Position) -> str:
    """A legal move in notation, without listing them all."""
    here = position
    while here is position or not here.turn_is_over:
        here = here.step(here.steps[-1])
    return here.move_since(position).text
