"""What a page asks for over its socket: one handler for each kind of request.

A handler gives the answer, as facts or as text that is written already; None if the answers come
later, or if there is none.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from tabuleiro.bots.presets import strongest
from tabuleiro.bots.reasons import other_side
from tabuleiro.turn import Turn
from tabuleiro.web import learning, messages
from tabuleiro.web.connection import Connection, Mark
from tabuleiro.web.limits import safe_bot
from tabuleiro.web.match import UNSTORED, Match, Node, Refusal, clean_name, compact
from tabuleiro.web.reviews import KeptReview
from tabuleiro.web.room import Room
from tabuleiro.web.scheduling import Ask
from tabuleiro.web.shapes import Json, effects_of, marks_of, position_of, text_of
from tabuleiro.web.thinking import Job

Reply = Json | str | None
Handler = Callable[[Connection, Room, Any], Awaitable[Reply]]
DONE: Json = {"type": "done"}


async def answer(page: Connection, room: Room, text: str) -> None:
    """Answer one message; whatever goes wrong, the connection goes on."""
    mark: Mark = None
    try:
        request = messages.read(text)
        mark = request.id
        reply = await HANDLERS[type(request)](page, room, request)
        if isinstance(reply, str):
            page.send_text(reply)
        elif reply is not None:
            page.send({**reply, "id": mark})
    except Exception as error:
        page.fail(messages.id_of(text) if mark is None else mark, error)


def state_of(room: Room, page: Connection, mark: Mark) -> str:
    """Everything about a match, as JSON; what pages get of the moves is written already."""
    head = {
        "type": "state",
        "id": mark,
        "match": room.facts(),
        "you": {"seats": page.seats, "owner": page.owner},
    }
    return f"{compact(head)[:-1]},{room.match.tree()[1:]}"


# Looking at a board: made and written beside the event loop


async def _look(page: Connection, room: Room, request: messages.AskLook) -> Reply:
    def make() -> Json:
        node = _node(room.match, request.node, request.line, request.passed)
        # What the last turn of a line did on the way to it.
        turn = Turn(node.parent.position, node.position) if request.line and node.parent else None
        steps = [] if turn is None else [effects_of(step) for step in turn.steps]
        return {**_position(node, ()), "steps": steps}

    return await _written(page, request.id, make)


async def _turn(page: Connection, room: Room, request: messages.InTurn) -> Reply:
    def make() -> Json:
        return _position(_node(room.match, request.node, request.line), tuple(request.actions))

    return await _written(page, request.id, make)


async def _marks(page: Connection, room: Room, request: messages.AskMarks) -> Reply:
    room.must_be_fair()

    def make() -> Json:
        node = _node(room.match, request.node, request.line)
        here = Turn.of(node.position, tuple(request.actions)).here
        return {"type": "marks", "node": node.id, **marks_of(here)}

    return await _written(page, request.id, make)


async def _why(page: Connection, room: Room, request: messages.Why) -> Reply:
    def make() -> Json:
        node = _node(room.match, request.node, request.line)
        turn, cells = Turn.of(node.position, tuple(request.actions)), tuple(request.cells)
        most = len(turn.here.game.geometry.cells)
        if any(cell >= most for cell in cells):
            raise Refusal(
                "bad message",
                f"the board has only {most} cells",
                f"o tabuleiro tem só {most} casas",
            )
        text = turn.why_not(*cells)
        return {
            "type": "why",
            "text": None if text is None else text_of(text),
            "cells": turn.culprits(*cells),
        }

    return await _written(page, request.id, make)


async def _written(page: Connection, mark: Mark, make: Callable[[], Json]) -> str:
    """An answer that takes longer than moments to make and to write."""
    return await page.services.work.do(page.address, lambda: compact({**make(), "id": mark}))


def _position(node: Node, actions: tuple[int, ...]) -> Json:
    position = position_of(Turn.of(node.position, actions))
    return {"type": "position", "node": node.id, "position": position}


def _node(match: Match, number: int, line: list[list[int]], passed: bool = False) -> Node:
    """What a request is about: a node, or what comes after it in a line."""
    node = match.node(number)
    if passed:
        other = other_side(node.position)
        node = node if other is None else Node(UNSTORED, None, other)
    for actions in line:
        node = match.tried(node, messages.by_actions(tuple(actions))(node.position))
    return node


# Playing


async def _play(page: Connection, room: Room, request: messages.Play) -> Reply:
    if request.type == "explore":
        return await _explore(page, room, request)
    if request.line:
        raise Refusal(
            "bad message",
            "a move of the game is played from a node, not a line",
            "uma jogada da partida joga-se a partir de um nó, não de uma linha",
        )
    played = await room.play(page, request.node, request.chooser())
    return {**DONE, "node": played.id}


async def _explore(page: Connection, room: Room, request: messages.Play) -> Reply:
    if request.line or not (page.seats or page.owner):
        tried = await page.services.work.do(page.address, lambda: _tried(room, request))
        return {**DONE, "node": tried}
    added = await room.explore(page, request.node, request.chooser())
    return {**DONE, "node": added.id}


def _tried(room: Room, request: messages.Play) -> int | Json:
    """A variation of somebody who only watches: theirs alone, kept nowhere."""
    room.must_be_fair()
    node = _must_be_open(_node(room.match, request.node, request.line))
    made = room.match.tried(node, request.chooser()(node.position))
    return made.facts() if made.id == UNSTORED else made.id


async def _resign(page: Connection, room: Room, request: messages.Resign) -> Reply:
    await room.resign(page, request.player)
    return DONE


async def _rename(page: Connection, room: Room, request: messages.Rename) -> Reply:
    await room.rename(page, request.player, clean_name(request.name))
    return DONE


async def _speed(page: Connection, room: Room, request: messages.Speed) -> Reply:
    await room.speed(page, request.seconds)
    return DONE


async def _hello(page: Connection, room: Room, request: messages.Hello) -> Reply:
    page.services.work.charge(page.address, len(room.match.nodes))
    return state_of(room, page, request.id)


async def _bare(page: Connection, room: Room, request: messages.BareRequest) -> Reply:
    """Requests that say nothing but what they are."""
    match request.type:
        case "ping":
            return {"type": "pong"}
        case "takeback":
            await room.takeback(page)
        case "draw":
            await room.draw(page)
        case "decline":
            await room.decline(page)
        case "rematch":
            return {**DONE, "match": await room.rematch(page)}
        case "pause" | "resume" as kind:
            await room.pause(page, kind == "pause")
        case "step":
            await room.step(page)
    return DONE


# Help: it takes time, and the answers come when they are there


async def _cancel(page: Connection, room: Room, request: messages.Cancel) -> Reply:
    page.stop_help(*request.what)
    return DONE


async def _hint(page: Connection, room: Room, request: messages.AskHint) -> None:
    at = room.match.state.current if request.node is None else request.node
    node = await _to_search(page, room, at, request.line)

    def search(job: Job) -> Json:
        found = learning.hint_for(job, node, request.grade)
        return {"type": "hint", "node": node.id, **found}

    _think(page, room, request, search)


async def _threats(page: Connection, room: Room, request: messages.Threats) -> None:
    node = await _to_search(page, room, request.node, request.line)

    def search(job: Job) -> Json:
        found = learning.threats(job, node.position, room.match.id)
        return {"type": "threats", "node": node.id, **found}

    _think(page, room, request, search)


async def _worths(page: Connection, room: Room, request: messages.AskWorths) -> None:
    node = await _to_search(page, room, request.node, request.line)

    def search(job: Job) -> Json:
        found = learning.worths_of(job, node.position, room.match.id)
        return {"type": "worths", "node": node.id, **found}

    _think(page, room, request, search)


async def _analyse(page: Connection, room: Room, request: messages.Analyse) -> None:
    node = await _to_search(page, room, request.node, request.line)
    match, limits = room.match, page.services.limits
    if request.bot is not None:
        safe_bot(match.game, request.bot, limits)
    bot = request.bot or strongest(match.game)
    tell, head = page.teller(request.id), {"type": "analysis", "node": node.id}
    study = learning.Study(
        node.position,
        bot,
        request.lines,
        min(request.seconds, limits.think_seconds),
        match.id,
        lambda facts: tell({**head, **facts}),
    )

    async def work() -> None:
        await page.services.compiler.ready_for(
            match.game, bot, waits=lambda: tell(learning.COMPILING)
        )
        await page.services.thinker.study(Ask("study", page.address, match.id), study)

    _begin(page, request, work)


async def _review(page: Connection, room: Room, request: messages.AskReview) -> None:
    room.must_be_fair()
    match = room.match
    node = match.node(match.state.current if request.node is None else request.node)
    tell = page.teller(request.id)
    review = KeptReview(page.services, page.address, match, node, request, tell)
    _begin(page, request, review.answer)


async def _to_search(page: Connection, room: Room, number: int, line: list[list[int]]) -> Node:
    """The node that help is asked about; lines take their time."""
    room.must_be_fair()
    return await page.services.work.do(
        page.address, lambda: _must_be_open(_node(room.match, number, line))
    )


def _think(
    page: Connection,
    room: Room,
    request: messages.AskHint | messages.Threats | messages.AskWorths,
    search: Callable[[Job], Json],
) -> None:
    """Begin a search of the strongest bot that has one answer."""
    match, tell = room.match, page.teller(request.id)

    async def work() -> None:
        await page.services.compiler.ready_for(
            match.game, strongest(match.game), waits=lambda: tell(learning.COMPILING)
        )
        ask = Ask("answer", page.address, match.id)
        tell(await page.services.thinker.run(ask, search))

    _begin(page, request, work)


def _begin(
    page: Connection, request: messages.AnyRequest, work: Callable[[], Awaitable[None]]
) -> None:
    """Begin what takes time; what goes wrong is said when it does."""

    async def run() -> None:
        try:
            await work()
        except Exception as error:
            page.fail(request.id, error)

    page.start_help(request.type, run())


def _must_be_open(node: Node) -> Node:
    if node.position.outcome is not None:
        raise Refusal(
            "over",
            "the game is over there, so there is nothing to search",
            "aí a partida acabou, por isso não há nada para pesquisar",
        )
    return node


HANDLERS: dict[type[messages.Request], Handler] = {
    messages.Hello: _hello,
    messages.AskLook: _look,
    messages.InTurn: _turn,
    messages.AskMarks: _marks,
    messages.Why: _why,
    messages.Play: _play,
    messages.Resign: _resign,
    messages.Rename: _rename,
    messages.Speed: _speed,
    messages.BareRequest: _bare,
    messages.Cancel: _cancel,
    messages.AskHint: _hint,
    messages.Threats: _threats,
    messages.AskWorths: _worths,
    messages.Analyse: _analyse,
    messages.AskReview: _review,
}
