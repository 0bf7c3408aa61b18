"""A match while somebody looks at it: who is here, what they do, and what all of them see.

Every change is stored before it happens in memory and before anybody hears of it. A room can
therefore vanish at any moment; it comes back from the database as it was.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from datetime import UTC, datetime
from time import monotonic
from typing import Any

from tabuleiro.errors import TabuleiroError
from tabuleiro.move import Move
from tabuleiro.position import Position
from tabuleiro.record import UNFINISHED
from tabuleiro.text import Text
from tabuleiro.turn import Turn
from tabuleiro.web.bots import bot_to_move, chosen_move, takes_draw
from tabuleiro.web.clock import MatchClock
from tabuleiro.web.connection import sayable
from tabuleiro.web.gathering import RESTART, Gathering, Page, uninterrupted
from tabuleiro.web.match import Match, Node, Refusal, State, compact, result_facts, result_text
from tabuleiro.web.rows import NodeRow, Stale, TokenRow, Write, add_node, change, create, rename
from tabuleiro.web.services import Services
from tabuleiro.web.shapes import Json, seat_title, text_of
from tabuleiro.web.turns import keep_turns, turns_to

log = logging.getLogger("tabuleiro.web")

BETWEEN = 1.0
"""Seconds between two messages about who came and left."""


class Room(Gathering):
    """One match, live."""

    def __init__(self, match: Match, services: Services) -> None:
        super().__init__(f"match {match.id}")
        self.match = match
        self.services = services
        self.clock = MatchClock(match, self._see_flag)
        self._thinking: tuple[int, asyncio.Task[None]] | None = None
        self._waiting = False
        """Whether the bot has waited for its turn to think for so long that people are told."""
        self._compiling = False
        """Whether the bot waits for its game to be compiled."""
        self._trouble: TabuleiroError | None = None
        """Why the bot could not move, until somebody lets it try again or goes elsewhere."""
        self._stopped_at = -1
        self._told = -BETWEEN
        self._tells_who: asyncio.TimerHandle | None = None
        """What will tell who is here."""
        self._single = False
        self._turn_began = monotonic()

    # Who is here

    def enter(self, page: Page) -> None:
        """A page has connected."""
        self.pages.add(page)
        self.services.compiler.opened = self.match.game.name
        self.refresh()
        self._tell_who_is_here(but=page)

    async def leave(self, page: Page) -> None:
        """A page is gone; with the last one the clocks stop and the bots rest."""
        self.pages.discard(page)
        self.refresh()
        self._tell_who_is_here()
        if not self.pages and not self.closed:
            await self._stop_clock()

    def close(self, code: int) -> None:
        """Send everybody away and stop everything that goes on."""
        self.send_away(code)
        self.refresh()

    @property
    def address(self) -> str:
        """Whose share of the server the bots of this match take: a player's, or a spectator's."""
        return min((not page.seats, page.address) for page in self.pages)[1] if self.pages else ""

    # What pages see

    def facts(self) -> Json:
        """The match without its moves."""
        match, state = self.match, self.match.state
        seated = {seat for page in self.pages for seat in page.seats}
        return {
            "id": match.id,
            "game": match.game.name,
            "title": text_of(match.game.title),
            "options": match.game.changed_options,
            "created": datetime.fromtimestamp(match.created, UTC).isoformat(),
            "analysis": match.analysis,
            "seats": [
                {
                    **asdict(seat),
                    "name": match.names[number],
                    "title": seat_title(match.game, seat.bot, match.names[number], match.analysis),
                    "connected": seat.kind == "bot" or number in seated,
                }
                for number, seat in enumerate(match.seats)
            ],
            "current": state.current,
            "result": result_facts(match.current.position, state),
            "clock": self.clock.facts(),
            "thinking": None if self._thinking is None else match.current.position.player,
            "waiting": self._waiting,
            "compiling": self._thinking is not None and self._compiling,
            "paused": state.paused,
            "trouble": None
            if self._trouble is None
            else text_of(Text(str(self._trouble), self._trouble.pt)),
            "speed": state.speed,
            "offers": {"draw": state.draw, "takeback": state.takeback},
            "watching": len(self.pages),
            "next": state.next,
        }

    def tell_match(self, but: Page | None = None) -> None:
        """Tell every page how the match stands."""
        if self._tells_who is not None:
            self._tells_who.cancel()
            self._tells_who = None
        self._told = monotonic()
        self.tell({"type": "match", "match": self.facts()}, but)

    def _tell_who_is_here(self, but: Page | None = None) -> None:
        """Tell of a page that came or left; of a crowd, once in a while."""
        if self._tells_who is not None:
            return
        wait = self._told + BETWEEN - monotonic()
        if wait <= 0:
            self.tell_match(but)
        else:
            self._tells_who = asyncio.get_running_loop().call_later(wait, self.tell_match)

    # What pages ask for

    @uninterrupted
    async def play(self, page: Page, number: int, choose: Callable[[Position], Turn]) -> Node:
        """Play a turn from a node; in a solo match without clock that may be an earlier one."""
        match = self.match
        node = match.node(number)
        if node is not match.current:
            if not match.solo or match.facts.clock is not None:
                raise Refusal(
                    "stale",
                    "the game has gone on meanwhile; look at the board again",
                    "entretanto o jogo continuou; olha de novo para o tabuleiro",
                )
        elif match.is_over:
            raise Refusal("over", "the game is over", "a partida acabou")
        if node.position.player not in page.seats:
            raise Refusal("not yours", "it is not your turn", "não é a tua vez")
        return await self._advance(node, choose(node.position))

    @uninterrupted
    async def explore(self, page: Page, number: int, choose: Callable[[Position], Turn]) -> Node:
        """Add a variation; the game itself stays where it is."""
        self._must_sit(page)
        self.must_be_fair()
        node = self.match.node(number)
        if node.position.outcome is not None:
            raise Refusal("over", "the game is over there", "aí a partida acabou")
        turn = choose(node.position)
        known = self.match.child(node, turn.move)
        if known is not None:
            return known
        self._must_have_room()
        row = self.match.next_row(node, turn.move, 0.0)
        made = await self._change(self.match.state, row, turn)
        assert made is not None
        return made

    @uninterrupted
    async def takeback(self, page: Page) -> None:
        """Undo, or ask the opponent to."""
        self._must_sit(page)
        match, state = self.match, self.match.state
        if match.solo:
            target = match.last_decision(match.people)
            await self._go_back(target, state.paused or not match.people)
            return
        self._must_go_on()
        asked = state.takeback
        if asked is not None and asked not in page.seats:
            await self._go_back(match.last_decision((asked,)), state.paused)
            return
        match.last_decision(page.seats)
        await self._set(takeback=page.seats[0])

    @uninterrupted
    async def draw(self, page: Page) -> None:
        """Offer a draw or accept one."""
        self._must_sit(page)
        self._must_go_on()
        state, seats = self.match.state, self.match.seats
        offered_to_me = state.draw is not None and state.draw not in page.seats
        if offered_to_me or len(page.seats) == 2:
            await self._end(None, "agreement")
        elif not page.seats:
            raise Refusal(
                "not yours",
                "only players can offer a draw",
                "só quem joga pode propor empate",
            )
        else:
            offered = page.seats[0]
            await self._set(draw=offered)
            if seats[1 - offered].kind == "bot":
                self.spawn(self._bot_answers(offered))

    @uninterrupted
    async def decline(self, page: Page) -> None:
        """Say no to what is offered."""
        self._must_sit(page)
        await self._decline(page.seats)

    @uninterrupted
    async def resign(self, page: Page, player: int | None) -> None:
        """Give up."""
        self._must_sit(page)
        self._must_go_on()
        mover = self.match.current.position.player
        own = page.seats
        if player is None:
            player = mover if mover in own else own[0] if own else None
        if player is None or player not in own:
            raise Refusal("not yours", "only a player can give up", "só quem joga pode desistir")
        await self._end(1 - player, "resignation")

    @uninterrupted
    async def rename(self, page: Page, player: int | None, name: str) -> None:
        """Call the holder of a seat by a name; without a name they have none any more."""
        if player is None and len(page.seats) == 1:
            player = page.seats[0]
        if player is None or player not in page.seats:
            raise Refusal(
                "not yours",
                "only a seat that is yours can be given a name",
                "só podes dar nome a um lugar que seja teu",
            )
        match = self.match
        names = (name, match.names[1]) if player == 0 else (match.names[0], name)
        await self._write(rename(match.id, match.version, names))
        match.names = names
        self.tell_match()

    @uninterrupted
    async def rematch(self, page: Page) -> str:
        """A new match with the sides swapped; the secrets stay the same."""
        self._must_sit(page)
        match, store = self.match, self.services.store
        if match.state.next is not None:
            return match.state.next
        if not match.is_over:
            raise Refusal("illegal", "the game is not over yet", "a partida ainda não acabou")
        row = match.rematch()
        rights = await asyncio.to_thread(store.rights, match.id)
        swapped = [
            TokenRow(each.hash, tuple(sorted(1 - seat for seat in each.seats)), each.owner)
            for each in rights
        ]
        await store.write(create(row, swapped))
        await self._set(next=row.id)
        self.tell({"type": "rematch", "match": row.id})
        return row.id

    @uninterrupted
    async def pause(self, page: Page, paused: bool) -> None:
        """Hold the bots, or let them go on."""
        self._must_own(page)
        await self._set(paused=paused)

    @uninterrupted
    async def step(self, page: Page) -> None:
        """Let a bot make one move while the match is paused."""
        self._must_own(page)
        self._must_go_on()
        self._single = True
        self.refresh()

    @uninterrupted
    async def speed(self, page: Page, seconds: float) -> None:
        """The least time that a bot takes for a move."""
        self._must_own(page)
        await self._set(speed=seconds)

    # How things change

    async def _decline(self, seats: Sequence[int]) -> None:
        """Nothing is offered any more; whoever offered it hears of it."""
        state = self.match.state
        await self._set(draw=None, takeback=None)
        for what, player in (("draw", state.draw), ("takeback", state.takeback)):
            if player is not None and player not in seats:
                self.tell({"type": "declined", "what": what, "player": 1 - player})

    async def _set(self, **values: Any) -> None:
        await self._change(replace(self.match.state, **values))

    async def _change(
        self,
        state: State,
        row: NodeRow | None = None,
        turn: Turn | None = None,
    ) -> Node | None:
        """Store a new state, and a move with it; then let it be so and tell everybody."""
        match = self.match
        node = None if row is None else match.make(row, turn)
        here = node if node is not None and node.id == state.current else match.nodes[state.current]
        position = here.position
        result = result_text(position, state)
        writes = [change(match.id, match.version, asdict(state), result, position.ply)]
        if row is not None:
            writes.append(add_node(match.id, row))
        if not match.analysis and (result != UNFINISHED or match.is_over):
            writes.append(keep_turns(match.id, turns_to(position, result)))
        await self._write(*writes)
        if node is not None:
            match.add(node)
        if state.current != match.state.current:
            self._turn_began = monotonic()
            self.clock.halt()
        match.state = state
        self.refresh()
        if node is not None:
            told = f'"node":{node.written()},"match":{compact(self.facts())}'
            self.tell_text(f'{{"type":"node",{told}}}')
        else:
            self.tell_match()
        return node

    async def _write(self, *writes: Write) -> None:
        """Store a change; if the match was changed elsewhere, everybody gets it anew."""
        try:
            await self.services.store.write(*writes)
        except Stale:
            self.close(RESTART)
            raise
        self.match.version += 1

    async def _advance(self, node: Node, turn: Turn, thought: Json | None = None) -> Node:
        """The game goes on with a turn from a node, and what a bot thought of it."""
        match, state = self.match, self.match.state
        player = node.position.player
        clock = self.clock.left(player)
        if clock is not None and clock[player] <= 0:
            await self._end(1 - player, "time")
            raise Refusal("over", "the time is over", "o tempo acabou")
        known = match.child(node, turn.move)
        row = None
        if known is None:
            self._must_have_room()
            row = match.next_row(node, turn.move, monotonic() - self._turn_began, thought)
        current = row.id if row is not None else known.id if known is not None else node.id
        after = replace(state, current=current, clock=clock, ended=None, draw=None, takeback=None)
        made = await self._change(after, row, turn)
        return made if made is not None else match.nodes[current]

    async def _go_back(self, target: Node, paused: bool) -> None:
        clock = self.clock.left()
        gone = dict(ended=None, draw=None, takeback=None)
        await self._set(current=target.id, paused=paused, clock=clock, **gone)

    async def _end(self, winner: int | None, reason: str) -> None:
        clock = self.clock.left()
        self.clock.halt()
        ended = {"winner": winner, "reason": reason}
        await self._set(ended=ended, clock=clock, draw=None, takeback=None)

    @uninterrupted
    async def _stop_clock(self) -> None:
        """Keep what is left while nobody is here."""
        if self.clock.runs:
            left = self.clock.left()
            self.clock.halt()
            await self._set(clock=left)

    def _see_flag(self) -> None:
        self.spawn(self._look_at_flag())

    async def _look_at_flag(self) -> None:
        """Whoever is to move has lost if the time is over."""
        async with self.lock:
            if self.clock.of_mover <= 0 and not self.match.is_over:
                await self._end(1 - self.match.current.position.player, "time")
            else:
                self.clock.run(bool(self.pages))

    # The bots

    def refresh(self) -> None:
        """Make clock and bots do what the state asks for."""
        self.clock.run(bool(self.pages))
        match = self.match
        wanted = (
            bool(self.pages)
            and not match.is_over
            and match.seats[match.current.position.player].kind == "bot"
            and (not match.state.paused or self._single)
        )
        if self._thinking is not None:
            number, task = self._thinking
            if wanted and number == match.state.current:
                return
            task.cancel()
            self._thinking = None
            self._waiting = False
        if match.is_over or match.state.current != self._stopped_at:
            self._trouble = None
        if wanted:
            self._compiling, self._trouble = False, None
            task = self.spawn(self._bot_turn(match.current))
            self._thinking = match.state.current, task

    async def _bot_turn(self, node: Node) -> None:
        """A bot's move, from compiling to playing it."""
        began = monotonic()
        match, services = self.match, self.services
        text, player, tells = bot_to_move(match), node.position.player, not match.people
        try:
            await services.compiler.ready_for(match.game, text, waits=self._bot_compiles)
            if self._compiling:
                self._compiling = False
                self.tell_match()
            ask = services.thinker.move(match.game, text, self.address, match.id, self._bot_waits)
            move, thought = await services.thinker.run(
                ask,
                lambda job: chosen_move(
                    job, node.position, text, match.id, self.clock.for_bot(player), tells
                ),
            )
            await asyncio.sleep(max(0.0, match.state.speed - (monotonic() - began)))
        except asyncio.CancelledError:
            raise
        except Exception as error:
            log.error("the bot %r of match %s cannot move: %s", text, match.id, error)
            self._thinking, self._compiling = None, False
            self._trouble, self._stopped_at = sayable(error), match.state.current
            await self.do_alone(self._set(paused=True))
            return
        await self._bot_plays(node, move, thought, asyncio.current_task())

    def _bot_compiles(self) -> None:
        """What the bot needs is compiled first."""
        self._compiling = True
        self.tell_match()

    def _bot_waits(self, waits: bool) -> None:
        """The searches of other games come first just now, or no longer."""
        self._waiting = waits
        self.tell_match()

    @uninterrupted
    async def _bot_plays(self, node: Node, move: Move, thought: Json | None, task: object) -> None:
        """Play a bot's move if the game still waits for it."""
        waiting = self._thinking is not None and self._thinking[1] is task
        if self.match.current is not node or self.match.is_over or not waiting:
            return
        self._thinking = None
        self._single = False
        await self._advance(node, Turn.of(node.position, move.actions), thought)

    async def _bot_answers(self, offered: int) -> None:
        """A bot takes the draw if it would rather not go on."""
        try:
            takes = await takes_draw(self.services, self.match, 1 - offered, self.address)
        except Exception as error:
            log.error("a bot of match %s cannot judge a draw: %s", self.match.id, error)
            takes = False
        async with self.lock:
            if self.match.state.draw != offered or self.match.is_over:
                return
            if takes:
                await self._end(None, "agreement")
            else:
                await self._decline((1 - offered,))

    # What must hold

    def must_be_fair(self) -> None:
        """Refuse help while two people play each other."""
        if not self.match.solo and not self.match.is_over:
            raise Refusal(
                "fair play",
                "there is no help while two people play each other",
                "não há ajuda enquanto duas pessoas jogam entre si",
            )

    def _must_sit(self, page: Page) -> None:
        if not page.seats and not page.owner:
            raise Refusal(
                "not yours",
                "you are watching; only the players can do this",
                "estás a assistir; só quem joga pode fazer isso",
            )

    def _must_own(self, page: Page) -> None:
        if not page.owner:
            raise Refusal(
                "not yours",
                "only who has started the match can do this",
                "só quem começou a partida pode fazer isso",
            )

    def _must_go_on(self) -> None:
        if self.match.is_over:
            raise Refusal("over", "the game is over", "a partida acabou")

    def _must_have_room(self) -> None:
        if len(self.match.nodes) >= self.services.limits.nodes:
            most = self.services.limits.nodes
            raise Refusal(
                "limit",
                f"a match can have at most {most} moves",
                f"uma partida pode ter no máximo {most} jogadas",
            )
