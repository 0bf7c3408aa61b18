"""The HTTP part: games, boards, matches and records, with an OpenAPI description."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from functools import lru_cache
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Header, Path, Query, Response
from fastapi.responses import JSONResponse, PlainTextResponse
from pydantic import BaseModel, ConfigDict, Field

from tabuleiro.errors import InvalidOption, TabuleiroError
from tabuleiro.game import Game, all_games, game_names, make_game
from tabuleiro.games.base import Language
from tabuleiro.move import Move
from tabuleiro.position import Position
from tabuleiro.record import Record
from tabuleiro.turn import Turn
from tabuleiro.version import VERSION
from tabuleiro.web.compiling import Compiler
from tabuleiro.web.editing import arranged
from tabuleiro.web.limits import NAME_LENGTH, Limits, TooMuch, safe_bot
from tabuleiro.web.match import (
    ClockRule,
    Names,
    Seat,
    chosen_game,
    clean_name,
    hash_of,
    new_match,
    new_secret,
    rights_of,
)
from tabuleiro.web.rooms import Rooms
from tabuleiro.web.shapes import Json, game_of, opponent_of, position_of
from tabuleiro.web.socket import tree_of
from tabuleiro.web.store import MatchRow, NodeRow, Store, create, remove

MOST_LISTED = 200
LONGEST_RECORDED = 400
"""Letters of a name in a record; a bot may be called by all its settings."""
UNKNOWN = ("?", "human")
"""How records call players who have no name."""

Value = bool | int | float | Annotated[str, Field(max_length=200)]
Options = Annotated[dict[Annotated[str, Field(max_length=60)], Value], Field(max_length=40)]
PositionText = Annotated[str, Field(max_length=2000)]
Name = Annotated[str, Path(max_length=60, description="The name of a game.")]
MatchId = Annotated[str, Path(max_length=32, description="The id of a match.")]


class Body(BaseModel):
    """What a request may contain, and nothing else."""

    model_config = ConfigDict(extra="forbid")


class Failure(BaseModel):
    """What went wrong, in one sentence."""

    error: str


class Missing(TabuleiroError):
    """Something that was asked for is not there."""


class Forbidden(TabuleiroError):
    """Something that may not be done without the right secret."""


class BoardWanted(Body):
    """A board with options and, perhaps, a position."""

    options: Options = Field(default_factory=dict)
    position: PositionText | None = None


class PieceWanted(Body):
    """A piece, or a stack from bottom to top, on a cell."""

    cell: Annotated[int, Field(ge=0, le=1000)]
    owners: Annotated[list[Literal[0, 1]], Field(min_length=1, max_length=12)]
    label: Annotated[str, Field(max_length=4)] = ""


class EditWanted(Body):
    """What stands where, to be made a position."""

    options: Options = Field(default_factory=dict)
    pieces: Annotated[list[PieceWanted], Field(max_length=400)]
    player: Literal[0, 1] = 0
    reserve: tuple[Annotated[int, Field(ge=0, le=99)], Annotated[int, Field(ge=0, le=99)]] = (0, 0)
    position: PositionText | None = None


class BotWanted(Body):
    """A bot text to be checked."""

    options: Options = Field(default_factory=dict)
    bot: Annotated[str, Field(max_length=400)]


class SeatWanted(Body):
    """Who plays a side."""

    kind: Literal["human", "link", "bot"] = "human"
    name: Annotated[str, Field(max_length=NAME_LENGTH)] = ""
    bot: Annotated[str, Field(max_length=400)] | None = None


class ClockWanted(Body):
    """Seconds for each player, and what each turn adds."""

    seconds: Annotated[float, Field(gt=0, le=86_400, allow_inf_nan=False)]
    increment: Annotated[float, Field(ge=0, le=600, allow_inf_nan=False)] = 0.0


class MatchWanted(Body):
    """A new match."""

    game: Annotated[str, Field(max_length=60)] | None = None
    options: Options = Field(default_factory=dict)
    seed: Annotated[int, Field(ge=0, le=1 << 62)] | None = None
    seats: Annotated[list[SeatWanted], Field(min_length=2, max_length=2)]
    clock: ClockWanted | None = None
    position: PositionText | None = None
    record: Annotated[str, Field(max_length=400_000)] | None = None
    analysis: bool = False


def make_router(rooms: Rooms, compiler: Compiler, limits: Limits, public: bool) -> APIRouter:
    """The endpoints of a server; a public one does not list everybody's matches."""
    store, thinker = rooms.services.store, rooms.services.thinker
    answers: dict[int | str, dict[str, Any]] = {
        code: {"model": Failure, "description": what}
        for code, what in {
            400: "What was asked for is not possible.",
            404: "There is no such thing.",
            413: "Too long.",
            421: "Not for this server.",
            422: "The request cannot be read.",
            429: "Too many requests.",
        }.items()
    }
    router = APIRouter(prefix="/api", responses=answers)

    @router.get("/status")
    async def status() -> Json:
        """Whether the games are compiled, and how busy the server is."""
        return {
            "version": VERSION,
            "games": compiler.states,
            "compiling": compiler.current,
            "matches": len(rooms),
            "thinking": thinker.running,
        }

    @router.get("/games")
    async def games() -> Response:
        """All games."""
        found = await asyncio.to_thread(all_facts)
        return JSONResponse([_with_state(facts, compiler) for facts in found])

    @router.get("/games/{name}")
    async def one_game(name: Name) -> Response:
        """A game: its start, its options, its bots."""
        facts = await asyncio.to_thread(_game_facts, _known(name))
        return JSONResponse(_with_state(facts, compiler))

    @router.get("/games/{name}/rules", responses={200: _text("text/markdown")})
    async def rules(name: Name, language: Language = "en") -> Response:
        """The rules for people, as Markdown."""
        text = make_game(_known(name), {}).rules_text(language)
        return PlainTextResponse(text, media_type="text/markdown")

    @router.post("/games/{name}/board")
    async def board(name: Name, wanted: BoardWanted) -> Response:
        """A board with options; with a position text, whether it can be read."""
        played = chosen_game(_known(name), wanted.options)
        here = played.start() if wanted.position is None else played.position(wanted.position)
        return _board(here)

    @router.post("/games/{name}/edit")
    async def edit(name: Name, wanted: EditWanted) -> Response:
        """The position that an arrangement of pieces makes."""
        played = chosen_game(_known(name), wanted.options)
        pieces = [(piece.cell, tuple(piece.owners), piece.label) for piece in wanted.pieces]
        return _board(arranged(played, pieces, wanted.player, wanted.reserve, wanted.position))

    @router.post("/bots/{name}")
    async def bot(name: Name, wanted: BotWanted) -> Json:
        """Whether a bot text can be used."""
        played = chosen_game(_known(name), wanted.options)
        safe_bot(played, wanted.bot, limits)
        return {"bot": wanted.bot, "ok": True}

    @router.post("/matches", status_code=201)
    async def start_match(wanted: MatchWanted) -> Json:
        """Start a match; the answer has its secrets."""
        if await asyncio.to_thread(store.count) >= limits.stored_matches:
            raise TooMuch(
                "this server has no room for more matches",
                "este servidor não tem lugar para mais partidas",
            )
        row, moves = await asyncio.to_thread(_make_match, wanted, limits)
        seats = [Seat(seat.kind) for seat in wanted.seats]
        made = await add_match(store, row, moves, seats)
        return {key: made[key] for key in ("id", "token", "join")}

    @router.get("/matches", responses={403: answers[404]})
    async def listed(
        ids: Annotated[str | None, Query(max_length=8000)] = None,
        game: Annotated[str | None, Query(max_length=60)] = None,
        limit: Annotated[int, Query(ge=1, le=MOST_LISTED)] = 50,
        offset: Annotated[int, Query(ge=0, le=1_000_000)] = 0,
    ) -> Json:
        """Matches, the newest first."""
        if ids is None and public:
            raise Forbidden("this server does not list the matches of others; give ids")
        wanted = None if ids is None else [part for part in ids.split(",") if part][:500]
        rows, total = await asyncio.to_thread(store.listed, wanted, game, limit, offset)
        return {"matches": [_summary(row) for row in rows], "total": total}

    @router.get("/matches/{match}")
    async def one_match(match: MatchId) -> Response:
        """A match with all its moves."""
        room = await rooms.look(match)
        if room is None:
            raise Missing(f"there is no match {match!r}")
        return JSONResponse({"match": room.facts(), **tree_of(room.match)})

    @router.get("/matches/{match}/record", responses={200: _text("text/plain")})
    async def record(match: MatchId) -> Response:
        """The record of a match, as a text file."""
        room = await rooms.look(match)
        if room is None:
            raise Missing(f"there is no match {match!r}")
        name = f"{room.match.game.name}-{re.sub('[^A-Za-z0-9_-]', '', match)}.txt"
        return PlainTextResponse(
            room.match.record().text(),
            headers={"Content-Disposition": f'attachment; filename="{name}"'},
        )

    @router.delete(
        "/matches/{match}", status_code=204, response_class=Response, responses={403: answers[404]}
    )
    async def delete(
        match: MatchId, authorization: Annotated[str, Header(max_length=200)] = ""
    ) -> Response:
        """Remove a match; only its creator can."""
        rights = await asyncio.to_thread(store.rights, match)
        if not rights:
            raise Missing(f"there is no match {match!r}")
        given = hash_of(authorization.removeprefix("Bearer "))
        if not any(right.owner and right.hash == given for right in rights):
            raise Forbidden("only who has started the match can remove it")
        rooms.forget(match)
        await store.write(remove(match))
        return Response(status_code=204)

    return router


async def add_match(
    store: Store, row: MatchRow, moves: Sequence[NodeRow], seats: Sequence[Seat]
) -> Json:
    """Store a match with new secrets, and tell them."""
    owner = new_secret()
    link = new_secret() if any(seat.kind == "link" for seat in seats) else None
    await store.write(create(row, rights_of(seats, owner, link), moves))
    return {"match": row.id, "id": row.id, "token": owner, "join": link}


def _text(kind: str) -> dict[str, Any]:
    return {"content": {kind: {"schema": {"type": "string"}}}}


@lru_cache(maxsize=1)
def _names() -> tuple[str, ...]:
    """The games that are installed; looking for them takes its time."""
    return game_names()


def _known(name: str) -> str:
    if name not in _names():
        raise Missing(f"there is no game {name!r}; accepted: {', '.join(_names())}")
    return name


@lru_cache(maxsize=64)
def _game_facts(name: str) -> Json:
    return game_of(make_game(name, {}))


@lru_cache(maxsize=1)
def all_facts() -> list[Json]:
    """All games; made once."""
    return [_game_facts(each.name) for each in all_games()]


def _with_state(facts: Json, compiler: Compiler) -> Json:
    return {**facts, "state": compiler.states.get(facts["name"], "waiting")}


def _board(position: Position) -> Response:
    facts = {
        "geometry": asdict(position.game.geometry),
        "position": position_of(Turn(position)),
        "options": position.game.changed_options,
    }
    return JSONResponse(facts)


def _make_match(wanted: MatchWanted, limits: Limits) -> tuple[MatchRow, Sequence[NodeRow]]:
    """The rows of a match that a page asks for."""
    clock = None if wanted.clock is None else ClockRule(**wanted.clock.model_dump())
    start: Position | None = None
    moves: tuple[Move, ...] = ()
    ended: str | None = None
    recorded: Names = ("?", "?")
    if wanted.record is not None:
        loaded = Record.parse(wanted.record)
        game, start, moves = loaded.game, loaded.start, loaded.moves
        if wanted.analysis:
            recorded = loaded.players
        else:
            ended = loaded.result
    elif wanted.game is not None:
        game = chosen_game(_known(wanted.game), wanted.options, wanted.seed)
        start = None if wanted.position is None else game.position(wanted.position)
    else:
        raise InvalidOption("a match needs a game or a record")
    if len(moves) >= limits.nodes:
        raise InvalidOption(f"a match can have at most {limits.nodes} moves")
    first, second = (_seat(game, seat, limits) for seat in wanted.seats)
    names = _name(wanted.seats[0], recorded[0]), _name(wanted.seats[1], recorded[1])
    return new_match(
        game,
        (first, second),
        names=names,
        start=start,
        moves=moves,
        clock=clock,
        analysis=wanted.analysis,
        ended=ended,
    )


def _seat(game: Game, wanted: SeatWanted, limits: Limits) -> Seat:
    if wanted.kind != "bot":
        return Seat(wanted.kind)
    text = wanted.bot or opponent_of(game)
    safe_bot(game, text, limits)
    return Seat("bot", text)


def _name(wanted: SeatWanted, recorded: str) -> str:
    """The name that somebody gives, or else that of the record."""
    given = clean_name(wanted.name)
    return given or ("" if recorded in UNKNOWN else clean_name(recorded)[:LONGEST_RECORDED])


def _summary(row: MatchRow) -> Json:
    return {
        "id": row.id,
        "game": row.game,
        "title": _title(row.game),
        "seats": [
            {**seat, "name": name} for seat, name in zip(row.facts["seats"], row.names, strict=True)
        ],
        "result": row.result,
        "plies": row.plies,
        "created": datetime.fromtimestamp(row.created, UTC).isoformat(),
        "updated": datetime.fromtimestamp(row.updated, UTC).isoformat(),
        "analysis": row.analysis,
    }


def _title(name: str) -> Json:
    """The name of a game for people, also of one that is no longer installed."""
    title: Json = _game_facts(name)["title"] if name in _names() else {"en": name, "pt": name}
    return title
