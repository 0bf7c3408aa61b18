"""The HTTP part of the lab: what a search did, node by node, and the boards on its way."""

from __future__ import annotations

import asyncio
from dataclasses import asdict
from typing import Annotated

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse
from pydantic import Field

from tabuleiro.bots.analysis import nothing_to_search
from tabuleiro.bots.limit import Limit
from tabuleiro.bots.presets import bot_title
from tabuleiro.bots.trace import Trace
from tabuleiro.errors import JobFailed
from tabuleiro.game import Game
from tabuleiro.kernel.scores import PROVEN, WIN
from tabuleiro.position import Position
from tabuleiro.web.asking import ANSWERS, Body, Failure, Name, Options, PositionText
from tabuleiro.web.catalogue import known_game
from tabuleiro.web.connection import address_of
from tabuleiro.web.limits import check_bot
from tabuleiro.web.match import chosen_game
from tabuleiro.web.scheduling import Ask
from tabuleiro.web.shapes import Json, outcome_of, players_of, text_of, view_of
from tabuleiro.web.site import Here
from tabuleiro.web.thinking import Job

MOST_NODES = 10_000
"""Of a trace that a page gets: about half a megabyte."""
SECONDS = 2.0
"""The longest that a traced search runs."""
LONGEST_PATH = 400
PATIENCE = 20
"""Seconds that a request waits for its search to be compiled."""

BotText = Annotated[str, Field(max_length=400)]
Step = Annotated[int, Field(ge=0, le=1 << 30)]


class NotYet(JobFailed):
    """Something takes longer than an answer may; who asks again finds it done."""


class TraceWanted(Body):
    """A search to be looked into."""

    options: Options = Field(default_factory=dict)
    position: PositionText | None = None
    bot: BotText = "hard"
    depth: Annotated[int, Field(ge=1, le=30)] | None = None
    iterations: Annotated[int, Field(ge=1, le=100_000)] | None = None
    nodes: Annotated[int, Field(ge=1, le=MOST_NODES)] = MOST_NODES


class PathWanted(Body):
    """Steps from a position, over as many turns as one likes."""

    options: Options = Field(default_factory=dict)
    position: PositionText
    actions: Annotated[list[Step], Field(max_length=LONGEST_PATH)]


router = APIRouter(prefix="/api/games/{name}", responses=ANSWERS)


@router.post("/trace", responses={503: {"model": Failure, "description": "Not yet."}})
async def trace(site: Here, request: Request, name: Name, wanted: TraceWanted) -> Response:
    """What a search did: its nodes in the order of visits, column by column."""
    address = address_of(request)

    def read() -> Position:
        game = chosen_game(known_game(name), wanted.options)
        check_bot(game, wanted.bot, site.limits)
        start = game.start() if wanted.position is None else game.position(wanted.position)
        if start.outcome is not None:
            raise nothing_to_search()
        return start

    start = await site.work.do(address, read)
    try:
        async with asyncio.timeout(PATIENCE):
            await site.compiler.ready_for(start.game, wanted.bot, traced=True)
    except TimeoutError:
        raise NotYet(
            "the search of this game is still being compiled; ask again in a moment",
            "a pesquisa deste jogo ainda está a ser compilada; pede outra vez daqui a pouco",
        ) from None
    ask = Ask("answer", address, "lab", ("trace", start.game, wanted.bot), SECONDS)

    def search(job: Job) -> Trace:
        seconds = SECONDS * job.share
        limit = Limit(seconds, depth=wanted.depth, iterations=wanted.iterations)
        with (
            job.bot(start.game, wanted.bot, object()) as bot,
            job.follow(bot.search(start, limit, trace=wanted.nodes)) as found,
        ):
            return found.trace

    found = await site.thinker.run(ask, search)
    return await site.work.do(address, lambda: JSONResponse(_facts(found, wanted.bot)))


@router.post("/path")
async def path(site: Here, request: Request, name: Name, wanted: PathWanted) -> Response:
    """The board after some steps."""

    def look() -> Response:
        here = chosen_game(known_game(name), wanted.options).position(wanted.position)
        cells: tuple[int, ...] = ()
        for action in wanted.actions:
            after = here.step(action)
            cells = here.game.touched(here, action)
            here = after
        return JSONResponse(
            {
                "text": here.text,
                "view": view_of(here),
                "player": here.player,
                "players": players_of(here),
                "outcome": outcome_of(here),
                "cells": cells,
            }
        )

    return await site.work.do(address_of(request), look)


def _facts(trace: Trace, bot: str) -> Json:
    """A trace as a page gets it: with a board, texts of steps, and what values mean."""
    start = trace.position
    game: Game = start.game
    texts = list(dict.fromkeys(trace.steps))
    places = {text: i for i, text in enumerate(texts)}
    title = bot_title(game, bot)
    return {
        **trace.facts(),
        "title": text_of(game.title),
        "bot_title": None if title is None else text_of(title),
        "geometry": asdict(game.geometry),
        "players": players_of(start),
        "view": view_of(start),
        "texts": texts,
        "step": [places[text] for text in trace.steps],
        "win": WIN,
        "proven": PROVEN,
    }
