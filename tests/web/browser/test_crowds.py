"""A crowded server: the page says that a bot waits, and why there is no place."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.web.browser.conftest import Opener
from tests.web.browser.table import Table
from tests.web.serving import Served

FULL = {
    "type": "error",
    "id": None,
    "code": "busy",
    "text": "this server is full; try again in a moment",
    "pt": "este servidor está cheio; tenta de novo daqui a pouco",
}


@pytest.mark.parametrize(
    ("language", "waits", "why", "seat"),
    [
        ("en-GB", "is waiting for its turn", "Many games share this server", "waiting"),
        ("pt-PT", "espera pela sua vez", "Há muitas partidas neste servidor", "à espera"),
    ],
)
def test_a_bot_that_waits_says_so(
    site: Served, open_page: Opener, language: str, waits: str, why: str, seat: str
) -> None:
    def wait(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def hear(text: str | bytes) -> None:
            message = json.loads(text)
            if "match" in message:
                message["match"]["waiting"] = True
            socket.send(json.dumps(message))

        server.on_message(hear)

    page = open_page(language=language)
    page.route_web_socket("**/socket", wait)
    made = site.new("shobu", "master,seconds=50", "human")
    Table.sit(page, site.url, made["id"], made["token"])
    expect(page.locator("#status")).to_contain_text(waits)
    expect(page.locator("#status")).to_contain_text(why)
    expect(page.locator(".seat-state").filter(has_text=seat)).to_be_visible()


def test_a_page_that_is_refused_says_why_and_comes_in_later(site: Served, page: Page) -> None:
    made = site.new("focus", options={"size": 6})
    refused = []

    def refuse(socket: WebSocketRoute) -> None:
        if len(refused) >= 3:
            socket.connect_to_server()
            return
        refused.append(socket)
        socket.send(json.dumps(FULL))
        socket.close(code=1013)

    page.route_web_socket("**/socket", refuse)
    page.goto(f"{site.url}/play/{made['id']}#{made['token']}")
    expect(page.locator("#offline")).to_have_text("This server is full; try again in a moment")
    expect(page.locator("#offline")).to_be_hidden()
    expect(page.locator("#status")).to_contain_text("to move")
