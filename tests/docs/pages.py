"""Pages as something to do: the files that they show, and the commands with what they print."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

BLOCK = re.compile(r'^```(\w+)(?: title="([^"]+)")?\n(.*?)^```$', re.MULTILINE | re.DOTALL)
ADDED = ", added"
ANYTHING = "…"


@dataclass(frozen=True)
class File:
    """A file that the page asks for; an added one goes to the end of what is there."""

    path: str
    text: str
    added: bool

    def write(self, folder: Path) -> None:
        target = folder / self.path
        target.parent.mkdir(parents=True, exist_ok=True)
        before = target.read_text() + "\n" if self.added else ""
        target.write_text(before + self.text)


@dataclass(frozen=True)
class Command:
    """A command and what the page says that it prints."""

    words: str
    shown: tuple[str, ...]

    def is_shown_by(self, output: str) -> bool:
        """Whether the output is as shown; `…` stands for anything, and nothing shown for all."""
        if not self.shown:
            return True
        lines = [line.rstrip() for line in self.shown]
        pattern = "\n".join(re.escape(line).replace(re.escape(ANYTHING), ".*") for line in lines)
        pattern = re.sub(r"^\.\*$", r"(?:.*\\n?)*?", pattern, flags=re.MULTILINE)
        pattern = pattern.replace("(?:.*\\n?)*?\n", "(?:.*\\n)*?")
        told = "\n".join(line.rstrip() for line in output.strip("\n").split("\n"))
        return re.fullmatch(pattern, told) is not None


def steps(page: Path) -> Iterator[File | Command]:
    """What a page asks for, in its order."""
    for kind, title, body in BLOCK.findall(page.read_text(encoding="utf-8")):
        if title:
            yield File(title.removesuffix(ADDED), body, title.endswith(ADDED))
        elif kind == "console":
            yield from _commands(body)


def _commands(body: str) -> Iterator[Command]:
    for part in re.split(r"^\$ ", body, flags=re.MULTILINE)[1:]:
        words, *shown = part.rstrip("\n").split("\n")
        yield Command(words, tuple(shown))
