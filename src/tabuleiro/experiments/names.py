"""What the bots of an experiment are called where people read: programs by their own names.

In the store and in files for other programs a bot is its text, which says all of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from tabuleiro.bots.external import settings_text
from tabuleiro.experiments.settings import Settings


def shown_names(settings: Settings, called: Mapping[int, str]) -> tuple[str, ...]:
    """A name for every player: what it is called, or its text; no name is there twice.

    Programs of one name are told apart by what was set of them, or by a number.
    """
    names = [called.get(player, label) for player, label in enumerate(settings.labels)]
    for player in _doubles(names) & called.keys():
        changes = settings_text(settings.players[player])
        names[player] = ",".join(filter(None, (names[player], changes)))
    seen: Counter[str] = Counter()
    for player, name in enumerate(names):
        seen[name] += 1
        if seen[name] > 1:
            names[player] = f"{name} ({seen[name]})"
    return tuple(names)


def shown_title(settings: Settings, called: Mapping[int, str], shown: Sequence[str]) -> str:
    """The experiment's title with these names."""
    if settings.name or not called:
        return settings.title
    first = shown[0]
    if settings.axes:
        first = f"{called.get(0, settings.bots[0])} {settings.ladder or settings.grid}"
    return f"{settings.game}: {', '.join([first, *shown[len(settings.rungs) :]])}"


def _doubles(names: Sequence[str]) -> set[int]:
    """The places of names that are there more than once."""
    counts = Counter(names)
    return {place for place, name in enumerate(names) if counts[name] > 1}
