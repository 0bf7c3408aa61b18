"""The errors: each message is one sentence that says what is wrong and what is accepted."""

from __future__ import annotations


class TabuleiroError(Exception):
    """Anything that a user can put right; never shown as a traceback.

    What players can meet on a board has its sentence in Portuguese as well.
    """

    def __init__(self, sentence: str = "", pt: str = "") -> None:
        super().__init__(sentence)
        self.pt = pt or sentence

    def words(self, language: str) -> str:
        """The sentence in a language."""
        return self.pt if language == "pt" else str(self)


class UnknownGame(TabuleiroError):
    """No game has this name."""


class UnknownOption(TabuleiroError):
    """The game has no option of this name."""


class InvalidOption(TabuleiroError):
    """An option's value is outside what it accepts."""


class InvalidPosition(TabuleiroError):
    """A position text cannot be read, or describes an impossible position."""


class InvalidNotation(TabuleiroError):
    """A move text cannot be read at all."""


class IllegalMove(TabuleiroError):
    """A move that reads well but is not legal here."""


class AmbiguousMove(TabuleiroError):
    """A move text that fits several legal moves."""


class InvalidRecord(TabuleiroError):
    """A record file cannot be read."""


class JobFailed(TabuleiroError):
    """A job that was asked for correctly could not be done."""


class EngineFailed(JobFailed):
    """A program that plays has crashed, fallen silent or broken the rules."""


class MissingExtra(JobFailed, ImportError):
    """A library that only some people need is not installed."""
