"""Write OpenSpiel's playthroughs of all games anew, and what the notebook of the documents shows.

    .venv/bin/python tests/adapters/regenerate.py

Run it when a change of what they show is meant, and read the difference.
"""

from __future__ import annotations

from pathlib import Path

import nbformat
from nbclient import NotebookClient
from open_spiel.python.algorithms import generate_playthrough

import tabuleiro.adapters.openspiel  # noqa: F401  registers the games

PLAYTHROUGHS = Path(__file__).with_name("playthroughs")
NOTEBOOK = Path(__file__).parents[2] / "docs" / "notebooks" / "tour.ipynb"
GAMES = {
    "aboyne": "tabuleiro_aboyne(side=3)",
    "cifra": "tabuleiro_cifra(mode=king)",
    "fanorona": "tabuleiro_fanorona(width=5,height=3)",
    "focus": "tabuleiro_focus(size=4,max_plies=12)",
    "shobu": "tabuleiro_shobu(max_plies=4)",
    "breakthrough": "tabuleiro_breakthrough(size=4)",
    "connect4": "tabuleiro_connect4(width=4,height=4)",
    "draughts": "tabuleiro_draughts(max_plies=6)",
    "hex": "tabuleiro_hex(size=3)",
    "morris": "tabuleiro_morris(max_plies=6)",
    "othello": "tabuleiro_othello(size=4)",
}


def main() -> None:
    PLAYTHROUGHS.mkdir(exist_ok=True)
    for name, game in GAMES.items():
        text = generate_playthrough.playthrough(game, None, seed=1)
        (PLAYTHROUGHS / f"{name}.txt").write_text(text, encoding="utf-8")
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    NotebookClient(notebook, record_timing=False).execute()
    nbformat.write(notebook, NOTEBOOK)


if __name__ == "__main__":
    main()
