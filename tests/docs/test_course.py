"""The course says nothing that does not run: every example and every solution."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
COURSE = ROOT / "docs" / "course"
PAGES = sorted(path.stem for path in COURSE.glob("*.md") if path.stem != "index")
BLOCK = re.compile(r"^```pycon\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PICTURE = re.compile(r"!\[.+\]\((.+\.svg)\)")


def text_of(page: str) -> str:
    return (COURSE / f"{page}.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("page", PAGES)
def test_what_a_page_shows_is_what_comes_out(page: str) -> None:
    known: dict[str, object] = {}
    runner = doctest.DocTestRunner(verbose=False)
    said: list[str] = []
    blocks = list(BLOCK.finditer(text_of(page)))
    assert len(blocks) >= 4
    for found in blocks:
        line = text_of(page).count("\n", 0, found.start())
        example = doctest.DocTestParser().get_doctest(found[1], known, page, f"{page}.md", line)
        runner.run(example, out=said.append, clear_globs=False)
        known = example.globs
    assert runner.failures == 0, "".join(said)


def test_there_are_six_pages_with_exercises_and_pictures() -> None:
    assert len(PAGES) == 6
    nav = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    for page in PAGES:
        text = text_of(page)
        assert text.count("<summary>Solution</summary>") == 2
        for picture in PICTURE.findall(text):
            assert (COURSE / picture).exists()
        assert PICTURE.search(text)
        assert f"course/{page}.md" in nav
        assert f"({page}.md)" in text_of("index")
