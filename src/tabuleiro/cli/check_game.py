"""`tabuleiro check-game`: whether a game keeps to the contract, and how to mend it if not."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path
from typing import Annotated

import typer

from tabuleiro import files
from tabuleiro.checking.finding import Examined
from tabuleiro.checking.suite import check_game as checks
from tabuleiro.cli.app import GameName, Json, app
from tabuleiro.cli.output import note, out, print_json
from tabuleiro.errors import InvalidOption, JobFailed
from tabuleiro.game import make_game

SIGNS = {True: "[green]passed[/]   ", False: "[red]FAILED[/]   ", None: "[dim]not tried[/]"}
GLANCE = 0.3
"""Seconds between two looks at whether a file was saved."""


@app.command()
def check_game(
    name: GameName,
    watch: Annotated[
        bool, typer.Option("--watch", help="Check again whenever the file is saved; Ctrl-C ends.")
    ] = False,
    json: Json = False,
) -> None:
    """Check that a game keeps to the contract; exit code 1 if it does not.

    What is wrong is told with its file, its line and how to mend it, the most important first.
    Figures that you know go into the file: `PERFT = {1: 9, 2: 72}`.

    Examples: `tabuleiro check-game ./mygame.py`, `tabuleiro check-game ./mygame.py --watch`
    """
    if watch:
        if json:
            raise InvalidOption("--watch prints again and again; leave out --json")
        _watch(name)
        return
    found: list[Examined] = []
    for verdict in checks(name):
        if not json:
            _show(verdict)
        found.append(verdict)
    failed = [verdict for verdict in found if verdict.passed is False]
    if json:
        print_json(
            {
                "game": name,
                "passed": not failed,
                "checks": [
                    {
                        "check": verdict.check,
                        "passed": verdict.passed,
                        "findings": [vars(finding) for finding in verdict.findings],
                    }
                    for verdict in found
                ],
            }
        )
    if failed:
        raise JobFailed(f"{len(failed)} of {len(found)} checks failed")


def _show(verdict: Examined) -> None:
    out.print(f"{SIGNS[verdict.passed]}  ", end="")
    out.print(verdict.check, markup=False, highlight=False)
    for finding in verdict.findings:
        place = f"{finding.file}, line {finding.line}"
        out.print(f"           {place}: {finding.what}", markup=False, soft_wrap=True)
        out.print(f"           {finding.mend}", style="dim", markup=False, soft_wrap=True)


def _watch(name: str) -> None:
    """Check in a process of its own, so that nothing of the last version is left over."""
    path = files.find(name, "game") if files.is_path(name) else make_game(name, {}).source
    command = [sys.executable, "-m", "tabuleiro", "check-game", name]
    seen = None
    while True:
        now = _changed(path)
        if now != seen:
            seen = now
            subprocess.run(command, check=False)
            note(f"Waiting for {files.shown(path)} to be saved; Ctrl-C ends")
        time.sleep(GLANCE)


def _changed(path: Path) -> tuple[object, ...]:
    """When the files beside a game were last written."""
    beside = sorted({path, *(path.parent.glob("*.py") if path.stem == "rules" else ())})
    return tuple((each, each.stat().st_mtime_ns) for each in beside if each.exists())
