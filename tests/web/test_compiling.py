"""Compiling ahead of use: in a helper's process, and whoever waits for it is told."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from starlette.websockets import WebSocket

from tabuleiro.game import Game, game
from tabuleiro.web import compiling
from tabuleiro.web.answering import answer
from tabuleiro.web.compiling import Compiler, Helper
from tabuleiro.web.connection import Connection
from tabuleiro.web.limits import Limits
from tabuleiro.web.match import Match, Seat, new_match
from tabuleiro.web.room import Room
from tabuleiro.web.services import Services
from tabuleiro.web.store import MatchStore
from tabuleiro.web.thinking import Thinker
from tabuleiro.web.work import Work

WAIT = 120
HELP = {
    "hint": {"node": 0, "grade": 1},
    "analyse": {"node": 0, "seconds": 0.05},
    "worths": {"node": 0},
}


def test_one_process_serves_a_game_and_another_the_next() -> None:
    async def compile_some() -> None:
        helper = Helper()
        aboyne, focus = game("aboyne"), game("focus")

        def process() -> asyncio.subprocess.Process:
            assert helper._process is not None
            return helper._process

        await helper.compile(aboyne, "alphabeta")
        first = process()
        await helper.compile(aboyne, "no such unit")  # what is wrong with it, others say
        await helper.compile(aboyne, "mcts")
        assert process() is first
        first.kill()
        await helper.compile(aboyne, "mcts")  # it is lost, and so is the question
        await helper.compile(aboyne, "mcts")
        second = process()
        await helper.compile(focus, "mcts")
        assert len({first, second, process()}) == 3
        await helper.close()
        assert helper._process is None

    asyncio.run(asyncio.wait_for(compile_some(), WAIT))


def test_a_game_waits_again_after_another_unit_was_compiled_for_somebody(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    compiler, aboyne = Compiler(), game("aboyne")
    seen = []

    async def compile_it(game: Game, unit: str) -> None:
        seen.append((unit, compiler.current, compiler.states["aboyne"]))

    monkeypatch.setattr(compiling, "_are_cached", lambda game, units: False)
    monkeypatch.setattr(compiling, "_load", lambda game, unit: None)
    monkeypatch.setattr(compiler._helper, "compile", compile_it)

    async def ask() -> None:
        compiler.states = {"aboyne": "waiting"}
        await compiler.ready(aboyne, "mcts")
        assert compiler.states == {"aboyne": "waiting"}
        await compiler.ready(aboyne)
        assert compiler.states == {"aboyne": "ready"}

    asyncio.run(ask())
    assert seen == [("mcts", "aboyne", "compiling"), ("alphabeta", "aboyne", "compiling")]


def test_a_game_that_somebody_opens_comes_next(monkeypatch: pytest.MonkeyPatch) -> None:
    compiler, order = Compiler(), []
    games = [game(name) for name in ("aboyne", "hex", "othello")]

    async def compile_it(game: Game, unit: str) -> None:
        order.append((game.name, unit))
        compiler.opened = "othello"

    monkeypatch.setattr(compiling, "all_games", lambda: list(games))
    monkeypatch.setattr(compiling, "_are_cached", lambda game, units: False)
    monkeypatch.setattr(compiling, "_load", lambda game, unit: None)
    monkeypatch.setattr(compiling.gc, "freeze", lambda: None)
    monkeypatch.setattr(compiler._helper, "compile", compile_it)
    asyncio.run(compiler.warm_up())
    assert [unit for name, unit in order if name == "aboyne"] == [
        "alphabeta",
        "alphabeta+net",
        "mcts",
    ]
    assert list(dict.fromkeys(name for name, _ in order)) == ["aboyne", "othello", "hex"]
    assert set(compiler.states.values()) == {"ready"}


@pytest.mark.parametrize("is_cached", [True, False])
def test_whoever_asks_for_help_hears_that_it_is_compiled_first(
    is_cached: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And only then: what was compiled before is there in moments."""
    monkeypatch.setattr(compiling, "_are_cached", lambda game, units: is_cached)
    store = MatchStore(f"sqlite:///{tmp_path}/games.sqlite")
    row, rows = new_match(game("aboyne", side=3), (Seat("human"), Seat("human")))

    class Quick(Compiler):
        async def ready(self, game: Game, unit: str = "") -> None:
            pass

    async def silence(*_: object) -> Any:
        return {}

    async def heard() -> list[str]:
        limits = Limits()
        services = Services(store, Thinker(limits), Quick(), limits, Work(limits))
        room = Room(Match(row, list(rows)), services)
        scope = {"type": "websocket", "client": ("192.0.2.1", 1), "headers": []}
        page = Connection(WebSocket(scope, silence, silence), services)
        kinds = []
        for kind, more in HELP.items():
            await answer(page, room, json.dumps({"type": kind, "id": 1, **more}))
            while (said := json.loads(str(await page._out.get())))["type"] == "compiling":
                assert said == {"type": "compiling", "id": 1}
                kinds.append(kind)
            while said.get("running"):
                said = json.loads(str(await page._out.get()))
        services.thinker.close()
        services.work.close()
        return kinds

    try:
        assert asyncio.run(asyncio.wait_for(heard(), WAIT)) == ([] if is_cached else list(HELP))
    finally:
        store.close()
