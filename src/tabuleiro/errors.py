"""The errors: each message is one sentence that says what is wrong and what is accepted."""

from __future__ import annotations

LONGEST = 800
"""Letters of a message: it repeats what somebody wrote, which may be of any length."""


def quoted(value: object) -> str:
    """What somebody gave, in quotes."""
    try:
        return repr(str(value))
    except ValueError:  # a whole number that is too long to be written
        return "a number of thousands of digits"


class TabuleiroError(Exception):
    """Anything that a user can put right; never shown as a traceback.

    What players can meet on a board has its sentence in Portuguese as well.
    """

    def __init__(self, sentence: str = "", pt: str = "") -> None:
        super().__init__(_short(sentence))
        self.pt = _short(pt) or str(self)

    def words(self, language: str) -> str:
        """The sentence in a language."""
        return self.pt if language == "pt" else str(self)


def _short(sentence: str) -> str:
    """A sentence without its middle if it is too long: what is accepted stands at its end."""
    if len(sentence) <= LONGEST:
        return sentence
    return f"{sentence[: LONGEST // 2]} … {sentence[-LONGEST // 2 :]}"


class UnknownGame(TabuleiroError):
    """No game has this name."""


class UnknownFile(TabuleiroError):
    """A path leads to no file that can be used."""


class BrokenFile(TabuleiroError):
    """Something is wrong in a file that somebody has written: a game, a bot or an evaluation."""


class BrokenRules(BrokenFile):
    """It is the rules of the game that are wrong: no player has lost by it."""


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


class TooSlow(EngineFailed):
    """A program or a bot has not moved in its time."""


class AlreadySearching(TabuleiroError):
    """A bot that searches one position is asked about another."""


class Stopped(TabuleiroError):
    """A search was stopped before it knew anything."""


class MissingExtra(JobFailed, ImportError):
    """A library that only some people need is not installed."""


class NotBack(KeyboardInterrupt):
    """Ctrl-C, and what was running does not come back: no failure of a bot."""

    def words(self, language: str) -> str:
        """The sentence in a language."""
        if language == "pt":
            return (
                "interrompido, mas o que estava a correr não volta; em regras tuas, procura um "
                "ciclo que nunca acaba"
            )
        return (
            "stopped, but what was running does not come back; in rules of your own, look for a "
            "loop that never ends"
        )
