"""The HTTP part of experiments."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Depends, Path, Request, Response
from fastapi.responses import FileResponse
from pydantic import BaseModel, ConfigDict, Field

from tabuleiro.text import Language
from tabuleiro.web.api import add_match
from tabuleiro.web.arenas import MOST_BOTS
from tabuleiro.web.asking import ANSWERS, Options
from tabuleiro.web.bots import brief_thought
from tabuleiro.web.guard import is_from_here
from tabuleiro.web.match import Seat, new_match
from tabuleiro.web.shapes import Json
from tabuleiro.web.site import Forbidden, Here
from tabuleiro.web.turns import forget_experiment

Name = Annotated[str, Path(max_length=40, description="The id of an experiment.")]
FieldValue = bool | int | float | Annotated[str, Field(max_length=200)]


class ArenaWanted(BaseModel):
    """An experiment: a game, its options, the bots, and the fields of the form."""

    model_config = ConfigDict(extra="allow")

    game: Annotated[str, Field(max_length=60)]
    options: Options = Field(default_factory=dict)
    bots: Annotated[
        list[Annotated[str, Field(max_length=400)]], Field(min_length=1, max_length=MOST_BOTS)
    ]
    __pydantic_extra__: dict[str, FieldValue] = Field(init=False)


def must_be_private(site: Here, request: Request) -> None:
    """On a public server nobody can start experiments, nor look at them."""
    if site.public or not is_from_here(request):
        raise Forbidden(
            "experiments run only on a server that serves its own machine alone",
            "só há experiências num servidor que serve apenas a própria máquina",
        )


router = APIRouter(responses=ANSWERS)
private = APIRouter(prefix="/api/arenas", dependencies=[Depends(must_be_private)])


@router.get("/api/arenas/form")
async def form(site: Here) -> Json:
    """What the form asks for, declared like options."""
    return {"fields": site.arenas.form()}


@private.get("")
async def listed(site: Here) -> Json:
    """All experiments, the newest first."""

    def read() -> list[Json]:
        return [site.arenas.summary(name) for name in site.arenas.names()[:100]]

    return {"arenas": await asyncio.to_thread(read)}


@private.post("", status_code=201)
async def start(site: Here, wanted: ArenaWanted) -> Json:
    """Start an experiment."""
    given = dict(wanted.model_extra or {})
    name = await asyncio.to_thread(
        site.arenas.start, wanted.game, dict(wanted.options), list(wanted.bots), given
    )
    return {"id": name}


@private.get("/{name}")
async def one(site: Here, name: Name, language: Language = "en") -> Json:
    """How an experiment stands, and what it has found."""
    return await asyncio.to_thread(site.arenas.facts, name, language)


@private.post("/{name}/resume")
async def resume(site: Here, name: Name) -> Json:
    """Go on with an experiment that was stopped."""
    await asyncio.to_thread(site.arenas.resume, name)
    return {"id": name}


@private.get("/{name}/report", responses={200: {"content": {"text/html": {}}}})
async def report(site: Here, name: Name, language: Language = "en") -> Response:
    """The report as one file."""
    path = await asyncio.to_thread(site.arenas.report, name, language)
    return FileResponse(path, media_type="text/html", filename=f"{name}.html")


@private.post("/{name}/games/{number}", status_code=201)
async def replay(site: Here, name: Name, number: Annotated[int, Path(ge=0, le=1_000_000)]) -> Json:
    """A match made of a game, to be replayed."""
    record, thoughts = await asyncio.to_thread(site.arenas.record, name, number)
    told = [None if thought is None else brief_thought(*thought) for thought in thoughts]
    seats = (Seat("human"), Seat("human"))
    row, moves = await asyncio.to_thread(
        new_match,
        record.game,
        seats,
        names=record.players,
        start=record.start,
        moves=record.moves,
        analysis=True,
        thoughts=[None] * (len(record.moves) - len(told)) + told,
    )
    return await add_match(site.store, row, moves, seats)


@private.delete("/{name}", status_code=204, response_class=Response)
async def remove(site: Here, name: Name) -> Response:
    """Stop an experiment that runs, or remove one that does not."""
    await asyncio.to_thread(site.arenas.stop_or_remove, name)
    if name not in await asyncio.to_thread(site.arenas.names):
        await site.store.write(forget_experiment(name))
    return Response(status_code=204)


router.include_router(private)
