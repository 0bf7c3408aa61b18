"""Whether a game keeps to the contract, for whoever writes one.

finding.py    what is wrong, where, and how to mend it
case.py       a game with some options, and positions of random games
returns.py    what every function gives back
rules.py      shapes, ranges, turns, ends: the rules as they stand
people.py     texts and the drawing
compiled.py   the same rules compiled, also with checked bounds; known figures
suite.py      all checks in their order
"""
