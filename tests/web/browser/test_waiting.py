"""Whoever waits reads why: a game that is compiled first, a hint that is looked for."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.web.browser.table import Table

Sit = Callable[..., Table]
SMALL = {"side": 3}
COMPILING = "Compiling Aboyne, the first time only…"


class Slow:
    """Stands between a page and the server, and keeps requests of a kind back."""

    def __init__(self, page: Page, kind: str) -> None:
        self.kind = kind
        self._page = page
        self._kept: list[str | bytes] = []
        page.route_web_socket(re.compile("/socket$"), self._connect)

    def _connect(self, client: WebSocketRoute) -> None:
        self._client, self._server = client, client.connect_to_server()
        client.on_message(self._hear)
        self._server.on_message(client.send)

    def _hear(self, message: str | bytes) -> None:
        if json.loads(message)["type"] == self.kind:
            self._kept.append(message)
        else:
            self._server.send(message)

    def next(self) -> str | bytes:
        """The next request that is kept back."""
        while not self._kept:
            self._page.wait_for_timeout(10)
        return self._kept.pop(0)

    def say_compiling(self, request: str | bytes) -> None:
        """Answer as the server does that compiles first."""
        self._client.send(json.dumps({"type": "compiling", "id": json.loads(request)["id"]}))

    def let_go(self, request: str | bytes) -> None:
        """Let a request through."""
        self._server.send(request)


@pytest.mark.parametrize("compiles", [True, False])
def test_a_hint_that_takes_its_time_says_what_it_waits_for(
    page: Page, sit: Sit, compiles: bool
) -> None:
    slow = Slow(page, "hint")
    sit("aboyne", options=SMALL)
    page.locator("#do-hint").click()
    words = page.locator("#status .hint-text")
    expect(words).to_have_text("Looking for a hint…")
    request = slow.next()
    if compiles:
        slow.say_compiling(request)
        expect(words).to_have_text(COMPILING)
        expect(page.locator("#announcements")).to_have_text(COMPILING)
    slow.let_go(request)
    expect(words).to_contain_text("Look at the piece on")
    expect(words.get_by_role("button")).to_have_text("Tell me more")


def test_an_analysis_can_be_stopped_before_it_began(page: Page, sit: Sit) -> None:
    slow = Slow(page, "analyse")
    sit("aboyne", options=SMALL, analysis=True)
    panel = page.locator("#tab-analysis")
    page.locator("#analyse").click()
    expect(panel).to_contain_text("One moment…")
    slow.say_compiling(slow.next())
    expect(panel).to_contain_text(COMPILING)
    page.locator("#analyse").click()
    expect(panel).not_to_contain_text("Compiling")
    expect(page.locator("#analyse")).to_have_text("Analyse")
    page.locator("#analyse").click()
    expect(panel).to_contain_text("One moment…")
    slow.let_go(slow.next())
    expect(page.locator("#lines .line")).to_have_count(3)
