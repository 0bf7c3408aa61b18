"""Playing over a real socket: seats, moves, variations, takeback, clocks, bots and help."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
from serving import Page, Served, serving

from tabuleiro import Record, game, game_names
from tabuleiro.position import Position


def turn_of(position: Position, number: int = 0) -> list[int]:
    return list(position.legal_moves[number].actions)


@pytest.mark.parametrize("name", game_names())
def test_a_game_between_two_people_here(served: Served, name: str) -> None:
    here = game(name).start()
    with served.page(served.new(name)) as page:
        assert page.state["you"] == {"seats": [0, 1], "owner": True}
        node = 0
        for number in range(6):
            move = here.legal_moves[number % len(here.legal_moves)]
            answer = page.ask(type="move", node=node, actions=list(move.actions))
            assert answer["type"] == "done", answer
            node = answer["node"]
            here = here.play(move)
            pushed = page.wait("node")["node"]
            assert pushed["move"] == move.text
            assert pushed["player"] == here.player
            assert page.position(node)["text"] == here.text


def test_a_move_can_be_typed(served: Served) -> None:
    with served.page(served.new("fanorona")) as page:
        assert page.ask(type="move", node=0, text="e2 e3")["node"] == 1
        wrong = page.ask(type="move", node=1, text="e9-e1")
        assert (wrong["type"], wrong["code"]) == ("error", "notation")
        assert "cannot be read" in wrong["text"]
        assert "não se consegue ler" in wrong["pt"]
        assert page.ask(type="move", node=1, actions=[999])["code"] == "illegal"
        assert page.wait("node")["node"]["said"]["pt"] == "Brancas: e2 para e3, captura 2"


def test_the_view_of_a_node_follows_from_the_changes(served: Served) -> None:
    with served.page(served.new("shobu")) as page:
        pieces = {piece["cell"]: piece for piece in page.state["root"]["pieces"]}
        node = 0
        for number in range(8):
            answer = page.play_any(node, number)
            assert answer["type"] == "done", answer
            node = answer["node"]
            for step in page.wait("node")["node"]["steps"]:
                for cell, piece in step["changes"]:
                    pieces.pop(cell, None)
                    if piece is not None:
                        pieces[cell] = piece
        shown = {piece["cell"]: piece for piece in page.position(node)["view"]["pieces"]}
        assert shown == pieces


def test_only_the_holder_of_a_seat_can_move(served: Served) -> None:
    made = served.new("aboyne", "human", "link")
    start = game("aboyne").start()
    with (
        served.page(made) as host,
        served.page(made, made["join"]) as guest,
        served.page(made, None) as watcher,
        served.page(made, "not a secret") as stranger,
    ):
        assert (host.state["you"], guest.state["you"]) == (
            {"seats": [0], "owner": True},
            {"seats": [1], "owner": False},
        )
        first = {"type": "move", "node": 0, "actions": turn_of(start)}
        for page in (guest, watcher, stranger):
            assert page.ask(**first)["code"] == "not yours"
        assert host.ask(**first)["type"] == "done"
        for page in (host, guest, watcher):
            assert page.wait("node")["node"]["id"] == 1
        assert host.ask(**first)["code"] == "stale"
        second = start.play(start.legal_moves[0])
        assert guest.ask(type="move", node=1, actions=turn_of(second))["type"] == "done"
        for request in ("pause", "takeback", "draw", "resign"):
            assert watcher.ask(type=request)["code"] == "not yours"
        assert guest.ask(type="pause")["code"] == "not yours"


def test_no_help_while_two_people_play(served: Served) -> None:
    made = served.new("fanorona", "human", "link")
    with served.page(made) as host, served.page(made, made["join"]) as guest:
        for request in ({"type": "hint"}, {"type": "analyse", "node": 0}, {"type": "review"}):
            assert host.ask(**request)["code"] == "fair play"
        assert host.ask(type="explore", node=0, text="e2-e3a")["code"] == "fair play"
        assert host.ask(type="resign")["type"] == "done"
        over = guest.wait("match", current=0)
        while over["match"]["result"] is None:
            over = guest.wait("match")
        assert over["match"]["result"]["text"]["en"] == "Black wins: by resignation"
        assert host.ask(type="explore", node=0, text="e2-e3a")["type"] == "done"


def test_takeback_between_two_people_needs_both(served: Served) -> None:
    made = served.new("fanorona", "human", "link")
    with served.page(made) as host, served.page(made, made["join"]) as guest:
        assert host.ask(type="takeback")["code"] == "illegal"
        host.ask(type="move", node=0, text="e2-e3a")
        assert host.ask(type="takeback")["type"] == "done"
        assert guest.wait("match", offers={"draw": None, "takeback": 0})
        assert guest.ask(type="decline")["type"] == "done"
        assert host.wait("match", offers={"draw": None, "takeback": None})
        host.ask(type="takeback")
        assert guest.ask(type="takeback")["type"] == "done"
        assert host.wait("match", current=0)["match"]["offers"]["takeback"] is None


def test_a_draw_is_agreed(served: Served) -> None:
    made = served.new("shobu", "link", "human")
    with served.page(made) as host, served.page(made, made["join"]) as guest:
        assert guest.ask(type="draw")["type"] == "done"
        assert host.wait("match", offers={"draw": 0, "takeback": None})
        assert host.ask(type="draw")["type"] == "done"
        with served.page(made, None) as watcher:
            result = watcher.state["match"]["result"]
            assert (result["result"], result["reason"]) == ("1/2-1/2", "agreement")


def test_variations_stay_in_the_tree(served: Served) -> None:
    with served.page(served.new("fanorona")) as page:
        page.ask(type="move", node=0, text="e2-e3a")
        page.ask(type="explore", node=0, text="d2-e3a")
        page.ask(type="move", node=0, text="d3-e3w")
        again = page.ask(type="move", node=0, text="e2-e3a")
        assert again["node"] == 1
        page.ask(type="takeback")
        state = page.ask(type="hello")
        assert [node["move"] for node in state["nodes"]] == [None, "e2-e3a", "d2-e3a", "d3-e3w"]
        assert [node["parent"] for node in state["nodes"]] == [None, 0, 0, 0]
        assert state["match"]["current"] == 0


def test_a_bot_answers_and_can_be_taken_back(served: Served) -> None:
    with served.page(served.new("fanorona", "human", "easy")) as page:
        page.ask(type="move", node=0, text="e2-e3a")
        assert page.wait("node")["match"]["thinking"] == 1
        answer = page.wait("node")
        assert answer["node"]["parent"] == 1
        assert page.ask(type="takeback")["type"] == "done"
        assert page.wait("match", current=0)["match"]["thinking"] is None


def test_takeback_and_leaving_end_a_search(served: Served) -> None:
    slow = "master,seconds=50"
    made = served.new("shobu", "human", slow)
    page = served.page(made)
    page.play_any(0)
    until(lambda: thinking(served) == 1)
    page.ask(type="takeback")
    until(lambda: thinking(served) == 0)
    page.play_any(0)
    until(lambda: thinking(served) == 1)
    page.close()
    until(lambda: thinking(served) == 0)
    with served.page(made) as back:
        assert back.state["match"]["current"] == 1
        until(lambda: thinking(served) == 1)
    until(lambda: thinking(served) == 0)


def test_slow_games_do_not_hold_up_another(served: Served) -> None:
    with ExitStack() as pages:
        for _ in range(6):
            made = served.new("shobu", "master,seconds=50", "human")
            pages.enter_context(served.page(made))
        quick = pages.enter_context(served.page(served.new("fanorona", "easy", "human")))
        assert quick.wait("node")["node"]["id"] == 1
        assert thinking(served) > 0
    until(lambda: thinking(served) == 0)


def thinking(served: Served) -> int:
    return int(served.http.get("/api/status").json()["thinking"])


def until(holds: Any) -> None:
    """Wait for something that must come, however busy the machine is."""
    last = time.monotonic() + 120
    while not holds():
        assert time.monotonic() < last
        time.sleep(0.005)


def test_bots_play_each_other_step_by_step(served: Served) -> None:
    made = served.new("cifra", "novice", "random")
    with served.page(made) as page:
        page.ask(type="pause")
        until(lambda: thinking(served) == 0)
        here = page.ask(type="hello")["match"]
        assert here["paused"]
        page.pushed.clear()
        assert page.ask(type="step")["type"] == "done"
        after = page.wait("node")["match"]
        assert after["paused"]
        assert after["thinking"] is None
        assert page.ask(type="speed", seconds=0)["type"] == "done"
        assert page.ask(type="resume")["type"] == "done"
        told = {}
        while (last := page.wait("node"))["match"]["result"] is None:
            told[last["node"]["id"]] = last["node"]
        # A bot that thinks tells what it thought with its move; the other one has nothing to tell.
        thoughts = [node.get("thought") for node in told.values()]
        assert any(thoughts)
        assert not all(thoughts)
        thought = next(filter(None, thoughts))
        assert 0 <= thought["win_probability"] <= 1
        assert thought["depth"] == 1
        assert thought["nodes"] > 0
        mine = next(node for node in told.values() if node.get("thought"))
        assert thought["line"][0] == mine["move"]
        with served.page(made) as late:
            kept = [node.get("thought") for node in late.state["nodes"]]
            assert thought in kept


def test_whoever_plays_a_bot_is_not_told_its_thoughts(served: Served) -> None:
    made = served.new("aboyne", "novice", "human")
    with served.page(made) as page:
        page.wait("node")
        assert all("thought" not in node for node in page.ask(type="hello")["nodes"])


def test_a_rematch_swaps_the_sides_and_keeps_the_secrets(served: Served) -> None:
    made = served.new("aboyne", "human", "link", clock={"seconds": 300, "increment": 2})
    with served.page(made) as host, served.page(made, made["join"]) as guest:
        assert host.ask(type="rematch")["code"] == "illegal"
        guest.ask(type="resign")
        new = host.ask(type="rematch")["match"]
        assert guest.wait("rematch")["match"] == new
        assert guest.ask(type="rematch")["match"] == new
        with (
            Page(served.url, new, made["token"]) as first,
            Page(served.url, new, made["join"]) as b,
        ):
            assert first.state["you"] == {"seats": [1], "owner": True}
            assert b.state["you"] == {"seats": [0], "owner": False}
            assert first.state["match"]["clock"]["seconds"] == [300, 300]


def test_the_flag_falls_on_the_server(served: Served) -> None:
    made = served.new("fanorona", clock={"seconds": 0.4, "increment": 0})
    with served.page(made) as page:
        assert page.state["match"]["clock"]["running"] is None
        page.ask(type="move", node=0, text="e2-e3a")
        moved = page.wait("node")["match"]
        assert moved["clock"]["running"] == 1
        over = page.wait("match")["match"]
        assert over["result"]["reason"] == "time"
        assert over["result"]["winner"] == 0
        assert page.ask(type="move", node=1, text="d4-c5")["code"] == "over"


def test_a_bot_with_hardly_any_time_still_moves(served: Served) -> None:
    made = served.new("focus", "master", "human", clock={"seconds": 0.6, "increment": 5})
    with served.page(made) as page:
        assert page.wait("node")["node"]["id"] == 1


def test_hints_come_in_three_grades(served: Served) -> None:
    with served.page(
        served.new("fanorona", position="..B......" + "/........." * 3 + "/..W...... w")
    ) as page:
        grades = [page.ask(type="hint", grade=grade) for grade in (1, 2, 3)]
        assert [hint["grade"] for hint in grades] == [1, 2, 3]
        assert grades[0]["move"] is None
        assert grades[2]["actions"]
        assert grades[0]["cells"] == grades[2]["cells"][:1]
        assert grades[2]["steps"][0] == grades[2]["cells"][:2]
        played = page.ask(type="move", node=0, actions=grades[2]["actions"])
        assert played["type"] == "done"


def test_analysis_streams_and_can_be_cancelled(served: Served) -> None:
    with served.page(served.new("shobu")) as page:
        last = page.ask(type="analyse", node=0, lines=3, seconds=2.0)
        streamed = [message for message in page.pushed if message["type"] == "analysis"]
        assert [message["depth"] for message in streamed] == sorted(
            message["depth"] for message in streamed
        )
        assert last["running"] is False
        assert len(last["lines"]) == 3
        assert last["nodes"] > 100
        assert set(last["why"] or {"en": "", "pt": ""}) == {"en", "pt"}
        line = last["lines"][0]
        assert game("shobu").start().play(line["moves"][0]["text"])
        assert len(line["moves"][0]["steps"]) == 2
        page.send({"type": "analyse", "node": 0, "seconds": 50})
        until(lambda: thinking(served) == 1)
        page.ask(type="cancel")
        until(lambda: thinking(served) == 0)


def test_an_analysis_is_cancelled_and_the_review_beside_it_goes_on(served: Served) -> None:
    with served.page(served.new("aboyne", options={"side": 3})) as page:
        for node in range(3):
            page.play_any(node, node)
        page.send({"type": "review", "seconds": 0.05, "id": "review"})
        page.send({"type": "analyse", "node": 0, "seconds": 50})
        assert page.ask(type="cancel", what=["analyse"]) == {"type": "done", "id": page._next}
        assert [move["node"] for move in page.wait("review")["moves"]] == [1, 2, 3]
        until(lambda: thinking(served) == 0)
        wrong = page.ask(type="cancel", what=["tea"])
        assert (wrong["type"], wrong["code"]) == ("error", "bad message")


def test_threats_are_what_the_other_side_would_do(served: Served) -> None:
    with served.page(served.new("fanorona", options={"width": 5, "height": 5})) as page:
        found = page.ask(type="threats", node=0)
        assert found["passes"]
        text = found["lines"][0]["moves"][0]["text"]
        start = game("fanorona", width=5, height=5).start()
        assert text not in start.legal_moves
    with served.page(served.new("cifra")) as page:
        assert page.ask(type="threats", node=0)["passes"] is False


def test_pieces_have_a_worth(served: Served) -> None:
    with served.page(served.new("fanorona", options={"width": 5, "height": 5})) as page:
        found = page.ask(type="worths", node=0)
        assert found["voice"] == "terms"
        assert len(found["cells"]) == 24
        assert {type(each["points"]) for each in found["cells"]} == {int}


def test_a_review_judges_every_move(served: Served) -> None:
    with served.page(served.new("aboyne", options={"side": 3})) as page:
        assert page.ask(type="review")["code"] == "illegal"
        node = 0
        for number in range(4):
            node = page.play_any(node, number)["node"]
        found = page.ask(type="review", seconds=0.05)
        assert [move["node"] for move in found["moves"]] == [1, 2, 3, 4]
        assert [message["done"] for message in page.pushed if message["type"] == "progress"] == [
            1,
            2,
            3,
            4,
        ]
        assert all(0 <= move["win_probability"] <= 1 for move in found["moves"])


def test_a_review_is_kept_with_its_game(tmp_path: Path) -> None:
    place = tmp_path / "games.sqlite"

    def progress(page: Page) -> int:
        return sum(message["type"] == "progress" for message in page.pushed)

    with serving(place) as served:
        made = served.new("aboyne", options={"side": 3})
        with served.page(made) as page:
            node = 0
            for number in range(3):
                node = page.play_any(node, number)["node"]
            first = page.ask(type="review")
            assert progress(page) == 3
            assert first["stale"] is False
            again = page.ask(type="review", anew=True)
            assert progress(page) == 6  # it was made anew, and is the same
            assert again["moves"] == first["moves"]
    with sqlite3.connect(place) as database:
        database.execute("UPDATE reviews SET made_by = 'Tabuleiro 0.1, master'")
    with serving(place) as served, served.page(made) as page:
        kept = page.ask(type="review")
        assert progress(page) == 0
        assert kept["moves"] == first["moves"]
        assert (kept["stale"], kept["made_by"]) == (True, "Tabuleiro 0.1, master")
        assert page.ask(type="review", anew=True)["stale"] is False
        assert page.ask(type="review")["stale"] is False
        assert progress(page) == 3


def test_an_opening_that_the_arena_drew_is_nobodys_mistake(served: Served) -> None:
    moves = []
    here = game("fanorona", width=5, height=5).start()
    for _ in range(4):
        moves.append(here.legal_moves[-1].text)
        here = here.play(moves[-1])
    tags = '[Game "fanorona"]\n[Options "width=5 height=5"]\n'
    record = f'{tags}[Opening "{" ".join(moves[:3])}"]\n\n{" ".join(moves)}\n'
    made = served.new("fanorona", record=record, analysis=True)
    with served.page(made) as page:
        found = page.ask(type="review")
        assert [move["mark"] for move in found["moves"]][:3] == ["opening"] * 3
        assert found["moves"][3]["mark"] != "opening"
        assert sum(sum(player["counts"].values()) for player in found["players"]) == 1
    text = served.http.get(f"/api/matches/{made['id']}/record").text
    assert f'[Opening "{" ".join(moves[:3])}"]' in text


def test_an_illegal_try_is_explained(served: Served) -> None:
    with served.page(served.new("fanorona")) as page:
        cell = {c["name"]: n for n, c in enumerate(page.state["geometry"]["cells"])}
        why = page.ask(type="why", node=0, actions=[], cells=[cell["e1"]])
        assert why["text"]["en"] == "A capture is possible, so you must capture."
        assert cell["f2"] in why["cells"]
        assert page.ask(type="why", node=0, cells=[cell["f2"]])["text"] is None


def test_a_match_is_saved_and_loaded_as_a_record(served: Served) -> None:
    made = served.new("focus", "human", "easy", options={"size": 6})
    with served.page(made) as page:
        page.play_any(0, 3)
        page.wait("node")
        page.wait("node")
    text = served.http.get(f"/api/matches/{made['id']}/record").text
    record = Record.parse(text)
    assert record.game == game("focus", size=6)
    assert len(record.moves) == 2
    assert record.players == ("human", "easy")
    again = served.new("focus", "human", "human", record=text, analysis=True)
    with served.page(again) as page:
        assert page.state["match"]["current"] == 2
        assert [node["move"] for node in page.state["nodes"]][1:] == [
            move.text for move in record.moves
        ]
    listed = served.http.get("/api/matches", params={"ids": f"{made['id']},{again['id']}"}).json()
    assert listed["total"] == 2
    assert listed["matches"][0]["analysis"]


def test_without_a_command_the_web_app_starts_and_ctrl_c_ends_it(tmp_path: Path) -> None:
    """A folder stands for the user's own, and `true` for a browser."""
    program = Path(sys.executable).with_name("tabuleiro")
    opened = tmp_path / "opened"
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {opened}\n')
    browser.chmod(0o755)
    own = {"TABULEIRO_DATA_DIR": str(tmp_path / "data"), "BROWSER": str(browser)}
    started = subprocess.Popen(
        [str(program)], env={**os.environ, **own, "LC_ALL": "C.UTF-8"}, stdout=subprocess.PIPE
    )
    assert started.stdout is not None
    with started.stdout as said:
        line = said.readline().decode()
        url = line.split()[-1]
        assert line.startswith("Tabuleiro is at http://127.0.0.1:")
        assert "<html" in httpx.get(url, timeout=30).text
        until(opened.exists)
        assert opened.read_text().strip() in (url, "")
        started.send_signal(signal.SIGINT)
        assert started.wait(30) == 0
    assert (tmp_path / "data" / "games.sqlite").exists()


def test_a_port_that_is_taken_is_said(served: Served) -> None:
    program = Path(sys.executable).with_name("tabuleiro")
    port = served.url.rpartition(":")[2]
    done = subprocess.run(
        [str(program), "web", "--port", port, "--no-browser"],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 1
    assert f"port {port} of 127.0.0.1 cannot be used" in done.stderr


def test_a_game_of_somebody_else_is_played_too(tmp_path: Path) -> None:
    """Installed as pip would do it, it has its board, its moves, bots and hints; and one that is
    named by its path is known as one's own."""
    example = Path(__file__).parents[1] / "examples" / "tictactoe.py"
    shutil.copy(example, tmp_path)
    own = shutil.copy(example, tmp_path / "mine.py")
    facts = tmp_path / "tictactoe-1.0.dist-info"
    facts.mkdir()
    (facts / "METADATA").write_text("Metadata-Version: 2.1\nName: tictactoe\nVersion: 1.0\n")
    (facts / "entry_points.txt").write_text("[tabuleiro.games]\ntictactoe = tictactoe\n")
    place = tmp_path / "games.sqlite"
    with serving(place, str(own), PYTHONPATH=str(tmp_path), TABULEIRO_PLAIN="1") as served:
        listed = served.http.get("/api/games").json()
        assert [each["name"] for each in listed if each["own"]] == ["mine"]
        found = next(each for each in listed if each["name"] == "tictactoe")
        assert found["opponent"] == "random"
        assert len(found["geometry"]["cells"]) == 9
        with served.page(served.new("tictactoe", "human", "random")) as page:
            assert page.ask(type="move", node=0, text="b2")["type"] == "done"
            page.wait("node")
            answer = page.wait("node")["match"]
            why = page.ask(type="why", node=answer["current"], cells=[4])
            assert why["text"]["en"]
            assert served.http.get("/api/games/tictactoe/rules").status_code == 400


def test_people_have_the_names_that_they_give(served: Served) -> None:
    seats = [{"kind": "human", "name": "  Ana \u202e<b> "}, {"kind": "link"}]
    made = served.new("aboyne", seats=seats)
    with (
        served.page(made) as host,
        served.page(made, made["join"]) as guest,
        served.page(made, None) as watcher,
    ):
        assert [seat["name"] for seat in guest.state["match"]["seats"]] == ["Ana <b>", ""]
        assert watcher.ask(type="name", name="Eve")["code"] == "not yours"
        assert host.ask(type="name", player=1, name="Eve")["code"] == "not yours"
        assert guest.ask(type="name", name="x" * 25)["code"] == "bad message"
        assert guest.ask(type="name", name='Zé "o"\nRei')["type"] == "done"
        for page in (host, watcher):
            told = [seat["name"] for seat in page.wait("match")["match"]["seats"]]
            while told[1] == "":
                told = [seat["name"] for seat in page.wait("match")["match"]["seats"]]
            assert told == ["Ana <b>", 'Zé "o" Rei']
        guest.ask(type="resign")
        new = host.ask(type="rematch")["match"]
    text = served.http.get(f"/api/matches/{made['id']}/record").text
    assert Record.parse(text).players == ("Ana <b>", "Zé 'o' Rei")
    listed = served.http.get("/api/matches", params={"ids": f"{made['id']},{new}"}).json()
    names = {match["id"]: [seat["name"] for seat in match["seats"]] for match in listed["matches"]}
    assert names == {made["id"]: ["Ana <b>", 'Zé "o" Rei'], new: ['Zé "o" Rei', "Ana <b>"]}
    again = served.new("aboyne", record=text, analysis=True)
    with served.page(again) as page:
        assert [seat["name"] for seat in page.state["match"]["seats"]] == ["Ana <b>", "Zé 'o' Rei"]


def test_who_holds_both_seats_names_them_one_by_one(served: Served) -> None:
    made = served.new("aboyne")
    with served.page(made) as page:
        assert page.ask(type="name", name="Ana")["code"] == "not yours"
        assert page.ask(type="name", player=1, name="Rui")["type"] == "done"
    match = served.http.get(f"/api/matches/{made['id']}").json()["match"]
    assert [seat["name"] for seat in match["seats"]] == ["", "Rui"]
    too_long = served.http.post(
        "/api/matches", json={"game": "aboyne", "seats": [{"name": "x" * 25}, {}]}
    )
    assert too_long.status_code == 422
