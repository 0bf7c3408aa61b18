"""What the pages are made of: joined, compressed, and kept by browsers for good."""

from __future__ import annotations

import gzip
import re

import httpx
import pytest
from serving import Served

from tabuleiro.web.assets import STATIC, Assets, joined_script
from tabuleiro.web.pages import PAGES

NAMES = sorted(set(PAGES.values()))


def parts_of(served: Served, path: str = "/") -> list[str]:
    """The addresses of script and style that a page names."""
    return re.findall(r'"(/assets/[^"]+)"', served.http.get(path).text)


def test_a_page_needs_one_script_and_one_style(served: Served) -> None:
    parts = parts_of(served)
    assert [part.rpartition("/")[2] for part in parts] == ["start.css", "theme.js", "start.js"]
    for part in parts:
        answer = served.http.get(part)
        assert answer.headers["Content-Encoding"] == "gzip"
        assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
        assert answer.headers["Vary"] == "Accept-Encoding"


def test_answers_are_compressed_for_whoever_can_read_that(served: Served) -> None:
    [script] = [part for part in parts_of(served) if part.endswith("start.js")]
    with httpx.stream("GET", served.url + script) as packed:
        sent = b"".join(packed.iter_raw())
    plain = httpx.get(served.url + script, headers={"Accept-Encoding": "identity"})
    assert "Content-Encoding" not in plain.headers
    assert gzip.decompress(sent) == plain.content
    assert len(sent) < len(plain.content) / 3
    assert served.http.get("/api/games").headers["Content-Encoding"] == "gzip"


def test_an_old_address_is_answered_but_not_kept(served: Served) -> None:
    answer = served.http.get("/assets/000000000000/start.js")
    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "no-cache"
    missing = served.http.get("/assets/000000000000/nothing.js")
    assert missing.status_code == 404
    assert missing.json()["error"] == "there is no such file"


@pytest.mark.parametrize("page", NAMES)
def test_a_script_has_every_module_that_it_needs_once(page: str) -> None:
    text = joined_script(page)
    assert not re.search(r"^(import|export)\b", text, re.MULTILINE)
    named = set(re.findall(r"^const \{[^}]*\} = (m\d+);$", text, re.MULTILINE))
    made = re.findall(r"^const (m\d+) = \(\(\) => \{$", text, re.MULTILINE)
    assert sorted(made) == sorted(named)
    assert len(made) == len(set(made))
    for number in made:
        assert text.index(f"const {number} = ") < text.index(f"}} = {number};")


def test_another_version_as_soon_as_a_source_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    assets = Assets({"start"})
    before = assets.version
    assert assets.version == before
    changed = STATIC / "js" / "start.js"
    real = type(changed).read_text

    def read(path: object, *given: object, **named: object) -> str:
        text = real(path, *given, **named)  # type: ignore[arg-type]
        return text + "// \nlater();\n" if path == changed else text

    monkeypatch.setattr(type(changed), "read_text", read)
    monkeypatch.setattr(assets, "_changed", 0.0)
    assert assets.version != before
