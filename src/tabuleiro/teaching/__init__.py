"""What teaches: lessons and puzzles, as text files beside a game."""
