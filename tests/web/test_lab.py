"""The lab over HTTP: traces, boards on their way, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest
from serving import Served

from tabuleiro.bots.trace import Trace
from tabuleiro.game import game

SMALL = {"size": 4}
WHOLE = 1_000_000
"""Bytes that an answer with as many nodes as there may be must stay below."""


def traced(served: Served, **wanted: Any) -> Any:
    body = {"options": SMALL, "bot": "hard", "depth": 3, **wanted}
    while True:
        answer = served.http.post("/api/games/focus/trace", json=body)
        if answer.status_code != 503:  # still being compiled
            return answer


def test_a_trace_arrives_with_all_that_a_page_needs(served: Served) -> None:
    answer = traced(served)
    assert answer.status_code == 200, answer.text
    facts = answer.json()
    trace = Trace.of(facts)
    assert len(trace) == facts["kept"] == len(facts["step"])
    assert [facts["texts"][i] for i in facts["step"]] == trace.steps
    node = next(node for node in trace if node.turn == 2)
    assert node.step == game("focus", size=4).step_text(node.parent.position, node.action)
    body = {"options": SMALL, "position": facts["position"], "actions": list(node.actions)}
    there = served.http.post("/api/games/focus/path", json=body).json()
    assert there["text"] == node.position.text
    assert len(there["view"]["pieces"]) == len(node.position.view.pieces)


def test_no_more_nodes_are_sent_than_asked_for(served: Served) -> None:
    facts = traced(served, nodes=50, depth=4).json()
    assert facts["kept"] <= 50 < facts["seen"]
    large = traced(served, depth=8)
    assert large.json()["kept"] > 2000
    assert len(large.content) < WHOLE


@pytest.mark.parametrize(
    ("wanted", "sentence"),
    [
        ({"bot": "nobody"}, "nobody"),
        ({"bot": "random"}, "does not search"),
        ({"bot": "hard,cutz=no"}, "cutz"),
        ({"bot": "hard,table_mb=100000"}, "at most"),
        ({"position": "nonsense"}, "nonsense"),
        ({"nodes": 10_001}, "10000"),
        ({"depth": 99}, "30"),
    ],
)
def test_what_cannot_be_is_refused_in_one_sentence(
    served: Served, wanted: dict[str, Any], sentence: str
) -> None:
    answer = traced(served, **wanted)
    assert answer.status_code in (400, 422)
    assert sentence in answer.json()["error"]
    assert "\n" not in answer.json()["error"]


def test_a_position_that_is_over_is_not_searched(served: Served) -> None:
    position = game("focus", size=4).start()
    while position.outcome is None:
        position = position.play(position.legal_moves[0])
    answer = traced(served, position=position.text)
    if answer.status_code == 400:
        assert "over" in answer.json()["error"]
    else:  # ended by repetition or length, which a text does not tell
        assert answer.status_code == 200


def test_a_step_that_is_not_legal_is_refused(served: Served) -> None:
    body = {"options": SMALL, "position": game("focus", size=4).start().text, "actions": [1 << 29]}
    answer = served.http.post("/api/games/focus/path", json=body)
    assert (answer.status_code, "not legal" in answer.json()["error"]) == (400, True)
