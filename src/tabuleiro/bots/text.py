"""A bot's text as a value: `hard,depth=3` is a name and what should be different.

A bot that another package or program makes may be asked for as `NAME:TEXT`, such as
`ugi:./engine --flag,seconds=0.5`; quotes keep a comma within such a text. A path, such as
`./mine.py,seconds=1`, is a bot of one's own.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from tabuleiro.errors import UnknownOption
from tabuleiro.files import SUFFIX, is_path

MAKER = re.compile(r"\s*[\w-]{2,}:")
PART = re.compile(r"""(?:[^,"']|"[^"]*"|'[^']*')+""")


@dataclass(frozen=True)
class BotText:
    """What a bot is asked for by; `str` gives the text again."""

    head: str
    """All before the first comma: the name, or NAME:TEXT."""
    parts: tuple[str, ...] = ()
    """What follows, each usually KEY=VALUE."""

    @classmethod
    def parse(cls, text: str | BotText) -> BotText:
        """The value of a text, whether there is such a bot or not."""
        if isinstance(text, BotText):
            return text
        head, *parts = text.split(",")
        while parts and is_file(head) and not head.endswith(SUFFIX) and "=" not in parts[0]:
            head = f"{head},{parts.pop(0)}"  # a file or folder may have a comma in its name
        if ":" not in head or is_file(head):
            return cls(head.strip(), tuple(part.strip() for part in parts))
        head, *parts = PART.findall(text)  # its maker gets the rest as it was written
        return cls(head.lstrip(), tuple(parts))

    @property
    def path(self) -> str | None:
        """The path of a bot that is a file; None if it is none."""
        return self.head if is_file(self.head) else None

    @property
    def name(self) -> str:
        """The bot's name, or that of who makes it."""
        if is_file(self.head):
            return self.head
        return self.head.partition(":")[0].strip()

    @property
    def argument(self) -> str | None:
        """What a maker gets as text: all that follows the colon; None if there is none."""
        if ":" not in self.head or is_file(self.head):
            return None
        return str(self).partition(":")[2].strip()

    @property
    def pieces(self) -> tuple[str, ...]:
        """The text as it is put together."""
        return self.head, *self.parts

    @property
    def changes(self) -> Mapping[str, str]:
        """What should be different, by key."""
        for part in self.parts:
            if "=" not in part:
                raise UnknownOption(
                    f"{part!r} after the bot {self.name!r} is not of the form SETTING=VALUE",
                    f"{part!r}, depois do bot {self.name!r}, não tem a forma SETTING=VALOR",
                )
        return {key: part.partition("=")[2].strip() for part in self.parts for key in [_key(part)]}

    def has(self, *keys: str) -> bool:
        """Whether the text changes any of these."""
        return any(_key(part) in keys for part in self.parts)

    def with_changes(self, changes: Mapping[str, str]) -> BotText:
        """The same with some things different; what it said of them before is gone."""
        kept = [part for part in self.parts if _key(part) not in changes]
        return replace(self, parts=(*kept, *(f"{key}={each}" for key, each in changes.items())))

    def __str__(self) -> str:
        return ",".join(self.pieces)


def is_file(head: str) -> bool:
    """Whether a bot is asked for by a path; `ugi:./engine` is not, `C:/bots/mine.py` is."""
    return is_path(head) and not MAKER.match(head)


def _key(part: str) -> str:
    return part.partition("=")[0].strip()
