"""A server that is killed in the middle of play loses no move that it has acknowledged."""

from __future__ import annotations

import threading
import time
from contextlib import suppress
from pathlib import Path

import pytest
from serving import Json, Page, Served, serving
from websockets.exceptions import ConnectionClosed

KILLS = 4
MATCHES = 3

Acknowledged = dict[str, list[tuple[int, str]]]


def play_on(page: Page, match: str, acknowledged: Acknowledged) -> None:
    """Play until the server is gone, and write down what it has acknowledged."""
    with suppress(ConnectionClosed, OSError, TimeoutError):
        node = page.state["match"]["current"]
        number = len(acknowledged[match])
        while True:
            position = page.position(node)
            if not position["steps"]:
                return
            steps = [step for step in position["steps"] if step["ends"]]
            step = steps[number % len(steps)]
            number += 1
            answer = page.ask(type="move", node=node, actions=[step["action"]])
            assert answer["type"] == "done", answer
            node = answer["node"]
            acknowledged[match].append((node, step["text"]))


def test_kill_after_kill_nothing_is_lost(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'games.sqlite'}"
    served = Served(database, TABULEIRO_PLAIN="1")
    made = [served.new("focus", options={"size": 6, "repetition": "none"}) for _ in range(MATCHES)]
    acknowledged: Acknowledged = {match["id"]: [] for match in made}
    try:
        for kill in range(KILLS):
            play_and_kill(served, made, acknowledged, 3 + 2 * kill)
            served = Served(database, TABULEIRO_PLAIN="1")
            check(served, acknowledged)
    finally:
        served.stop()


def play_and_kill(served: Served, made: list[Json], acknowledged: Acknowledged, moves: int) -> None:
    """Play some moves in all matches at once and kill the server in the midst of it."""
    pages = [served.page(match) for match in made]
    players = [
        threading.Thread(target=play_on, args=(page, match["id"], acknowledged))
        for page, match in zip(pages, made, strict=True)
    ]
    before = sum(map(len, acknowledged.values()))
    for player in players:
        player.start()
    while sum(map(len, acknowledged.values())) < before + moves:
        assert any(player.is_alive() for player in players)
        time.sleep(0.002)
    served.kill()
    for player in players:
        player.join()
    for page in pages:
        with suppress(ConnectionClosed, OSError):
            page.close()


def check(served: Served, acknowledged: Acknowledged) -> None:
    """The next server must know everything that the last one has acknowledged."""
    for match, told in acknowledged.items():
        kept = served.http.get(f"/api/matches/{match}").json()
        nodes = [(node["id"], node["move"]) for node in kept["nodes"][1:]]
        assert nodes[: len(told)] == told
        assert len(nodes) <= len(told) + 1  # one may be stored and not yet acknowledged
        assert kept["match"]["current"] == len(nodes)
        acknowledged[match] = nodes


def test_after_a_restart_bots_think_and_clocks_go_on(tmp_path: Path) -> None:
    database = tmp_path / "games.sqlite"
    with serving(database) as served:
        slow = served.new("shobu", "human", "master,seconds=40")
        timed = served.new("fanorona", clock={"seconds": 600, "increment": 0})
        page = served.page(slow)
        page.play_any(0)
        with served.page(timed) as other:
            other.ask(type="move", node=0, text="e2-e3a")
        served.kill()
        with suppress(ConnectionClosed, OSError):
            page.close()
    with serving(database) as served:
        with served.page(slow) as page:
            assert page.state["match"]["current"] == 1
            assert page.state["match"]["thinking"] == 1
        with served.page(timed) as page:
            clock = page.state["match"]["clock"]
            assert clock["running"] == 1
            assert clock["seconds"][0] == 600
            assert 0 < clock["seconds"][1] <= 600


def test_a_server_that_is_asked_to_stop_tells_its_pages(tmp_path: Path) -> None:
    with serving(tmp_path / "games.sqlite") as served:
        page = served.page(served.new("aboyne"))
        served.stop()
        with pytest.raises(ConnectionClosed) as closed:
            page.wait("nothing more")
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1012
        page.close()
