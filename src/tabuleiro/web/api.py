"""The HTTP part: games, boards, matches and records, with an OpenAPI description."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Annotated, Any

from fastapi import APIRouter, Header, Query, Request, Response
from fastapi.responses import HTMLResponse, JSONResponse, PlainTextResponse

from tabuleiro.bots.knowing import is_solved
from tabuleiro.bots.presets import opponent
from tabuleiro.bots.review import opening_turns
from tabuleiro.errors import InvalidOption
from tabuleiro.game import Game, make_game
from tabuleiro.move import Move
from tabuleiro.position import Position
from tabuleiro.record import Record
from tabuleiro.text import Language
from tabuleiro.turn import Turn
from tabuleiro.version import VERSION
from tabuleiro.web.addresses import seen_from_outside
from tabuleiro.web.asking import (
    ANSWERS,
    BoardWanted,
    BotWanted,
    EditWanted,
    ExplorerWanted,
    MatchId,
    MatchWanted,
    Name,
    SeatWanted,
)
from tabuleiro.web.catalogue import all_facts, facts_of, installed, known_game, title_of, usual_game
from tabuleiro.web.compiling import Compiler
from tabuleiro.web.connection import address_of
from tabuleiro.web.editing import arranged
from tabuleiro.web.guard import is_from_here
from tabuleiro.web.limits import Limits, TooMuch, safe_bot
from tabuleiro.web.match import (
    ClockRule,
    Names,
    Seat,
    chosen_game,
    clean_name,
    compact,
    hash_of,
    new_match,
    new_secret,
    rights_of,
)
from tabuleiro.web.rows import MatchRow, NodeRow, create, remove
from tabuleiro.web.rules import rules_html
from tabuleiro.web.shapes import Json, position_of, seat_title
from tabuleiro.web.site import Forbidden, Here, Missing
from tabuleiro.web.store import MatchStore
from tabuleiro.web.turns import explored, key_of, played_in

MOST_LISTED = 200
LONGEST_RECORDED = 400
"""Letters of a name in a record; a bot may be called by all its settings."""
UNKNOWN = ("?", "human")
"""How records call players who have no name."""


def _text(kind: str) -> dict[str, Any]:
    return {"content": {kind: {"schema": {"type": "string"}}}}


router = APIRouter(prefix="/api", responses=ANSWERS)


@router.get("/status")
async def status(site: Here, request: Request) -> Json:
    """Whether the games are compiled, how busy the server is, and how others can reach it."""
    return {
        "version": VERSION,
        "games": site.compiler.states,
        "compiling": site.compiler.current,
        "matches": len(site.rooms),
        "thinking": site.thinker.running,
        # Only this machine's own browser learns what its network calls it.
        "hosts": seen_from_outside(site.host) if is_from_here(request) else [],
    }


@router.get("/games")
async def games(site: Here) -> Response:
    """All games."""
    found = await asyncio.to_thread(all_facts)
    return JSONResponse([_with_state(facts, site.compiler) for facts in found])


@router.get("/games/{name}")
async def one_game(site: Here, name: Name) -> Response:
    """A game: its start, its options, its bots."""
    facts = await asyncio.to_thread(facts_of, known_game(name))
    return JSONResponse(_with_state(facts, site.compiler))


@router.get("/games/{name}/rules", responses={200: _text("text/markdown")})
async def rules(name: Name, language: Language = "en") -> Response:
    """The rules for people, as Markdown."""
    text = make_game(known_game(name), {}).rules_text(language)
    return PlainTextResponse(text, media_type="text/markdown")


@router.get("/games/{name}/rules.html", responses={200: _text("text/html")})
async def rules_page(name: Name, language: Language = "en") -> Response:
    """The rules for people, as a part of a page with drawn diagrams."""
    played = usual_game(known_game(name))
    return HTMLResponse(await asyncio.to_thread(rules_html, played, language))


@router.post("/games/{name}/board")
async def board(site: Here, request: Request, name: Name, wanted: BoardWanted) -> Response:
    """A board with options; with a position text, whether it can be read."""

    def make() -> Response:
        played = chosen_game(known_game(name), wanted.options)
        here = played.start() if wanted.position is None else played.position(wanted.position)
        return _board(here)

    return await site.work.do(address_of(request), make)


@router.post("/games/{name}/edit")
async def edit(site: Here, request: Request, name: Name, wanted: EditWanted) -> Response:
    """The position that an arrangement of pieces makes."""
    pieces = [(piece.cell, tuple(piece.owners), piece.label) for piece in wanted.pieces]

    def make() -> Response:
        played = chosen_game(known_game(name), wanted.options)
        return _board(arranged(played, pieces, wanted.player, wanted.reserve, wanted.position))

    return await site.work.do(address_of(request), make)


@router.post("/bots/{name}")
async def bot(site: Here, request: Request, name: Name, wanted: BotWanted) -> Json:
    """Whether a bot text can be used."""

    def check() -> None:
        safe_bot(chosen_game(known_game(name), wanted.options), wanted.bot, site.limits)

    await site.work.do(address_of(request), check)
    return {"bot": wanted.bot, "ok": True}


@router.post("/matches", status_code=201)
async def start_match(site: Here, request: Request, wanted: MatchWanted) -> Json:
    """Start a match; the answer has its secrets."""
    if await asyncio.to_thread(site.store.count) >= site.limits.stored_matches:
        raise TooMuch(
            "this server has no room for more matches",
            "este servidor não tem lugar para mais partidas",
        )
    recorded = 0 if wanted.record is None else len(wanted.record.split())
    row, moves = await site.work.do(
        address_of(request), lambda: _make_match(wanted, site.limits), recorded
    )
    seats = [Seat(seat.kind) for seat in wanted.seats]
    made = await add_match(site.store, row, moves, seats)
    return {key: made[key] for key in ("id", "token", "join")}


@router.post("/games/{name}/explorer")
async def explorer(site: Here, request: Request, name: Name, wanted: ExplorerWanted) -> Response:
    """The turns that were played in a position: in all games of this machine, or in one's own
    on a server for others."""
    everybody = not site.public and is_from_here(request)
    own = None if everybody else [hash_of(secret) for secret in wanted.secrets]

    def find() -> Json:
        played = chosen_game(known_game(name), wanted.options)
        here = played.start() if wanted.position is None else played.position(wanted.position)
        return explored(here, played_in(site.store, key_of(here), own), everybody)

    return JSONResponse(await site.work.do(address_of(request), find))


@router.get("/matches")
async def listed(
    site: Here,
    request: Request,
    ids: Annotated[str | None, Query(max_length=8000)] = None,
    game: Annotated[str | None, Query(max_length=60)] = None,
    search: Annotated[str | None, Query(max_length=60)] = None,
    limit: Annotated[int, Query(ge=1, le=MOST_LISTED)] = 50,
    offset: Annotated[int, Query(ge=0, le=1_000_000)] = 0,
) -> Json:
    """Matches, the newest first."""
    if ids is None and (site.public or not is_from_here(request)):
        raise Forbidden(
            "this server does not list the matches of others; give ids",
            "este servidor não mostra as partidas dos outros; indica os ids",
        )
    wanted = None if ids is None else [part for part in ids.split(",") if part][:500]
    rows, total = await asyncio.to_thread(site.store.listed, wanted, game, limit, offset, search)
    return {"matches": [_summary(row) for row in rows], "total": total}


@router.get("/matches/{match}")
async def one_match(site: Here, request: Request, match: MatchId) -> Response:
    """A match with all its moves."""
    room = await site.rooms.read(match, address_of(request))
    if room is None:
        raise Missing(f"there is no match {match!r}", f"não há nenhuma partida {match!r}")
    text = f'{{"match":{compact(room.facts())},{room.match.tree()[1:]}'
    return Response(text, media_type="application/json")


@router.get("/matches/{match}/record", responses={200: _text("text/plain")})
async def record(site: Here, request: Request, match: MatchId) -> Response:
    """The record of a match, as a text file."""
    address = address_of(request)
    room = await site.rooms.look(match, address)
    if room is None:
        raise Missing(f"there is no match {match!r}", f"não há nenhuma partida {match!r}")
    made = room.match.record()
    name = f"{room.match.game.name}-{re.sub('[^A-Za-z0-9_-]', '', match)}.txt"
    return PlainTextResponse(
        await site.work.do(address, made.text, len(made.moves)),
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


@router.delete("/matches/{match}", status_code=204, response_class=Response)
async def delete(
    site: Here, match: MatchId, authorization: Annotated[str, Header(max_length=200)] = ""
) -> Response:
    """Remove a match; only its creator can."""
    rights = await asyncio.to_thread(site.store.rights, match)
    if not rights:
        raise Missing(f"there is no match {match!r}", f"não há nenhuma partida {match!r}")
    given = hash_of(authorization.removeprefix("Bearer "))
    if not any(right.owner and right.hash == given for right in rights):
        raise Forbidden(
            "only who has started the match can remove it",
            "só quem começou a partida a pode apagar",
        )
    site.rooms.forget(match)
    await site.store.write(remove(match))
    site.rooms.forget(match)  # somebody may have looked at it meanwhile
    return Response(status_code=204)


async def add_match(
    store: MatchStore, row: MatchRow, moves: Sequence[NodeRow], seats: Sequence[Seat]
) -> Json:
    """Store a match with new secrets, and tell them."""
    owner = new_secret()
    link = new_secret() if any(seat.kind == "link" for seat in seats) else None
    await store.write(create(row, rights_of(seats, owner, link), moves))
    return {"match": row.id, "id": row.id, "token": owner, "join": link}


def _with_state(facts: Json, compiler: Compiler) -> Json:
    return {**facts, "state": compiler.states.get(facts["name"], "waiting")}


def _board(position: Position) -> Response:
    facts = {
        "geometry": asdict(position.game.geometry),
        "position": position_of(Turn(position)),
        "options": position.game.changed_options,
        "solved": is_solved(position.game),
    }
    return JSONResponse(facts)


def _make_match(wanted: MatchWanted, limits: Limits) -> tuple[MatchRow, Sequence[NodeRow]]:
    """The rows of a match that a page asks for."""
    clock = None if wanted.clock is None else ClockRule(**wanted.clock.model_dump())
    start: Position | None = None
    moves: tuple[Move, ...] = ()
    ended: str | None = None
    recorded: Names = ("?", "?")
    opening = 0
    if wanted.record is not None:
        loaded = Record.parse(wanted.record)
        opening = opening_turns(loaded)
        game, start, moves = loaded.game, loaded.start, loaded.moves
        if wanted.analysis:
            recorded = loaded.players
        else:
            ended = loaded.result
    elif wanted.game is not None:
        game = chosen_game(known_game(wanted.game), wanted.options, wanted.seed)
        start = None if wanted.position is None else game.position(wanted.position)
    else:
        raise InvalidOption(
            "a match needs a game or a record", "uma partida precisa de um jogo ou de um registo"
        )
    if len(moves) >= limits.nodes:
        raise InvalidOption(
            f"a match can have at most {limits.nodes} moves",
            f"uma partida pode ter no máximo {limits.nodes} jogadas",
        )
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
        opening=opening,
    )


def _seat(game: Game, wanted: SeatWanted, limits: Limits) -> Seat:
    if wanted.kind != "bot":
        return Seat(wanted.kind)
    text = wanted.bot or opponent(game)
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
        "title": title_of(row.game),
        "seats": [
            {
                **seat,
                "name": name,
                "title": seat_title(usual_game(row.game), seat["bot"], name, row.analysis)
                if row.game in installed()
                else None,
            }
            for seat, name in zip(row.facts["seats"], row.names, strict=True)
        ],
        "result": row.result,
        "plies": row.plies,
        "created": datetime.fromtimestamp(row.created, UTC).isoformat(),
        "updated": datetime.fromtimestamp(row.updated, UTC).isoformat(),
        "analysis": row.analysis,
    }
