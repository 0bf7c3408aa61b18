"""Who is asking: this machine, somebody behind a proxy, or somebody who says so."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from serving import Served, serving

NAMED = {"Host": "games.example.org"}


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server for its own machine."""
    with serving(tmp_path_factory.mktemp("own") / "a.sqlite", TABULEIRO_PLAIN="1") as server:
        yield server


@pytest.fixture(scope="module")
def proxied(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server that listens for this machine alone, behind a proxy of this machine."""
    options = ("--name", "games.example.org", "--proxy", "127.0.0.1")
    place = tmp_path_factory.mktemp("proxied") / "a.sqlite"
    with serving(place, *options, TABULEIRO_PLAIN="1") as server:
        yield server


def statuses(served: Served, headers: dict[str, str]) -> list[int]:
    """How the owner's requests are answered."""
    asked = served.http.get("/api/matches", headers=headers)
    listed = served.http.get("/api/arenas", headers=headers)
    removed = served.http.delete("/api/arenas/focus-00000000", headers=headers)
    return [asked.status_code, listed.status_code, removed.status_code]


def test_the_owner_lists_matches_and_removes_experiments(own: Served) -> None:
    assert statuses(own, {}) == [200, 200, 404]
    assert statuses(own, {"Host": "localhost:1234"}) == [200, 200, 404]


@pytest.mark.parametrize(
    "header",
    [
        {"X-Forwarded-For": "203.0.113.7"},
        {"X-Forwarded-Proto": "https"},
        {"Forwarded": "for=203.0.113.7"},
        {"X-Real-IP": "127.0.0.1"},
        {"Via": "1.1 proxy"},
        {"Host": "192.0.2.1"},
    ],
)
def test_what_a_proxy_passes_on_is_not_the_owners(own: Served, header: dict[str, str]) -> None:
    """Even if nobody has told the server of a proxy."""
    assert statuses(own, header) == [403, 403, 403]
    assert own.http.get("/api/status", headers=header).status_code == 200


def test_a_server_with_a_name_serves_others(tmp_path: Path) -> None:
    name = ("--name", "games.example.org")
    with serving(tmp_path / "a.sqlite", *name, TABULEIRO_PLAIN="1") as served:
        made = served.new("aboyne")
        assert statuses(served, NAMED) == [403, 403, 403]
        assert statuses(served, {}) == [403, 403, 403]
        known = served.http.get(f"/api/matches?ids={made['id']}", headers=NAMED)
        assert known.json()["total"] == 1


@pytest.mark.parametrize("kind", ["own", "proxied"])
def test_who_is_not_the_owner_explores_own_games_only(
    kind: str, request: pytest.FixtureRequest
) -> None:
    served: Served = request.getfixturevalue(kind)
    secrets = []
    for pick in (0, 1):
        made = served.new("connect4")
        with served.page(made) as page:
            page.play_any(0, pick)
            page.ask(type="resign")
        secrets.append(made["token"])

    def counted(headers: dict[str, str], secrets: list[str]) -> list[int]:
        asked = {"secrets": secrets}
        answer = served.http.post("/api/games/connect4/explorer", json=asked, headers=headers)
        found = answer.json()
        assert found["everybody"] is (kind == "own" and not headers)
        return [turn["games"] for turn in found["turns"]]

    afar = {"X-Forwarded-For": "203.0.113.7"}
    if kind == "own":
        assert counted({}, []) == [1, 1]
    assert counted(afar, []) == []
    assert counted(afar, ["nobody's secret"]) == []
    assert counted(afar, secrets[:1]) == [1]
    assert counted(afar, secrets) == [1, 1]


def used_up(served: Served, asker: str, most: int = 4000) -> bool:
    """Whether an address is told that it asks too often; one that never asked has 600 to go."""
    headers = {"X-Forwarded-For": asker}
    for _ in range(most):
        answer = served.http.post("/api/bots/aboyne", json={}, headers=headers)
        if answer.status_code == 429:
            return True
        assert answer.status_code == 422
    return False


def test_a_proxy_that_is_trusted_tells_who_asks(proxied: Served) -> None:
    assert used_up(proxied, "203.0.113.7")
    assert used_up(proxied, "198.51.100.1, 203.0.113.7", 100)  # the first is what it made up
    assert not used_up(proxied, "203.0.113.8", 100)
    assert statuses(proxied, {}) == [403, 403, 403]


def test_nobody_else_is_believed(own: Served) -> None:
    assert used_up(own, "203.0.113.7")
    assert used_up(own, "203.0.113.8", 100)


def test_neighbours_of_one_network_count_as_one(proxied: Served) -> None:
    assert used_up(proxied, "2001:db8:1:2::1")
    assert used_up(proxied, "2001:db8:1:2:ffff::9", 100)
    assert not used_up(proxied, "2001:db8:1:3::1", 100)


def test_what_is_no_proxy_is_said() -> None:
    program = str(Path(sys.executable).with_name("tabuleiro"))
    said = subprocess.run(
        [program, "web", "--proxy", "the proxy"], capture_output=True, text=True, timeout=60
    )
    assert said.returncode == 2
    assert "the proxy cannot be 'the proxy'; accepted: an address or a network" in said.stderr
