"""The pages, put together from one frame: a name gives script and style, and perhaps a body."""

from __future__ import annotations

from string import Template

from tabuleiro.web.assets import STATIC, Assets

PAGES = {
    "/": "start",
    "/play/{match}": "play",
    "/history": "history",
    "/you": "you",
    "/experiments": "experiments",
    "/experiments/{run}": "experiments",
    "/analysis/{game}": "analyse",
    "/lab": "lab",
    "/learn/{game}": "learn",
    "/learn/{game}/{lesson}": "learn",
    "/puzzles": "learn",
    "/puzzles/{game}": "learn",
    "/puzzles/{game}/{puzzle}": "learn",
}
"""The name of the page at each address."""
MAIN = '  <main class="page" id="{name}"></main>'
PRELOAD = '  <link rel="preload" href="{path}" as="fetch" crossorigin>\n'
SOON = {"start": "/api/games"}
"""What a page will ask for as soon as its script runs; the browser need not wait for that."""


def page_text(name: str, assets: Assets) -> str:
    """A page as HTML."""
    own = STATIC / f"{name}.html"
    return Template((STATIC / "frame.html").read_text(encoding="utf-8")).substitute(
        name=name,
        assets=f"/assets/{assets.version}",
        soon=PRELOAD.format(path=SOON[name]) if name in SOON else "",
        main=own.read_text(encoding="utf-8").rstrip() if own.exists() else MAIN.format(name=name),
    )
