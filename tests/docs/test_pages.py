"""What pages show as commands and conversations works as it is shown."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from environment import ROOT, Installed
from pages import ANYTHING, File, steps

from tabuleiro.bots.program import Program

COMMAND = str(Path(sys.executable).with_name("tabuleiro"))


def test_the_quick_start_starts(installed: Installed, tmp_path: Path) -> None:
    count = 0
    for step in steps(ROOT / "docs" / "quick-start.md"):
        if isinstance(step, File):
            step.write(tmp_path)
            continue
        done = installed.run(step.words, tmp_path)
        assert done.returncode == 0, f"{step.words}\n{done.stderr}"
        count += 1
    assert count >= 8


def test_the_conversation_of_the_protocol_goes_as_shown() -> None:
    page = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
    talk = re.search(r"^```ugi\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    assert talk is not None
    engine = Program([COMMAND, "engine", "fanorona"])
    last = ""
    for line in talk[1].splitlines():
        sign, _, text = line.partition(" ")
        if sign == ">":
            engine.send(text)
            continue
        if text == ANYTHING:
            continue
        pattern = re.escape(text).replace(re.escape(ANYTHING), ".*")
        while not re.fullmatch(pattern, last := engine.receive(120) or ""):
            assert last.startswith(("option ", "info ")), f"{last!r} came before {text!r}"
    assert last == "response none"
    assert engine.leave(60) == 0
    engine.close()
