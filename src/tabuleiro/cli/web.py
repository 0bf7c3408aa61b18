"""`tabuleiro web`: the web app, also what starts without a command."""

from __future__ import annotations

import os
import sys
import threading
import webbrowser
from typing import Annotated

import typer

from tabuleiro.cli.app import DEFAULT_LANGUAGE, Json, app
from tabuleiro.cli.output import note, out, print_json
from tabuleiro.errors import InvalidOption
from tabuleiro.games.base import Language, Text

SERVED = Text("Tabuleiro is at {url}", "O Tabuleiro está em {url}")
HOW_TO_STOP = Text("Press Ctrl-C to stop it.", "Carrega em Ctrl-C para o parar.")
SHARED = Text(
    "Everybody who can reach {host} can play here.",
    "Quem conseguir chegar a {host} pode jogar aqui.",
)


@app.command()
def web(
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
    - `tabuleiro web --host 0.0.0.0 --name games.example.org --database postgresql:///games`
    """
    return serve(host, port, database, tuple(name or ()), think, browser, json)


def serve(
    host: str = "127.0.0.1",
    port: int = 0,
    database: str | None = None,
    names: tuple[str, ...] = (),
    think: float = 60.0,
    browser: bool = True,
    json: bool = False,
) -> int:
    """Run the web app until it is stopped."""
    from tabuleiro.web.limits import Limits
    from tabuleiro.web.server import Config, run
    from tabuleiro.web.store import default_url

    if not think > 0:
        raise InvalidOption(f"the time to think cannot be {think}; it must be above 0")
    config = Config(database or default_url(), host, port, names, Limits(think_seconds=think))
    language: Language = DEFAULT_LANGUAGE.value

    def ready(url: str) -> None:
        if json:
            print_json({"url": url})
        else:
            out.print(SERVED[language].format(url=url), markup=False, highlight=False)
            note(HOW_TO_STOP[language])
            if config.public:
                note(SHARED[language].format(host=host))
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
