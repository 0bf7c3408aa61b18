"""A match while somebody looks at it: who is connected, whose clock runs, which bot thinks.

Every change is stored before it happens in memory and before anybody hears of it. A room can
therefore vanish at any moment; it comes back from the database as it was.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from time import monotonic
from typing import Any, Protocol, TypeVar

from tabuleiro.bots.limit import Clock, Limit
from tabuleiro.bots.presets import strongest
from tabuleiro.move import Move
from tabuleiro.position import Position
from tabuleiro.turn import Turn
from tabuleiro.web.compiling import Compiler
from tabuleiro.web.learning import unit_of
from tabuleiro.web.limits import Limits
from tabuleiro.web.match import Match, Node, Refusal, State, new_match, result_facts, result_text
from tabuleiro.web.shapes import Json, text_of
from tabuleiro.web.store import NodeRow, Store, TokenRow, add_node, change, create
from tabuleiro.web.thinking import Job, Thinker

log = logging.getLogger("tabuleiro.web")

Answer = TypeVar("Answer")

PERSUADED = 0.35
"""A bot that wins less often than this takes a draw."""
GONE, RESTART = 4404, 1012
"""Why connections end: there is no such match; the server stops."""
HASTE = Limit(depth=1, iterations=50)
MARGIN = 0.05
"""Seconds of its clock that a bot leaves alone."""


class Page(Protocol):
    """A connected page."""

    seats: tuple[int, ...]
    owner: bool

    def send(self, message: Json) -> None:
        """Queue a message."""

    def close(self, code: int) -> None:
        """End the connection."""


@dataclass(frozen=True)
class Services:
    """What rooms share."""

    store: Store
    thinker: Thinker
    compiler: Compiler
    limits: Limits


class Room:
    """One match, live."""

    def __init__(self, match: Match, services: Services) -> None:
        self.match = match
        self.services = services
        self.pages: set[Page] = set()
        self._lock = asyncio.Lock()
        self._thinking: tuple[int, asyncio.Task[None]] | None = None
        self._single = False
        self._closed = False
        self._began: float | None = None
        """When the clock of this turn started to run; None while it stands."""
        self._turn_began = monotonic()
        self._flag: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[Any]] = set()

    # Who is here

    def enter(self, page: Page) -> None:
        """A page has connected."""
        self.pages.add(page)
        self.refresh()
        self.tell_match(but=page)

    async def leave(self, page: Page) -> None:
        """A page is gone; with the last one the clocks stop and the bots rest."""
        self.pages.discard(page)
        self.refresh()
        self.tell_match()
        if not self.pages and not self._closed:
            await self.keep(self._stop_clock())

    def close(self, code: int) -> None:
        """Send everybody away and stop everything that goes on."""
        self._closed = True
        for page in self.pages:
            page.close(code)
        self.pages.clear()
        self.refresh()

    @property
    def idle(self) -> bool:
        """Whether nothing is lost when the room is forgotten."""
        return not self.pages and self._thinking is None and not self._tasks

    async def rest(self) -> None:
        """Wait until nothing goes on any more, if nobody is here."""
        while not self.pages and self._tasks:
            await asyncio.wait(self._tasks)

    # What pages ask for

    async def play(self, page: Page, number: int, choose: Callable[[Position], Move]) -> Node:
        """Play a turn from a node; in a solo match without clock that may be an earlier one."""
        return await self.keep(self._play(page, number, choose))

    async def explore(self, page: Page, number: int, choose: Callable[[Position], Move]) -> Node:
        """Add a variation; the game itself stays where it is."""
        return await self.keep(self._explore(page, number, choose))

    async def takeback(self, page: Page) -> None:
        """Undo, or ask the opponent to."""
        await self.keep(self._takeback(page))

    async def draw(self, page: Page) -> None:
        """Offer a draw or accept one."""
        await self.keep(self._draw(page))

    async def decline(self, page: Page) -> None:
        """Say no to what is offered."""
        self._must_sit(page)
        await self.keep(self._set(draw=None, takeback=None))

    async def resign(self, page: Page, player: int | None) -> None:
        """Give up."""
        await self.keep(self._resign(page, player))

    async def rematch(self, page: Page) -> str:
        """A new match with the sides swapped; the secrets stay the same."""
        return await self.keep(self._rematch(page))

    async def pause(self, page: Page, paused: bool) -> None:
        """Hold the bots, or let them go on."""
        self._must_own(page)
        await self.keep(self._set(paused=paused))

    async def step(self, page: Page) -> None:
        """Let a bot make one move while the match is paused."""
        self._must_own(page)
        self._must_go_on()
        self._single = True
        self.refresh()

    async def speed(self, page: Page, seconds: float) -> None:
        """The least time that a bot takes for a move."""
        self._must_own(page)
        await self.keep(self._set(speed=seconds))

    def must_be_fair(self) -> None:
        """Refuse help while two people play each other."""
        if not self.match.solo and not self.match.is_over:
            raise Refusal("fair play", "there is no help while two people play each other")

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
                {**asdict(seat), "connected": seat.kind == "bot" or number in seated}
                for number, seat in enumerate(match.seats)
            ],
            "current": state.current,
            "result": result_facts(match.current.position, state),
            "clock": self._clock_facts(),
            "thinking": None if self._thinking is None else match.current.position.player,
            "compiling": self._thinking is not None and not self._is_compiled(),
            "paused": state.paused,
            "speed": state.speed,
            "offers": {"draw": state.draw, "takeback": state.takeback},
            "watching": len(self.pages),
            "next": state.next,
        }

    def tell(self, message: Json, but: Page | None = None) -> None:
        """Send a message to every page."""
        for page in self.pages:
            if page is not but:
                page.send(message)

    def tell_match(self, but: Page | None = None) -> None:
        """Tell every page how the match stands."""
        self.tell({"type": "match", "match": self.facts()}, but)

    # How things change

    async def keep(self, work: Coroutine[Any, Any, Answer]) -> Answer:
        """Do something to its end, whatever happens to whoever asked for it."""

        async def locked() -> Answer:
            async with self._lock:
                return await work

        if self._closed:
            work.close()
            raise Refusal("unknown", "the match was removed")
        task = asyncio.create_task(locked())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return await asyncio.shield(task)

    async def _set(self, **values: Any) -> None:
        await self._change(replace(self.match.state, **values))

    async def _change(self, state: State, row: NodeRow | None = None) -> Node | None:
        """Store a new state, and a move with it; then let it be so and tell everybody."""
        match = self.match
        node = None if row is None else match.make(row)
        here = node if node is not None and node.id == state.current else match.nodes[state.current]
        position = here.position
        writes = [change(match.id, asdict(state), result_text(position, state), position.ply)]
        if row is not None:
            writes.append(add_node(match.id, row))
        await self.services.store.write(*writes)
        if node is not None:
            match.add(node)
        if state.current != match.state.current:
            self._turn_began = monotonic()
            self._began = None
        match.state = state
        self.refresh()
        if node is not None:
            self.tell({"type": "node", "node": node.facts(), "match": self.facts()})
        else:
            self.tell_match()
        return node

    async def _play(self, page: Page, number: int, choose: Callable[[Position], Move]) -> Node:
        match = self.match
        node = match.node(number)
        if node is not match.current:
            if not match.solo or match.facts.clock is not None:
                raise Refusal("stale", "the game has gone on meanwhile; look at the board again")
        elif match.is_over:
            raise Refusal("over", "the game is over")
        if node.position.player not in page.seats:
            raise Refusal("not yours", "it is not your turn")
        return await self._advance(node, choose(node.position))

    async def _advance(self, node: Node, move: Move) -> Node:
        """The game goes on with a move from a node."""
        match, state = self.match, self.match.state
        clock = self._clock_after(node.position.player)
        if clock is not None and clock[node.position.player] <= 0:
            await self._end(1 - node.position.player, "time")
            raise Refusal("over", "the time is over")
        known = match.child(node, move)
        row = None
        if known is None:
            self._must_have_room()
            row = match.next_row(node, move, monotonic() - self._turn_began)
        current = row.id if row is not None else known.id if known is not None else node.id
        after = replace(state, current=current, clock=clock, ended=None, draw=None, takeback=None)
        made = await self._change(after, row)
        return made if made is not None else match.nodes[current]

    async def _explore(self, page: Page, number: int, choose: Callable[[Position], Move]) -> Node:
        self._must_sit(page)
        self.must_be_fair()
        node = self.match.node(number)
        if node.position.outcome is not None:
            raise Refusal("over", "the game is over there")
        move = choose(node.position)
        known = self.match.child(node, move)
        if known is not None:
            return known
        self._must_have_room()
        made = await self._change(self.match.state, self.match.next_row(node, move, 0.0))
        assert made is not None
        return made

    async def _takeback(self, page: Page) -> None:
        self._must_sit(page)
        match, state = self.match, self.match.state
        if match.solo:
            target = self._last_decision(self._human_seats())
            await self._go_back(target, state.paused or not self._human_seats())
            return
        self._must_go_on()
        asked = state.takeback
        if asked is not None and asked not in page.seats:
            await self._go_back(self._last_decision((asked,)), state.paused)
            return
        self._last_decision(page.seats)
        await self._change(replace(state, takeback=page.seats[0]))

    def _human_seats(self) -> tuple[int, ...]:
        return tuple(n for n, seat in enumerate(self.match.seats) if seat.kind != "bot")

    def _last_decision(self, players: tuple[int, ...]) -> Node:
        """The last position before this one where one of these players was to move."""
        here = self.match.current.parent
        while here is not None and players and here.position.player not in players:
            here = here.parent
        if here is None:
            raise Refusal("illegal", "there is nothing to take back")
        return here

    async def _go_back(self, target: Node, paused: bool) -> None:
        state = replace(
            self.match.state,
            current=target.id,
            ended=None,
            draw=None,
            takeback=None,
            paused=paused,
            clock=self._clock_after(None),
        )
        await self._change(state)

    async def _draw(self, page: Page) -> None:
        self._must_sit(page)
        self._must_go_on()
        state, seats = self.match.state, self.match.seats
        offered_to_me = state.draw is not None and state.draw not in page.seats
        if offered_to_me or len(page.seats) == 2:
            await self._end(None, "agreement")
        elif not page.seats:
            raise Refusal("not yours", "only players can offer a draw")
        else:
            offered = page.seats[0]
            await self._change(replace(state, draw=offered))
            if seats[1 - offered].kind == "bot":
                self._spawn(self._bot_answers(offered, self.match.current))

    async def _bot_answers(self, offered: int, node: Node) -> None:
        """A bot takes the draw if it would rather not go on."""
        position = node.position

        def work(job: Job) -> float:
            limit = Limit(seconds=0.3)
            with job.bot(position.game, strongest(position.game), self.match.id) as bot:
                score = bot.analyse(position, limit).score.seen_by(1 - offered)
                return float(score.win_probability)

        await self.services.compiler.ready(position.game, unit_of(strongest(position.game)))
        chance = await self.services.thinker.run(work)
        async with self._lock:
            if self.match.state.draw != offered or self.match.is_over:
                return
            if chance < PERSUADED:
                await self._end(None, "agreement")
            else:
                await self._change(replace(self.match.state, draw=None))

    async def _resign(self, page: Page, player: int | None) -> None:
        self._must_sit(page)
        self._must_go_on()
        mover = self.match.current.position.player
        own = page.seats
        if player is None:
            player = mover if mover in own else own[0] if own else None
        if player is None or player not in own:
            raise Refusal("not yours", "only a player can give up")
        await self._end(1 - player, "resignation")

    async def _end(self, winner: int | None, reason: str) -> None:
        clock = self._clock_after(None)
        ended = {"winner": winner, "reason": reason}
        state = replace(self.match.state, ended=ended, clock=clock, draw=None, takeback=None)
        self._began = None
        await self._change(state)

    async def _rematch(self, page: Page) -> str:
        self._must_sit(page)
        match = self.match
        if match.state.next is not None:
            return match.state.next
        if not match.is_over:
            raise Refusal("illegal", "the game is not over yet")
        first, second = match.seats
        root = match.nodes[0].position
        row, _ = new_match(
            match.game,
            (second, first),
            start=root if match.facts.start is not None else None,
            clock=match.facts.clock,
            analysis=match.analysis,
        )
        rights = await asyncio.to_thread(self.services.store.rights, match.id)
        swapped = [
            TokenRow(each.hash, tuple(sorted(1 - seat for seat in each.seats)), each.owner)
            for each in rights
        ]
        await self.services.store.write(create(row, swapped))
        await self._change(replace(match.state, next=row.id))
        self.tell({"type": "rematch", "match": row.id})
        return row.id

    # The clock

    def _clock_facts(self) -> Json | None:
        clock, rule = self._clock_after(None), self.match.facts.clock
        if clock is None or rule is None:
            return None
        running = None if self._began is None else self.match.current.position.player
        return {
            "seconds": [round(max(0.0, left), 3) for left in clock],
            "increment": rule.increment,
            "running": running,
        }

    def _clock_after(self, moved: int | None) -> tuple[float, float] | None:
        """What is left to both, now; with the increment of the player who has just moved."""
        left, rule = self.match.state.clock, self.match.facts.clock
        if left is None or rule is None:
            return None
        now = list(left)
        player = self.match.current.position.player
        if self._began is not None:
            now[player] -= monotonic() - self._began
        if moved is not None and now[moved] > 0 and self._began is not None:
            now[moved] += rule.increment
        return now[0], now[1]

    async def _stop_clock(self) -> None:
        """Keep what is left while nobody is here."""
        if self._began is None:
            return
        state = replace(self.match.state, clock=self._clock_after(None))
        self._began = None
        await self._change(state)

    def _run_clock(self) -> None:
        """Let the clock of the player to move run if it should, and watch its flag."""
        match = self.match
        runs = (
            match.state.clock is not None
            and match.current.position.ply > match.nodes[0].position.ply
            and not match.is_over
            and not match.state.paused
            and bool(self.pages)
        )
        if self._flag is not None:
            self._flag.cancel()
            self._flag = None
        if not runs:
            return
        if self._began is None:
            self._began = monotonic()
        left = self._clock_after(None)
        assert left is not None
        seconds = max(0.0, left[match.current.position.player])
        self._flag = asyncio.get_running_loop().call_later(seconds, self._look_at_flag)

    def _look_at_flag(self) -> None:
        self._spawn(self._fall())

    async def _fall(self) -> None:
        async with self._lock:
            left = self._clock_after(None)
            player = self.match.current.position.player
            if left is not None and left[player] <= 0 and not self.match.is_over:
                await self._end(1 - player, "time")
            else:
                self._run_clock()

    # The bots

    def refresh(self) -> None:
        """Make clock and bots do what the state asks for."""
        self._run_clock()
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
        if wanted:
            task = self._spawn(self._bot_turn(match.current))
            self._thinking = match.state.current, task

    async def _bot_turn(self, node: Node) -> None:
        """A bot's move, from compiling to playing it."""
        began = monotonic()
        match, services = self.match, self.services
        text = match.seats[node.position.player].bot or "random"
        try:
            if not self._is_compiled():
                self.tell_match()
                await services.compiler.ready(match.game, self._unit())
                self.tell_match()
            clock = self._bot_clock(node)
            move = await services.thinker.run(
                lambda job: chosen_move(job, node.position, text, match.id, clock)
            )
            await asyncio.sleep(max(0.0, match.state.speed - (monotonic() - began)))
        except asyncio.CancelledError:
            raise
        except Exception as error:
            log.error("the bot %r of match %s cannot move: %s", text, match.id, error)
            self._thinking = None
            await self.keep(self._set(paused=True))
            return
        await self.keep(self._bot_plays(node, move, asyncio.current_task()))

    async def _bot_plays(self, node: Node, move: Move, task: object) -> None:
        """Play a bot's move if the game still waits for it."""
        waiting = self._thinking is not None and self._thinking[1] is task
        if self.match.current is not node or self.match.is_over or not waiting:
            return
        self._thinking = None
        self._single = False
        await self._advance(node, move)

    def _unit(self) -> str:
        return unit_of(self.match.seats[self.match.current.position.player].bot or "")

    def _is_compiled(self) -> bool:
        return self.services.compiler.is_ready(self.match.game, self._unit())

    def _bot_clock(self, node: Node) -> Clock | None:
        left, rule = self._clock_after(None), self.match.facts.clock
        if left is None or rule is None:
            return None
        seconds = max(MARGIN, left[node.position.player] - MARGIN)
        return Clock(seconds, rule.increment)

    # What must hold

    def _must_sit(self, page: Page) -> None:
        if not page.seats and not page.owner:
            raise Refusal("not yours", "you are watching; only the players can do this")

    def _must_own(self, page: Page) -> None:
        if not page.owner:
            raise Refusal("not yours", "only who has started the match can do this")

    def _must_go_on(self) -> None:
        if self.match.is_over:
            raise Refusal("over", "the game is over")

    def _must_have_room(self) -> None:
        if len(self.match.nodes) >= self.services.limits.nodes:
            raise Refusal("limit", f"a match can have at most {self.services.limits.nodes} moves")

    def _spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._forget)
        return task

    def _forget(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("match %s: %s", self.match.id, task.exception())


def chosen_move(
    job: Job, position: Position, text: str, owner: object, clock: Clock | None
) -> Move:
    """What a bot plays; in great haste, what it sees at once."""
    with job.bot(position.game, text, owner) as bot:
        own = getattr(bot, "limit", None)
        if clock is not None and own is not None:
            seconds = clock.limit().seconds or MARGIN
            bot.limit = replace(own, seconds=min(own.seconds or seconds, seconds))
        try:
            return bot.choose(position)  # type: ignore[no-any-return]
        except (IndexError, ValueError):  # the time was over before anything was searched
            if job.stopped:
                raise
            bot.limit = HASTE
            return bot.choose(position)  # type: ignore[no-any-return]


def by_actions(actions: tuple[int, ...]) -> Callable[[Position], Move]:
    """The turn of these steps."""

    def choose(position: Position) -> Move:
        turn = Turn.of(position, actions)
        if not turn.is_over:
            raise Refusal("illegal", "these steps are not a whole turn")
        return turn.move

    return choose


def by_text(text: str) -> Callable[[Position], Move]:
    """The turn that somebody typed."""
    return lambda position: Move.parse(position, text)


class Rooms:
    """The rooms of a server; they open when a page comes and vanish after the last one left."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self._rooms: dict[str, Room] = {}
        self._opening: dict[str, asyncio.Task[Room | None]] = {}

    def __len__(self) -> int:
        return len(self._rooms)

    async def enter(self, match: str, page: Page) -> Room | None:
        """Bring a page into the room of a match; None if there is no such match."""
        while True:
            room = await self._open(match)
            if room is None:
                return None
            if self._rooms.get(match) is room:
                room.enter(page)
                return room

    async def leave(self, room: Room, page: Page) -> None:
        """A page is gone; a room that nobody is in is forgotten."""
        await room.leave(page)
        await room.rest()
        if room.idle and self._rooms.get(room.match.id) is room:
            del self._rooms[room.match.id]

    async def look(self, match: str) -> Room | None:
        """A room to read from, without entering it."""
        if match in self._rooms:
            return self._rooms[match]
        loaded = await asyncio.to_thread(load_match, self.services.store, match)
        return None if loaded is None else Room(loaded, self.services)

    async def _open(self, match: str) -> Room | None:
        if match in self._rooms:
            return self._rooms[match]
        if match not in self._opening:
            task = asyncio.create_task(self._load(match))
            self._opening[match] = task
            task.add_done_callback(lambda _: self._opening.pop(match, None))
        return await asyncio.shield(self._opening[match])

    async def _load(self, match: str) -> Room | None:
        if len(self._rooms) >= self.services.limits.open_matches:
            raise Refusal("limit", "too many matches are open on this server")
        loaded = await asyncio.to_thread(load_match, self.services.store, match)
        if loaded is None:
            return None
        self._rooms[match] = Room(loaded, self.services)
        return self._rooms[match]

    def forget(self, match: str) -> None:
        """A match was removed."""
        room = self._rooms.pop(match, None)
        if room is not None:
            room.close(GONE)

    def tell_all(self) -> None:
        """Something that every page shows has changed."""
        for room in self._rooms.values():
            room.tell_match()

    async def close(self) -> None:
        """Send everybody away; the server ends."""
        rooms = list(self._rooms.values())
        for room in rooms:
            room.close(RESTART)
        for room in rooms:
            await room.rest()


def load_match(store: Store, match: str) -> Match | None:
    """A match from the database, with all its positions."""
    found = store.load(match)
    return None if found is None else Match(*found)
