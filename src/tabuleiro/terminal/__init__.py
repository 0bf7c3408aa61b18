"""Boards and games in a terminal."""
