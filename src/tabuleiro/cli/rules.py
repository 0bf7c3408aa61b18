"""`tabuleiro rules`: the rules for people."""

from __future__ import annotations

from tabuleiro.cli.app import DEFAULT_LANGUAGE, GameName, Json, Language, app
from tabuleiro.cli.output import out, print_json
from tabuleiro.game import game
from tabuleiro.terminal.console import print_rules


@app.command()
def rules(name: GameName, lang: Language = DEFAULT_LANGUAGE, json: Json = False) -> None:
    """Print the rules of a game, with diagrams, notation and options.

    Example: `tabuleiro rules shobu --lang pt`
    """
    text = game(name).rules_text(lang.value)
    if json:
        print_json({"game": name, "lang": lang.value, "text": text})
    else:
        print_rules(out, text)
