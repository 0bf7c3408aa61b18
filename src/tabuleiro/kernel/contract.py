"""The contract of a game's rules: what a `rules.py` defines, and nothing more.

A rules module is plain Python over integers. It imports nothing but `tabuleiro.kernel.rng`, uses no
classes and no numpy, and runs both as it stands (the public objects use it so) and compiled
(perft, playouts and the searches). It defines two shapes, some constants and the functions below.

    STATE = dict(player=1, stones=2, ...)     field -> 1, a length, or a shape of two
    TABLES = dict(next=(8, 64), land=8, ...)  the same for the board's tables
    MAX_ACTIONS, MAX_STEPS                    bounds: actions are below it; steps of one turn

Every field is a 64-bit integer or an array of them: `s.stones[side]`, `board.next[d, p]`.

A state holds the position and nothing else: no counters, no history. `player` must be among its
fields: it says who acts now. Fields that only matter inside a turn are zero when a turn starts.

An action is one step, an integer. A turn is one or more steps of the same player: it ends when
`player` changes or the game is decided. Action 0 is kept for STOP (ending a turn early) or a pass.

A set of up to 64 cells is one integer. `x.bit_count()` counts it and
`(x & -x).bit_length() - 1` is its lowest cell. Compiled words are signed and plain ones are not, so
mask after every `~`, `<<` and `>>`, and compare whole sets only with `==` and `!=`.

An upper-case entry of what `tables()` returns is a constant of the module that is compiled in
(`WORDS = 2` for large boards): each value is a compilation of its own. All other entries are data.
"""

from __future__ import annotations

from typing import Any

STOP = 0
OPEN, FIRST, SECOND, DRAW = -1, 0, 1, 2

QUIET, PROGRESS, FINAL, NOISY = 0, 1, 2, 4
"""What a step was. For the rules of the core: nothing special; progress (it restarts the count of
the no-progress rule); or progress after which no earlier position can occur again. NOISY may be
added to any of them, for the searches: a step that changes much, such as a capture. They do not
search it less deeply, and follow it beyond their last depth (see `evaluate`).

A game that defines NOISY says so itself, and what it does not call noisy is not. In one that does
not, a step that is not QUIET is noisy where it stands out from quiet ones."""

ANY_PROGRESS = PROGRESS | FINAL

STATE: dict[str, Any] = {}
TABLES: dict[str, Any] = {}
MAX_ACTIONS = 0
MAX_STEPS = 0


def tables(**options: Any) -> dict[str, Any]:
    """The board for these options: an entry for every field of TABLES (never compiled).

    Lists may be shorter than their table; the rest is filled with -1.
    """
    raise NotImplementedError


def start(board: Any, s: Any) -> None:
    """Set up the start position in `s`, whose fields are all zero."""
    raise NotImplementedError


def actions(board: Any, s: Any, out: Any, n: int) -> int:
    """Write the legal actions to `out` from index n, good ones first and STOP last; return the end.

    Called only while the game is open.
    """
    raise NotImplementedError


def play(board: Any, s: Any, action: int) -> int:
    """Carry out a legal action in place; return QUIET, PROGRESS or FINAL, or with NOISY."""
    raise NotImplementedError


def outcome(board: Any, s: Any) -> int:
    """OPEN, FIRST, SECOND or DRAW. Cheap: no search for legal actions."""
    raise NotImplementedError


def stuck(board: Any, s: Any) -> int:
    """The outcome when the game is open and `actions` found none."""
    raise NotImplementedError


def evaluate(board: Any, s: Any, weights: Any) -> int:
    """In `terms.py`, with `TERMS`, the names of the weights: how good a position is for `s.player`.

    The sum of `weights[i]` times term i, in hundredths of the term's natural unit (100 a stone).
    Terms of weight 0 are not computed. `EXCHANGE`, beside TERMS, is optional: for how many turns
    beyond the last depth a search follows exchanges, which are turns that begin with a noisy step
    (without NOISY, one that is not QUIET); `actions` must list those first.
    """
    raise NotImplementedError


def features(board: Any, s: Any, k: Any, seen: Any) -> Any:
    """Optional, in `features.py`: what a net sees of a position, and the number of its pieces.

    For each feature, a row number, `seen = see(seen, k, row)`, with `see` of
    `tabuleiro.kernel.nets`; returns `seen, pieces`. Without it the features are the bits of the
    state's words: right for sets of cells. Where numbers are packed, this says what they mean.
    `NET_WIDTH = 64`, or 128, beside it makes the game's nets wider than 32 hidden numbers.

    It goes with `factors(board, view=0, exact=True)`, never compiled: for every row the numbers of
    what it is the sum of. Rows that share factors learn from each other. `exact` may add factors
    that hold for this one board alone; `VIEWS`, if there is more than one, are readings of a board
    that are alike in value. `SIGHTED`, if it is there, names the options that a net for any board
    is tied to.
    """
    raise NotImplementedError


def observe(board: Any, s: Any, me: int, out: Any) -> None:
    """Optional, in `planes.py`, with `OBSERVED`, the names of the planes: what player `me` sees.

    `out[plane, cell]` is zero and gets a number from 0 to 127; cells are those of the drawing.
    Without it the adapters make planes of the drawing, which is slower. With
    `OBSERVED_BY_NETS = True` beside OBSERVED a net sees the planes too, and not the state's bits.
    """
    raise NotImplementedError


def random_action(board: Any, s: Any, rng: Any) -> int:
    """Optional: a legal action drawn uniformly with `tabuleiro.kernel.rng.below`, or -1 if none.

    Without it the core lists the actions and picks one.
    """
    raise NotImplementedError


def decisive(board: Any, s: Any, turns: int) -> bool:
    """Optional: False only if it is certain that nothing decides the game within so many turns.

    Neither `outcome` after any of them, nor that a player is stuck before any of them. Called at
    the start of a turn; it shortens the search for forced wins.
    """
    raise NotImplementedError


def image(board: Any, s: Any, t: Any, i: int) -> None:
    """Optional: make `t` the image of `s` under symmetry i, 1 <= i < board.symmetries.

    A symmetry may swap the players; then `t.player` is the other one. `t` starts as all zeros.
    """
    raise NotImplementedError


def image_action(board: Any, action: int, i: int) -> int:
    """Optional, with `image`: the same action in the image."""
    raise NotImplementedError


def class_of(board: Any, s: Any) -> int:
    """Optional, with the next four: the class of an open position at the start of a turn, or 0.

    Classes are numbered so that turns stay in their class or lead to lower ones. From a position
    either all turns stay or all leave, and who ends the game wins; or the rules say MIXED = True.
    The highest class is CLASSES.
    """
    raise NotImplementedError


def class_size(board: Any, group: int) -> int:
    """How many positions a class has (never compiled)."""
    raise NotImplementedError


def rank(board: Any, s: Any, group: int) -> int:
    """The number of a position in its class, from 0 on."""
    raise NotImplementedError


def unrank(board: Any, s: Any, group: int, number: int) -> None:
    """Make `s`, whatever it was, the position with that number.

    Where the two sides are alike the side to move is "me", player 0. A number may be of a position
    whose game is over: it is left out.
    """
    raise NotImplementedError


def parents(board: Any, s: Any, group: int, out: Any) -> int:
    """Write the numbers of the positions of the class that are one turn before `s`; how many.

    Positions all of whose turns leave the class may be among them, unless turns are MIXED. At most
    MAX_ACTIONS.
    """
    raise NotImplementedError
