"""Bots from files, each in a process of its own that can do little harm.

limits.py    what such a process may use
confine.py   the walls, put up by the process itself before it runs the file
runner.py    the process: loads the file, answers questions
child.py     the other side: starts it, asks it, ends it with all that it has started
plain.py     the search of a file that only evaluates
"""
