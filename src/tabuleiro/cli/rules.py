"""`tabuleiro rules`: the rules for people."""

from __future__ import annotations

from rich.markdown import Markdown

from tabuleiro.cli.app import DEFAULT_LANGUAGE, GameName, Json, Language, app
from tabuleiro.cli.output import out, print_json
from tabuleiro.game import game


@app.command()
def rules(name: GameName, lang: Language = DEFAULT_LANGUAGE, json: Json = False) -> None:
    """Print the rules of a game, with diagrams and options."""
    text = game(name).rules_text(lang.value)
    if json:
        print_json({"game": name, "lang": lang.value, "text": text})
    elif out.is_terminal:
        out.print(Markdown(text), soft_wrap=False)
    else:
        print(text, end="")
