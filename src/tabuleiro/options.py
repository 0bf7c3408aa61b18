"""What can be chosen: an option is declared once, and read, offered and explained from that."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

from tabuleiro.errors import InvalidOption, quoted
from tabuleiro.text import LANGUAGES, Language, Text

Value = bool | int | float | str

TO = Text("to", "a")
ABOVE = Text("above {low}, up to {high}", "acima de {low}, até {high}")
ANY_TEXT = Text("any text", "qualquer texto")
ANY_NUMBER = Text("a whole number", "um número inteiro")
YES, NO = Text("yes", "sim"), Text("no", "não")
MOST_CHOICES = 12
"""How many values of an option the shell and a form are offered."""


@dataclass(frozen=True)
class Interval:
    """All numbers from one to another, both included; the lower one not if `open`."""

    low: float
    high: float
    open: bool = False

    def __contains__(self, number: object) -> bool:
        if not isinstance(number, int | float) or (self.open and number == self.low):
            return False
        return self.low <= number <= self.high


@dataclass(frozen=True)
class Option:
    """An option, declared once for the command line, the web form, protocols and the documents.

    The type is that of the default. `accepts` is a range, an interval for a number that need not be
    whole, the list of choices, or words on what a free text may be, which the game checks in
    `check_options`; None for any text or number. `title` and `values` are what people call the
    option and its choices; without them, the name and the choice itself.
    """

    KIND: ClassVar[str] = "option"
    """What messages call it."""

    name: str
    default: Value
    help: Text
    accepts: range | Interval | tuple[Value, ...] | Text | None = None
    title: Text | None = field(default=None, kw_only=True)
    values: Mapping[Value, Text] = field(default_factory=dict, kw_only=True, hash=False)

    @property
    def heading(self) -> Text:
        """What people call it."""
        return self.title or Text.of_name(self.name)

    def value_title(self, value: Value) -> Text:
        """What people call a value."""
        if isinstance(value, bool):
            return YES if value else NO
        return self.values.get(value) or Text(str(value), str(value))

    @property
    def type(self) -> Literal["check", "choice", "whole", "number", "text"]:
        """How a form asks for it: yes or no, one of a few, a whole or any number, a text."""
        if isinstance(self.default, bool):
            return "check"
        if isinstance(self.accepts, tuple):
            return "choice"
        if isinstance(self.default, str):
            return "text"
        return "whole" if isinstance(self.default, int) else "number"

    @property
    def bounds(self) -> tuple[float, float] | None:
        """The smallest and the largest number that it accepts, if it is about one."""
        if isinstance(self.accepts, range):
            return self.accepts[0], self.accepts[-1]
        if isinstance(self.accepts, Interval):
            return self.accepts.low, self.accepts.high
        return None

    def read(self, value: object) -> Value:
        """A value given as text or as itself, in the option's type."""
        with contextlib.suppress(ValueError):  # also of a number that is too long to be written
            text = str(value)
            if isinstance(self.default, bool):
                words = {"yes": True, "true": True, "on": True, "1": True}
                words |= {"no": False, "false": False, "off": False, "0": False}
                if text.lower() in words:
                    return words[text.lower()]
            elif isinstance(self.default, int | float):
                number = type(self.default)(text)
                if isinstance(self.accepts, Text | None) or number in self.accepts:
                    return number
            elif not isinstance(self.accepts, tuple):
                return text
            elif text.lower() in self.accepts:
                return text.lower()
        raise InvalidOption(
            f"{self.KIND} {self.name} cannot be {quoted(value)}; accepted: {self.accepted()}",
            f"{self.name} não pode ser {quoted(value)}; aceites: {self.accepted('pt')}",
        )

    def accepted(self, language: Language = "en") -> str:
        """What the option accepts, in words."""
        if isinstance(self.default, bool):
            return "yes, no"
        if isinstance(self.accepts, Text):
            return self.accepts[language]
        if self.bounds is not None and getattr(self.accepts, "step", 1) == 1:
            low, high = (f"{bound:g}" if bound % 1 else f"{bound:.0f}" for bound in self.bounds)
            if isinstance(self.accepts, Interval) and self.accepts.open:
                return ABOVE[language].format(low=low, high=high)
            return f"{low} {TO[language]} {high}"
        if isinstance(self.accepts, range) and len(self.accepts) > MOST_CHOICES:
            return f"{self.accepts[0]}, {self.accepts[1]} … {self.accepts[-1]}"
        if isinstance(self.accepts, range | tuple):
            return ", ".join(str(choice) for choice in self.accepts)
        return (ANY_TEXT if isinstance(self.default, str) else ANY_NUMBER)[language]

    def write(self, value: Value) -> str:
        """A value as the command line takes it."""
        if isinstance(value, bool):
            return "yes" if value else "no"
        return str(value)

    def facts(self, language: Language | None = "en") -> dict[str, Any]:
        """The option as plain data, of one shape everywhere; None for texts in both languages."""
        low, high = self.bounds or (None, None)
        few = isinstance(self.accepts, tuple) or (
            isinstance(self.accepts, range) and len(self.accepts) <= MOST_CHOICES
        )
        choices: list[Value] | None = list(self.accepts) if few else None  # type: ignore[arg-type]
        accepts = Text(*(self.accepted(each) for each in LANGUAGES))
        return {
            "name": self.name,
            "title": self.heading.facts(language),
            "type": self.type,
            "default": self.default,
            "accepts": accepts.facts(language),
            "help": self.help.facts(language),
            "min": low,
            "max": high,
            "step": self.accepts.step if isinstance(self.accepts, range) else None,
            "choices": choices,
            "choice_titles": [self.value_title(each).facts(language) for each in choices or ()],
        }
