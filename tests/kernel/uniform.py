"""A uniform tree, for tests of the search: always CHOICES steps, leaves of odd values, no end."""

STATE = dict(player=1, path=1)
TABLES = dict(symmetries=1)
MAX_ACTIONS, MAX_STEPS = 10, 1
CHOICES = 3
SORTED = 0
"""Whether the first step is always the best one."""


def tables():
    return dict(symmetries=1)


def start(board, s):
    s.player = 0


def actions(board, s, out, n):
    for i in range(CHOICES):
        out[n + i] = 1 + i
    return n + CHOICES


def play(board, s, action):
    s.player = 1 - s.player
    s.path = 8 * s.path + action
    return 2


def outcome(board, s):
    return -1


def stuck(board, s):
    return 2


TERMS = ("leaf",)


def evaluate(board, s, weights):
    if SORTED:
        return 0
    mixed = s.path * 2654435761 % 4294967296
    return (mixed ^ mixed >> 15) % 2001 - 1000
