"""`tabuleiro web`: the web app, also what starts without a command."""

from __future__ import annotations

import os
import sys
import threading
import webbrowser
from collections.abc import Iterable
from ipaddress import ip_network
from typing import Annotated

import typer

from tabuleiro import files
from tabuleiro.checking.glance import glance
from tabuleiro.cli.app import DEFAULT_LANGUAGE, Json, app
from tabuleiro.cli.output import note, out, print_json
from tabuleiro.errors import InvalidOption
from tabuleiro.game import open_game
from tabuleiro.text import Language, Text

SERVED = Text("Tabuleiro is at {url}", "O Tabuleiro está em {url}")
HOW_TO_STOP = Text("Press Ctrl-C to stop it.", "Carrega em Ctrl-C para o parar.")
SHARED = Text(
    "Everybody who can reach {place} can play here; there is no list of matches, and experiments "
    "do not run.",
    "Quem conseguir chegar a {place} pode jogar aqui; não há lista de partidas nem experiências.",
)


@app.command()
def web(
    paths: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[FILE]...",
            help="Games and bots of your own to offer, by their paths; nobody can name others "
            "over the network.",
            show_default=False,
        ),
    ] = None,
    host: Annotated[
        str, typer.Option("--host", help="Where to listen; 0.0.0.0 for the whole network.")
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option("--port", help="The port; 0 for any that is free.", min=0, max=65535)
    ] = 0,
    database: Annotated[
        str | None,
        typer.Option(
            "--database",
            metavar="URL",
            help="Where games are kept: `sqlite:///FILE` or `postgresql://USER@HOST/NAME`; "
            "a file in your data directory if you do not say.",
        ),
    ] = None,
    name: Annotated[
        list[str] | None,
        typer.Option("--name", help="A name under which browsers may ask for this server."),
    ] = None,
    proxy: Annotated[
        list[str] | None,
        typer.Option(
            "--proxy",
            metavar="ADDRESS",
            help="A proxy before this server, as an address or a network: what it says in "
            "X-Forwarded-For is believed. Without, everybody who comes through it counts as one.",
        ),
    ] = None,
    think: Annotated[
        float,
        typer.Option("--think", help="The longest that a bot may think, in seconds.", min=0.1),
    ] = 60.0,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open a browser.")] = True,
    json: Json = False,
) -> int:
    """Play, learn and experiment in the browser.

    Only this machine can reach it unless you say otherwise. Every move is stored before it counts,
    so that games go on after a restart.

    Examples:

    - `tabuleiro web --port 8000`
    - `tabuleiro web ./mygame.py ./mybot.py`
    - `tabuleiro web --host 0.0.0.0 --name games.example.org --database postgresql:///games`
    - `tabuleiro web --port 8000 --name games.example.org --proxy 127.0.0.1`
    """
    open_files(paths or ())
    return serve(host, port, database, tuple(name or ()), think, browser, json, tuple(proxy or ()))


def open_files(paths: Iterable[str]) -> None:
    """Offer games and bots of files under their names."""
    from tabuleiro.bots.presets import open_bot

    for text in paths:
        if not files.is_path(text):
            raise InvalidOption(
                f"{text!r} is no path; a path has a slash or ends in .py, as in ./{text}.py"
            )
        path = files.find(text, "file")
        if files.line_of(path, "STATE", "from .", "from . import") > 1 or path.stem == "rules":
            glance(open_game(text, {}))
        else:
            open_bot(text)


def serve(
    host: str = "127.0.0.1",
    port: int = 0,
    database: str | None = None,
    names: tuple[str, ...] = (),
    think: float = 60.0,
    browser: bool = True,
    json: bool = False,
    proxies: tuple[str, ...] = (),
) -> int:
    """Run the web app until it is stopped."""
    from tabuleiro.web.database import default_url
    from tabuleiro.web.limits import Limits
    from tabuleiro.web.server import Config, run

    if not think > 0:
        raise InvalidOption(f"the time to think cannot be {think}; it must be above 0")
    for proxy in proxies:
        try:
            ip_network(proxy)
        except ValueError:
            raise InvalidOption(
                f"the proxy cannot be {proxy!r}; accepted: an address or a network, "
                "such as 127.0.0.1 or 10.0.0.0/8"
            ) from None
    limits = Limits(think_seconds=think)
    config = Config(database or default_url(), host, port, names, proxies, limits)
    language: Language = DEFAULT_LANGUAGE.value

    def ready(url: str) -> None:
        if json:
            print_json({"url": url})
        else:
            out.print(SERVED[language].format(url=url), markup=False, highlight=False)
            note(HOW_TO_STOP[language])
            if config.public:
                note(SHARED[language].format(place=" / ".join(names) or host))
        sys.stdout.flush()
        if browser and not json and can_show():
            threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()

    try:
        run(config, ready)
    except KeyboardInterrupt:
        return 0
    return 0


def can_show() -> bool:
    """Whether a browser has a screen to open on; one in the terminal would be in the way."""
    screens = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
    return sys.platform != "linux" or any(os.environ.get(screen) for screen in screens)
