"""Lines beside the tree: what a page looks ahead at, and what somebody tries who only watches."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from serving import Json, Served, serving

from tabuleiro.game import game


def turn_of(name: str, number: int = 0) -> list[int]:
    """The steps of a legal turn at the start."""
    return list(game(name).start().legal_moves[number].actions)


def test_a_line_is_looked_at_without_being_played(served: Served) -> None:
    made = served.new("fanorona")
    start = game("fanorona").start()
    first = start.legal_moves[0]
    second = start.play(first).legal_moves[0]
    line = [list(first.actions), list(second.actions)]
    with served.page(made) as page:
        answer = page.ask(type="look", node=0, line=line)
        assert answer["position"]["text"] == start.play(first).play(second).text
        assert len(page.ask(type="hello")["nodes"]) == 1
        refused = page.ask(type="move", node=0, line=line[:1], actions=line[1])
        assert refused["code"] == "bad message"
        unfinished = page.ask(type="look", node=0, line=[[]])
        assert unfinished["text"] == "these steps are not a whole turn"
        illegal = page.ask(type="look", node=0, line=[line[0], line[0]])
        assert illegal["code"] == "illegal"


def test_a_line_of_threats_begins_with_the_other_side(served: Served) -> None:
    made = served.new("aboyne")
    with served.page(made) as page:
        assert page.ask(type="look", node=0)["position"]["player"] == 0
        assert page.ask(type="look", node=0, passed=True)["position"]["player"] == 1


def test_whoever_watches_tries_moves_of_their_own(served: Served) -> None:
    made = served.new("shobu")
    with served.page(made) as player, served.page(made, None) as watcher:
        tried = watcher.ask(type="explore", node=0, actions=turn_of("shobu"))["node"]
        assert tried["id"] == -1
        assert tried["move"] == game("shobu").start().legal_moves[0].text
        assert tried["steps"]
        again = watcher.ask(
            type="explore",
            node=0,
            line=[turn_of("shobu")],
            text=game("shobu").start().play(tried["move"]).legal_moves[0].text,
        )["node"]
        assert again["ply"] == 2
        assert len(player.ask(type="hello")["nodes"]) == 1
        played = player.ask(type="move", node=0, actions=turn_of("shobu"))["node"]
        assert watcher.ask(type="explore", node=0, actions=turn_of("shobu"))["node"] == played


def test_nobody_tries_moves_while_two_people_play(served: Served) -> None:
    made = served.new("shobu", "human", "link")
    with served.page(made, None) as watcher:
        refused = watcher.ask(type="explore", node=0, actions=turn_of("shobu"))
        assert refused["code"] == "fair play"


def test_a_bot_answers_the_offer_of_a_draw(served: Served) -> None:
    made = served.new("fanorona", "human", "novice")
    with served.page(made) as page:
        page.ask(type="draw")
        answer = page.wait("declined")
        assert (answer["what"], answer["player"]) == ("draw", 1)
        assert page.ask(type="hello")["match"]["offers"]["draw"] is None


def test_who_declines_is_told_to_who_has_offered(served: Served) -> None:
    made = served.new("focus", "human", "link")
    with served.page(made) as ana, served.page(made, made["join"]) as rui:
        ana.ask(type="draw")
        rui.ask(type="decline")
        answer = ana.wait("declined")
        assert (answer["what"], answer["player"]) == ("draw", 1)


def hosts(served: Served, host: str = "") -> list[str]:
    """How others reach a server, as it says to whoever asks under a name."""
    headers = {"Host": host} if host else {}
    found: Json = served.http.get("/api/status", headers=headers).json()
    return list(found["hosts"])


def test_a_server_knows_who_can_reach_it(served: Served, tmp_path: Path) -> None:
    assert hosts(served) == []
    with serving(tmp_path / "games.sqlite", "--host", "0.0.0.0") as open_to_all:
        assert not any(host.startswith("127.") for host in hosts(open_to_all))
        assert hosts(open_to_all, "192.0.2.77") == []  # others need not know
    with serving(tmp_path / "games.sqlite", "--host", "127.0.0.2") as named:
        assert hosts(named) == []


def test_leaving_during_a_review_logs_nothing(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with serving(tmp_path / "games.sqlite") as server:
        made = server.new("fanorona", options={"width": 5, "height": 5})
        page = server.page(made)
        node = 0
        for _ in range(4):
            node = page.play_any(node)["node"]
        page.send({"type": "review", "id": 99, "seconds": 2})
        while page.receive()["type"] != "progress":
            pass
        page.close()
        while server.http.get("/api/status").json()["thinking"]:
            time.sleep(0.05)
    assert capfd.readouterr().err == ""
