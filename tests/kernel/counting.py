"""A game of nothing but choices, for tests of the kernel: always CHOICES actions, never an end."""

STATE = dict(player=1, turns=1)
TABLES = dict(nothing=1)
MAX_ACTIONS, MAX_STEPS = 10, 1
CHOICES = 3


def tables():
    return dict(nothing=0)


def start(board, s):
    s.player = 0


def actions(board, s, out, n):
    for i in range(CHOICES):
        out[n + i] = 1 + i
    return n + CHOICES


def play(board, s, action):
    s.player = 1 - s.player
    s.turns += 1
    return 2


def outcome(board, s):
    return -1


def stuck(board, s):
    return 2
