"""The pages, put together from one frame: a name gives the script, and perhaps body and style."""

from __future__ import annotations

from pathlib import Path
from string import Template

STATIC = Path(__file__).with_name("static")
PAGES = {
    "/": "start",
    "/play/{match}": "play",
    "/history": "history",
    "/experiments": "experiments",
    "/experiments/{run}": "experiments",
    "/analysis/{game}": "analyse",
}
"""The name of the page at each address."""
STYLE = '  <link rel="stylesheet" href="/static/css/{name}.css">\n'
MAIN = '  <main class="page" id="{name}"></main>'


def page_text(name: str) -> str:
    """A page as HTML."""
    own, style = STATIC / f"{name}.html", STATIC / "css" / f"{name}.css"
    return Template((STATIC / "frame.html").read_text(encoding="utf-8")).substitute(
        name=name,
        main=own.read_text(encoding="utf-8").rstrip() if own.exists() else MAIN.format(name=name),
        style=STYLE.format(name=name) if style.exists() else "",
    )
