"""The rules as a part of a page."""

from __future__ import annotations

import re

import pytest

from tabuleiro.game import game, game_names
from tabuleiro.web.rules import rendered, rules_html

GAMES = game_names()


@pytest.mark.parametrize("language", ["en", "pt"])
@pytest.mark.parametrize("name", GAMES)
def test_nothing_of_the_rules_is_lost(name: str, language: str) -> None:
    played = game(name)
    source = played.rules_text(language)  # type: ignore[arg-type]
    page = rules_html(played, language)  # type: ignore[arg-type]
    assert page.count("<pre ") == source.count("```") // 2
    assert len(re.findall(r"<h[23]>", page)) == len(re.findall(r"^#+ ", source, re.MULTILINE))
    assert "**" not in page
    assert "|--" not in page


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "a <img src=x onerror=alert(1)> b",
        "```\n5 <b onclick='x'> w\n```",
        "    <iframe src=x>",
        "[x](javascript:alert(1))",
        "![x](http://elsewhere/picture.png)",
        '[x](/y "<b>")',
    ],
)
def test_no_html_of_a_file_reaches_the_page(text: str) -> None:
    page = rendered(text, game("fanorona"))
    own = re.sub(r'<(/?(p|pre|a|span|code)( [a-z-]+="[^"<>]*")*)>', "", page)
    assert "<" not in own, page
    assert "javascript:" not in re.sub(r"<p>.*</p>", "", page) or "href" not in page


def test_letters_in_diagrams_are_drawn() -> None:
    page = rendered("```\n2  w B .   White\n1  W WB\n   a b\n```", game("fanorona"))
    assert '<span class="goal-cell white"></span>' in page
    assert page.count('<span class="man black owner-1"></span>') == 2
    assert '<span class="void">·</span>' in page
    assert page.rstrip().endswith("   a b</pre>")
    assert 'data-columns="16"' in page
    tiles = rendered("```\n2  w B .\n```", game("cifra"))
    assert '<span class="man white owner-0"></span>' in tiles
    assert '<span class="tile blue"></span>' in tiles
