"""The ideas of alpha-beta, each of which can be switched off on its own."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

from tabuleiro.kernel.words import hash_words


@dataclass(frozen=True)
class Switches:
    """What a search makes use of. Without anything it is plain minimax.

    Only `reductions` and `exchanges` change which positions a value rests on; with any choice of
    the others it stays the same.
    """

    cuts: bool = True
    """A move that is too good ends the search of a position."""
    table_move: bool = True
    """What was best in a position when it was searched before is tried first."""
    killers: bool = True
    """Moves that cut elsewhere at the same distance are tried early."""
    history: bool = True
    """So are moves that have cut often."""
    table: bool = True
    """Values of positions that were searched before are used again."""
    symmetries: bool = True
    """Symmetric positions share their place in the table."""
    pvs: bool = True
    """Later moves must first show, in a window without width, that they can be better at all."""
    aspiration: bool = True
    """The first window is a narrow one around the value of the depth before."""
    deepening: bool = True
    """Depth after depth; without it, straight to the depth that is asked for."""
    reductions: bool = True
    """Late moves are searched less deeply first; near the last depth, positions are not searched in
    which a net sees somebody far ahead."""
    exchanges: bool = True
    """Beyond the last depth, exchanges are played out."""

    @property
    def salt(self) -> int:
        """What sets the table's positions apart from those of other searches; 0 if all is on.

        Without cuts every value is exact, without reductions every value is as deep as it says:
        what others have left there would not be.
        """
        off = sum(1 << i for i, name in enumerate(IDEAS) if not getattr(self, name))
        return hash_words((off, 1)) if off else 0

    def without(self, *ideas: str) -> Switches:
        """The same with some ideas switched off."""
        return replace(self, **dict.fromkeys(ideas, False))


IDEAS = tuple(each.name for each in fields(Switches))
ALL = Switches()
MINIMAX = ALL.without(*IDEAS)
"""Plain minimax."""
