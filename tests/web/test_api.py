"""The HTTP part: what it says of the games, and that nothing it is sent upsets it."""

from __future__ import annotations

import re
import time
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from serving import Served

from tabuleiro import game, game_names
from tabuleiro.bots.presets import presets

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]


def test_all_games_are_described(served: Served) -> None:
    facts = served.http.get("/api/games").json()
    assert [each["name"] for each in facts] == list(game_names())
    for each in facts:
        played = game(each["name"])
        assert each["title"]["en"] == played.title.en
        assert [option["name"] for option in each["options"]] == [
            option.name for option in played.option_list
        ]
        assert {bot["name"] for bot in each["bots"]} == set(presets(played))
        assert len(each["position"]["steps"]) == len(played.start().steps)
        assert len(each["geometry"]["cells"]) == len(played.geometry.cells)
        assert each["opponent"] == "medium"
        one = served.http.get(f"/api/games/{each['name']}").json()
        assert one["summary"] == each["summary"]
    assert served.http.get("/api/games/chess").status_code == 404


def test_rules_are_there_in_both_languages(served: Served) -> None:
    for language in ("en", "pt"):
        answer = served.http.get("/api/games/shobu/rules", params={"language": language})
        assert answer.headers["content-type"].startswith("text/markdown")
        assert answer.text == game("shobu").rules_text(language)
    assert served.http.get("/api/games/shobu/rules?language=xx").status_code == 422


def test_options_are_previewed_and_wrong_ones_explained(served: Served) -> None:
    answer = served.http.post("/api/games/focus/board", json={"options": {"size": 6}})
    assert len(answer.json()["geometry"]["cells"]) == 32
    wrong = served.http.post("/api/games/focus/board", json={"options": {"size": 7}})
    assert wrong.status_code == 400
    assert wrong.json()["error"] == "option size cannot be '7'; accepted: 4, 6, 8, 10, 12"
    text = "..B../...../..W../...../..... w"
    read = served.http.post(
        "/api/games/fanorona/board",
        json={"options": {"width": 5, "height": 5}, "position": text},
    )
    assert read.json()["position"]["text"] == text


@pytest.mark.parametrize("name", game_names())
def test_a_position_can_be_put_together_piece_by_piece(served: Served, name: str) -> None:
    here = game(name).start()
    for _ in range(7):
        here = here.play(here.legal_moves[len(here.legal_moves) // 2])
    pieces = [
        {"cell": piece.cell, "owners": list(piece.owners), "label": piece.label}
        for piece in here.view.pieces
    ]
    wanted = {
        "pieces": pieces,
        "player": here.player,
        "reserve": list(here.view.reserve),
        "position": here.text,
    }
    made = served.http.post(f"/api/games/{name}/edit", json=wanted)
    assert made.status_code == 200, made.text
    assert made.json()["position"]["view"]["pieces"] == [
        {"cell": p.cell, "owners": list(p.owners), "mark": p.mark, "label": p.label}
        for p in here.view.pieces
    ]
    fewer = served.http.post(f"/api/games/{name}/edit", json={**wanted, "pieces": pieces[:-1]})
    assert len(fewer.json()["position"]["view"]["pieces"]) == len(pieces) - 1
    twice = served.http.post(f"/api/games/{name}/edit", json={**wanted, "pieces": pieces[:1] * 2})
    assert twice.status_code == 400


def test_bot_texts_are_checked(served: Served) -> None:
    good = served.http.post("/api/bots/focus", json={"bot": "hard,depth=3"})
    assert good.json() == {"bot": "hard,depth=3", "ok": True}
    for text in ("ugi:sh", "hard,weights=x.toml", "hard,deep=3"):
        answer = served.http.post("/api/bots/focus", json={"bot": text})
        assert answer.status_code == 400
        assert answer.json()["error"]


def test_a_match_is_removed_by_its_creator_alone(served: Served) -> None:
    made = served.new("aboyne", "human", "link")
    path = f"/api/matches/{made['id']}"
    for token in ("x", made["join"]):
        header = {"Authorization": f"Bearer {token}"}
        assert served.http.delete(path, headers=header).status_code == 403
    header = {"Authorization": f"Bearer {made['token']}"}
    assert served.http.delete(path, headers=header).status_code == 204
    assert served.http.get(path).status_code == 404
    assert served.http.delete(path, headers=header).status_code == 404


@pytest.mark.parametrize(
    ("wanted", "words"),
    [
        ({"seats": [{}, {}]}, "a match needs a game or a record"),
        ({"game": "chess", "seats": [{}, {}]}, "there is no game 'chess'"),
        ({"game": "focus", "seats": [{"kind": "bot", "bot": "x"}, {}]}, "focus has no bot 'x'"),
        ({"game": "focus", "seats": [{"kind": "link"}] * 2}, "one seat at least"),
        ({"record": "nonsense", "seats": [{}, {}]}, "a record needs a first line"),
        ({"game": "focus", "position": "x", "seats": [{}, {}]}, "position"),
    ],
)
def test_matches_that_cannot_be_are_explained(
    served: Served, wanted: dict[str, Any], words: str
) -> None:
    answer = served.http.post("/api/matches", json=wanted)
    assert answer.status_code in (400, 404)
    assert words in answer.json()["error"]


def test_the_status_tells_how_far_compiling_is(served: Served) -> None:
    status = served.http.get("/api/status").json()
    assert set(status["games"]) <= set(game_names())
    assert set(status["games"].values()) <= {"waiting", "compiling", "ready"}


OPERATIONS = [
    "GET /api/status",
    "GET /api/games",
    "GET /api/games/{name}",
    "GET /api/games/{name}/rules",
    "GET /api/games/{name}/rules.html",
    "POST /api/games/{name}/board",
    "POST /api/games/{name}/edit",
    "POST /api/games/{name}/explorer",
    "GET /api/games/{name}/lessons",
    "GET /api/games/{name}/lessons/{which}",
    "POST /api/games/{name}/lessons/{which}",
    "GET /api/games/{name}/puzzles",
    "GET /api/games/{name}/puzzles/{which}",
    "POST /api/games/{name}/puzzles/{which}",
    "GET /api/games/{name}/puzzles/{which}/hint",
    "POST /api/games/{name}/turn",
    "POST /api/games/{name}/why",
    "POST /api/games/{name}/trace",
    "POST /api/games/{name}/path",
    "POST /api/bots/{name}",
    "POST /api/matches",
    "GET /api/matches",
    "GET /api/matches/{match}",
    "GET /api/matches/{match}/record",
    "DELETE /api/matches/{match}",
]


@pytest.fixture(scope="module")
def operations(served: Served) -> dict[str, schemathesis.APIOperation[Any, Any, Any]]:
    schema = schemathesis.openapi.from_url(f"{served.url}/openapi.json")
    found = [each.ok() for each in schema.get_all_operations()]
    return {operation.label: operation for operation in found}


def test_every_operation_is_tried(operations: dict[str, Any]) -> None:
    assert {label for label in operations if "/arenas" not in label} == set(OPERATIONS)


@pytest.mark.parametrize("mode", list(schemathesis.GenerationMode))
@pytest.mark.parametrize("label", OPERATIONS)
def test_whatever_is_sent_the_answer_is_as_described(
    served: Served,
    operations: dict[str, Any],
    label: str,
    mode: schemathesis.GenerationMode,
) -> None:
    tried = 0

    @settings(
        max_examples=15,
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(operations[label].as_strategy(mode))
    def send(case: schemathesis.Case) -> None:
        nonlocal tried
        tried += 1
        case.call_and_validate(base_url=served.url, checks=CHECKS)

    try:
        send()
    except Unsatisfiable:
        assert mode is schemathesis.GenerationMode.NEGATIVE  # nothing can be wrong with it
    else:
        assert tried > 0


def test_an_experiment_from_start_to_replay(served: Served) -> None:
    fields = served.http.get("/api/arenas/form").json()["fields"]
    assert {"games", "openings", "seed"} <= {field["name"] for field in fields}
    wanted = {
        "game": "aboyne",
        "options": {"side": 3},
        "bots": ["random", "greedy"],
        "games": 4,
        "seed": 5,
        "name": "A small one",
    }
    started = served.http.post("/api/arenas", json=wanted)
    assert started.status_code == 201, started.text
    path = f"/api/arenas/{started.json()['id']}"
    last = time.monotonic() + 120
    while (facts := served.http.get(path).json())["state"] == "running":
        assert time.monotonic() < last
        time.sleep(0.1)
    assert (facts["state"], facts["done"], facts["of"]) == ("done", 4, 4), facts["error"]
    assert facts["title"] == "A small one"
    assert {row["bot"] for row in facts["standings"]} == {"random", "greedy"}
    assert sum(facts["table"][0][key] for key in ("wins", "draws", "losses")) == 4
    assert all(chart["svg"].lstrip().startswith("<") for chart in facts["charts"])
    assert len(facts["games"]) == 4
    game_number = facts["games"][0]["number"]
    replay = served.http.post(f"{path}/games/{game_number}").json()
    with served.page(replay) as page:
        assert page.state["match"]["current"] >= facts["games"][0]["plies"]
        thoughts = [each["thought"] for each in page.state["nodes"] if "thought" in each]
        assert thoughts  # of one bot; the other does not think
        assert all(0 <= each["win_probability"] <= 1 and each["nodes"] > 0 for each in thoughts)
    assert "html" in served.http.get(f"{path}/report").text[:200].lower()
    assert path.rpartition("/")[2] in {
        each["id"] for each in served.http.get("/api/arenas").json()["arenas"]
    }
    assert served.http.delete(path).status_code == 204
    assert served.http.get(path).status_code == 404


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"bots": ["random", "ugi:sh"]}, "has no bot 'ugi:sh'"),
        ({"bots": ["random"]}, "needs two bots"),
        ({"games": 3}, "games"),
        ({"patience": 3}, "no setting 'patience'"),
        ({"ladder": "weights=best,/etc/x.toml"}, "weights"),
        ({"grid": "depth=1..2 weights=best,/etc/x.toml"}, "weights"),
        ({"bots": ["random", "hard,terms=./x.py"]}, "terms"),
        ({"bots": ["random", "./x.py"]}, "x.py"),
        ({"game": "./x.py"}, "x.py"),
    ],
)
def test_experiments_that_cannot_be_are_explained(
    served: Served, change: dict[str, Any], words: str
) -> None:
    wanted = {"game": "aboyne", "bots": ["hard", "greedy"], **change}
    answer = served.http.post("/api/arenas", json=wanted)
    assert answer.status_code == 400
    assert words in answer.json()["error"]


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/games/focus/board", {"options": {"size": 7}}),
        ("/api/games/nothing/board", {}),
        ("/api/matches/nothing", None),
        (
            "/api/games/focus/edit",
            {"pieces": [{"cell": cell, "owners": [0]} for cell in range(30)]},
        ),
        ("/api/games/focus/edit", {"pieces": [{"cell": 0, "owners": [0] * 9}]}),
    ],
)
def test_what_goes_wrong_is_said_in_portuguese_too(
    served: Served, path: str, body: dict[str, object] | None
) -> None:
    answer = served.http.get(path) if body is None else served.http.post(path, json=body)
    assert answer.status_code in (400, 404)
    said = answer.json()
    assert said["pt"] != said["error"]
    assert re.search(r"\b(não|aceites|tem)\b", said["pt"])
