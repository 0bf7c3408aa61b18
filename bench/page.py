"""How soon the pages can be used: seconds in a real browser, from the address to the board.

    python bench/page.py [--runs 5]

The server is warm, each page is opened in a browser profile of its own. `start` is the start page
with its five boards, `slow` over a line of 400 kbit/s with 400 ms of latency; `board` a game's page
until a person may move; `bot` a fresh game until the first move of the bot `easy`, which moves
first, is on the board.
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import sys
import tempfile
from pathlib import Path
from time import monotonic, perf_counter, sleep

from playwright.sync_api import Browser, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.web.browser.conftest import ARGUMENTS, INSTALLED
from tests.web.serving import Served, serving

SLOW_LINE = {
    "offline": False,
    "latency": 400,
    "downloadThroughput": 400_000 / 8,
    "uploadThroughput": 400_000 / 8,
}
"""A poor mobile network: 400 kbit/s, 400 ms until each answer begins."""
NAMES = ("fanorona", "shobu", "focus", "aboyne", "cifra")


def seconds(browser: Browser, address: str, sign: str, slow: bool = False) -> float:
    """From asking for a page until it shows a sign, perhaps over a slow line."""
    context = browser.new_context()
    page = context.new_page()
    if slow:
        line = context.new_cdp_session(page)
        line.send("Network.enable")
        line.send("Network.emulateNetworkConditions", SLOW_LINE)
    begin = perf_counter()
    page.goto(address, wait_until="commit")
    page.wait_for_function("sign => document.querySelector(sign)", arg=sign)  # every frame
    taken = perf_counter() - begin
    context.close()
    return taken


def start(browser: Browser, site: Served, slow: bool = False) -> float:
    return seconds(browser, site.url, ".card-place:nth-of-type(5) svg", slow)


def board(browser: Browser, site: Served, name: str) -> float:
    made = site.new(name, "human", "human")
    address = f"{site.url}/play/{made['id']}#{made['token']}"
    return seconds(browser, address, "body[data-turn=yours] #board .spot")


def bot(browser: Browser, site: Served, name: str) -> float:
    seats = ("easy", "human") if name != "cifra" else ("human", "easy")  # there the second begins
    made = site.new(name, *seats)
    address = f"{site.url}/play/{made['id']}#{made['token']}"
    return seconds(browser, address, "body[data-ply='1'] #board .spot")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=5)
    given = parser.parse_args()
    path = next(filter(None, map(shutil.which, INSTALLED)), None)
    with (
        tempfile.TemporaryDirectory() as home,
        serving(Path(home) / "games.sqlite") as site,
        sync_playwright() as playwright,
    ):
        deadline = monotonic() + 300
        while set(site.http.get("/api/status").json()["games"].values()) != {"ready"}:
            assert monotonic() < deadline, "the games are not compiled"
            sleep(0.2)
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        rows = [
            ("start page", [start(browser, site) for _ in range(given.runs)]),
            ("the same, slow", [start(browser, site, slow=True) for _ in range(given.runs)]),
        ]
        for name in NAMES:
            rows.append((f"board {name}", [board(browser, site, name) for _ in range(given.runs)]))
            rows.append((f"bot {name}", [bot(browser, site, name) for _ in range(given.runs)]))
        browser.close()
    for what, taken in rows:
        print(f"{what:16}  median {statistics.median(taken):5.2f} s, slowest {max(taken):5.2f} s")


if __name__ == "__main__":
    main()
