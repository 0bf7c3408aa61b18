"""Takes the pictures of this folder: `python docs/images/take.py [NAME...]`, from the root."""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import sleep

from playwright.sync_api import Browser, Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[2]))

from tabuleiro.bots.presets import make_bot
from tabuleiro.game import make_game
from tabuleiro.record import Record
from tests.web.serving import Served, serving

HERE = Path(__file__).parent
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
WIDE, PHONE = (1280, 800), (390, 844)
PLIES = {"aboyne": 26, "cifra": 11, "fanorona": 8, "focus": 30, "shobu": 14}
"""How far the games in the pictures have come."""


def record(
    game: str, plies: int | None = None, players: tuple[str, str] = ("easy", "medium")
) -> str:
    """A game between two bots, as text."""
    position = make_game(game, {}).start()
    bots = [make_bot(position.game, name, 4) for name in players]
    while position.outcome is None and (plies is None or position.ply < plies):
        position = position.play(bots[position.player].choose(position))
    return Record.of(position, players).text()


class Camera:
    """A browser before a server."""

    def __init__(self, browser: Browser, site: Served) -> None:
        self.browser = browser
        self.site = site

    def take(
        self,
        name: str,
        path: str,
        act: Callable[[Page], None] = lambda page: None,
        scheme: str = "light",
        size: tuple[int, int] = WIDE,
        language: str = "en-GB",
    ) -> None:
        """One picture, if it is wanted."""
        if sys.argv[1:] and name not in sys.argv[1:]:
            return
        context = self.browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            color_scheme="dark" if scheme == "dark" else "light",
            device_scale_factor=2 if size == PHONE else 1,
            locale=language,
            reduced_motion="reduce",
        )
        page = context.new_page()
        page.goto(self.site.url + path)
        page.wait_for_selector("h1, .card", state="attached")
        if path.startswith("/play/"):
            page.wait_for_selector("body[data-turn]")
        act(page)
        sleep(0.6)
        page.screenshot(path=HERE / f"{name}.png")
        context.close()
        print(name)

    def game(self, game: str, first: str = "human", second: str = "medium", **more: object) -> str:
        """The page of a match."""
        made = self.site.new(game, first, second, **more)
        return f"/play/{made['id']}#{made['token']}"


def analyse(page: Page) -> None:
    page.locator("#to-analysis").click()
    page.locator("#analyse").click()
    page.wait_for_selector("#lines .line")
    sleep(2)


def review(page: Page) -> None:
    page.locator("#review").click()
    page.wait_for_selector(".chart", timeout=120_000)
    hits = page.locator(".chart .hit")
    hits.nth(hits.count() // 2).click()


def experiment(page: Page) -> None:
    page.wait_for_selector("[data-state=done]", timeout=120_000)
    page.locator("[data-run]").scroll_into_view_if_needed()
    page.evaluate("document.querySelector('[data-run]').scrollIntoView()")


def pick(page: Page) -> None:
    """Show what can be done with a piece."""
    page.wait_for_selector("body[data-turn=yours]")
    for spot in page.locator("#board .spot.can").all()[3:]:
        spot.click()
        if page.locator(".target-dot, .target-ring, .capture-ring").count() > 2:
            break


def main() -> None:
    path = next(filter(None, map(shutil.which, ("chromium", "google-chrome"))), None)
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder) / "games.sqlite") as site,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        camera = Camera(browser, site)
        for game in ("shobu", "fanorona", "cifra", "aboyne"):
            camera.game(game, record=record(game, None, ("easy", "hard")))
        camera.take("history", "/history")
        camera.take("start", "/")
        camera.take("start-dark", "/", scheme="dark")
        camera.take("setup", "/?game=shobu", lambda page: page.wait_for_timeout(500))
        for game, plies in PLIES.items():
            text = record(game, plies)
            camera.take(game, camera.game(game, record=text), pick)
            camera.take(f"{game}-dark", camera.game(game, record=text), pick, scheme="dark")
            phone = camera.game(game, record=text)
            camera.take(f"{game}-phone", phone, size=PHONE, language="pt-PT")
        whole = record("aboyne", None, ("novice", "easy"))
        board = {"second": "human", "analysis": True}
        camera.take("analysis", camera.game("shobu", record=record("shobu", 16), **board), analyse)
        camera.take("review", camera.game("aboyne", record=whole, **board), review)
        camera.take("rules", camera.game("cifra"), lambda page: page.locator("#to-rules").click())
        wanted = {"game": "fanorona", "bots": ["easy", "medium", "hard"], "games": 20}
        run = site.http.post("/api/arenas", json={**wanted, "seed": 1}).json()
        camera.take("experiments", f"/experiments/{run['id']}", experiment)
        browser.close()


if __name__ == "__main__":
    main()
