"""A real browser before a real server."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from time import monotonic, sleep

import pytest
from playwright.sync_api import Browser, Error, Page, expect, sync_playwright

from tests.web.browser.table import Table
from tests.web.serving import Served, serving

INSTALLED = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
COMPILING = 900
PATIENCE = 30_000
expect.set_options(timeout=PATIENCE)
Opener = Callable[..., Page]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """An installed Chromium or Chrome, or Playwright's own."""
    path = next(filter(None, map(shutil.which, INSTALLED)), None)
    with sync_playwright() as playwright:
        try:
            found = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        except Error as error:
            reason = f"no Chromium can be started: {error.message.splitlines()[0]}"
            if os.environ.get("CI"):
                pytest.fail(reason)
            pytest.skip(reason)
        yield found
        found.close()


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """The web app in a process of its own."""
    with serving(tmp_path_factory.mktemp("site") / "games.sqlite") as served:
        compiled(served)
        yield served


def compiled(served: Served) -> None:
    """Wait until all games are compiled, as after the first start on a machine."""
    deadline = monotonic() + COMPILING
    while set(served.http.get("/api/status").json()["games"].values()) != {"ready"}:
        assert monotonic() < deadline, "the games are not compiled"
        sleep(0.2)


@pytest.fixture
def open_page(browser: Browser) -> Iterator[Opener]:
    """Opens pages, each in a browser profile of its own; errors in their scripts fail the test."""
    problems: list[str] = []
    contexts = []

    def opened(
        width: int = 1280, height: int = 800, language: str = "en-GB", **more: object
    ) -> Page:
        context = browser.new_context(
            viewport={"width": width, "height": height},
            locale=language,
            **{"reduced_motion": "reduce", **more},  # type: ignore[arg-type]
        )
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on(
            "console", lambda said: problems.append(said.text) if is_defect(said.text) else None
        )
        return page

    yield opened
    for context in contexts:
        context.close()
    assert problems == []


def is_defect(said: str) -> bool:
    """Whether a message of the console is about the page and not about the network."""
    return "Content Security Policy" in said or "Uncaught" in said


@pytest.fixture
def page(open_page: Opener) -> Page:
    """One page."""
    return open_page()


@pytest.fixture
def sit(site: Served, page: Page) -> Callable[..., Table]:
    """Makes a match and sits down at it."""

    def seated(game: str, first: str = "human", second: str = "human", **more: object) -> Table:
        made = site.new(game, first, second, **more)
        return Table.sit(page, site.url, made["id"], made["token"])

    return seated
