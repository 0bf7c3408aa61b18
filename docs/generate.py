"""Pages of the site that are made from declarations: the games, the bots' settings, the changes.

MkDocs calls the functions `on_…` while it builds.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

from tabuleiro import drawing
from tabuleiro.bots.presets import KINDS, menu
from tabuleiro.bots.settings import SETTINGS
from tabuleiro.bots.weights import weight_sets
from tabuleiro.game import Game, all_games
from tabuleiro.options import Option

OURS = ("aboyne", "cifra", "fanorona", "focus", "shobu")
ROOT = Path(__file__).parents[1]


def on_config(config: Any) -> Any:
    """Give every game its place in the contents."""
    for section in config.nav:
        if "Games" in section:
            pages = [{game.title.en: f"games/{game.name}.md"} for game in games()]
            section["Games"][1:1] = pages
    return config


def on_files(files: Files, config: Any) -> Files:
    """Add the pages."""
    pages = {
        "games/index.md": overview(),
        "settings.md": settings_page(),
        "changes.md": (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"),
    }
    for game in games():
        pages[f"games/{game.name}.md"] = game_page(game)
        pages[f"games/{game.name}.pt.md"] = game.rules_text("pt")
        pages[f"games/{game.name}.svg"] = drawing.svg(game.start())
    for path, text in pages.items():
        files.append(File.generated(config, path, content=text))
    return files


def games() -> list[Game]:
    """The games of the package; others may be installed here."""
    return [game for game in all_games() if game.name in OURS]


def overview() -> str:
    """A card for each game."""
    cards = [
        f"-   [![{game.title.en}]({game.name}.svg)]({game.name}.md)\n\n"
        f"    **[{game.title.en}]({game.name}.md)**\n\n"
        f"    {game.summary.en}\n"
        for game in games()
    ]
    text = "\n".join(cards)
    return f'# Games\n\n<div class="grid cards boards" markdown>\n\n{text}\n</div>\n'


def game_page(game: Game) -> str:
    """The rules, the options and the bots of a game."""
    title, _, rules = game.rules_text("en").partition("\n")
    parts = [
        f"{title}\n",
        f"{game.summary.en} [Em português]({game.name}.pt.md){{ .language }}\n",
        f"![The start position]({game.name}.svg){{ .board }}\n",
        rules,
        "\n## All options\n",
        f"Any command takes them as `-o key=value`; `tabuleiro games {game.name}` lists them.\n",
        options_table(game.option_list),
        "\n## Bots\n",
        bots_table(game),
        "\n## Evaluation\n",
        f"Terms: {', '.join(f'`{term}`' for term in game.terms)}.\n",
        weights_table(game),
    ]
    return "\n".join(parts)


def options_table(options: Iterable[Option]) -> str:
    """What can be set, what it accepts and what it means."""
    rows = [
        (f"`{each.name}`", f"`{_value(each)}`", each.accepted(), each.help.en) for each in options
    ]
    return table(("option", "default", "accepts", ""), rows)


def bots_table(game: Game) -> str:
    """The bots of a game, in the order of a menu."""
    rows = [
        (KINDS[kind].en if number == 0 else "", f"`{preset.name}`", preset.text.en)
        for kind, presets in menu(game).items()
        if kind != "installed"
        for number, preset in enumerate(presets)
    ]
    return table(("", "bot", ""), rows)


def weights_table(game: Game) -> str:
    """The sets of weights of a game."""
    rows = [
        (f"`{name}`", ", ".join(f"{term} {number}" for term, number in weights.items()))
        for name, weights in weight_sets(game).items()
    ]
    return table(("weights", ""), rows)


def settings_page() -> str:
    """What can be set of bots."""
    rows = [
        (
            f"`{each.name}`",
            "a limit" if each.is_limit else f"`{_value(each)}`",
            each.accepted(),
            ", ".join(each.algorithms),
            each.help.en,
        )
        for each in SETTINGS
    ]
    levels = bots_table(games()[0]).split(f"| {KINDS['classic'].en}")[0]
    return (
        "# Settings and levels of bots\n\n"
        "This page is made from the declarations in the program. "
        "How they are used is told in [Bots, analysis, hints](bots.md).\n\n"
        "## Settings\n\nWrite them after the name of a bot: `hard,depth=3`.\n\n"
        f"{table(('setting', 'default', 'accepts', 'algorithms', ''), rows)}\n"
        "## Levels\n\n"
        "The same for every game; [each game](games/index.md) has bots of its own, too.\n\n"
        f"{levels}"
    )


def table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    """A table in Markdown."""
    lines = [head, ("---",) * len(head), *rows]
    return "".join(
        "| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |\n" for line in lines
    )


def _value(option: Option) -> str:
    return option.write(option.default)
