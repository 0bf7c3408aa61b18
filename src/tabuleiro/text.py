"""A text in the product's languages."""

from __future__ import annotations

from dataclasses import dataclass
from string import Formatter
from typing import Any, Literal

Language = Literal["en", "pt"]
LANGUAGES: tuple[Language, ...] = ("en", "pt")


class Portuguese(Formatter):
    """Fills gaps with numbers as they are written in Portugal: 1 234,5."""

    signs = str.maketrans({",": "\N{NO-BREAK SPACE}", ".": ","})

    def format_field(self, value: Any, format_spec: str) -> str:
        """What stands in a gap."""
        said = str(super().format_field(value, format_spec))
        return said.translate(self.signs) if isinstance(value, (int, float)) else said


FILLED = {"en": Formatter(), "pt": Portuguese()}


@dataclass(frozen=True)
class Text:
    """A text in the product's languages."""

    en: str
    pt: str

    def __getitem__(self, language: Language) -> str:
        return self.pt if language == "pt" else self.en

    def __str__(self) -> str:
        return self.en

    def facts(self, language: Language | None = None) -> Any:
        """The text in a language, or in all of them as plain data."""
        return {"en": self.en, "pt": self.pt} if language is None else self[language]

    def format(self, **values: object) -> Text:
        """The text with its gaps filled, by texts in their language."""

        def filled(language: Language) -> str:
            given = {k: v[language] if isinstance(v, Text) else v for k, v in values.items()}
            return FILLED[language].format(self[language], **given)

        return Text(filled("en"), filled("pt"))

    __iter__ = None  # a text is looked up, never walked through

    @classmethod
    def of_name(cls, name: str) -> Text:
        """What people call a thing that has a name for programs only."""
        plain = name.replace("_", " ").replace("-", " ")
        return cls(plain, plain)
