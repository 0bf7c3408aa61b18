"""What the pages are made of, ready to be sent: one script and one style for each page, compressed.

The sources are plain modules that a browser could load one by one, but over a slow line every few
of them cost a round trip. They are joined when the server starts and whenever one has changed; the
addresses have the version in them, so that browsers need never ask again.
"""

from __future__ import annotations

import gzip
import hashlib
import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path, PurePosixPath

from starlette.responses import Response

STATIC = Path(__file__).with_name("static")
STYLES = ("tokens", "page", "board", "tasks")
"""The styles of every page; one may have more of its own name."""
FOREVER = "public, max-age=31536000, immutable"
KINDS = {".js": "text/javascript", ".css": "text/css"}

IMPORT = re.compile(r'^import (?:\{([^}]*)\} from )?"(\.[^"]+)";\n', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const)\b)", re.MULTILINE)
EXPORTED = re.compile(r"^export (?:async )?(?:function|class|const) (\w+)", re.MULTILINE)
COMMENT = re.compile(r"^ *(?:/\*(?:[^*]|\*(?!/))*\*/|//[^\n]*)\n", re.MULTILINE)
"""Comments on lines of their own."""


@dataclass(frozen=True)
class Asset:
    """A file as it is sent."""

    text: bytes
    kind: str

    @cached_property
    def packed(self) -> bytes:
        """The file compressed."""
        return gzip.compress(self.text, 9, mtime=0)


class Assets:
    """The scripts and styles of some pages."""

    def __init__(self, pages: set[str]) -> None:
        self._pages = pages
        self._changed = 0.0
        self._files: dict[str, Asset] = {}
        self._version = ""

    @property
    def version(self) -> str:
        """What the addresses have in them; another one as soon as a source has changed."""
        changed = max(path.stat().st_mtime for path in STATIC.rglob("*.*"))
        if changed != self._changed:
            self._files = _made(self._pages)
            digest = hashlib.sha256()
            for name, asset in sorted(self._files.items()):
                digest.update(name.encode() + asset.text)
            self._version, self._changed = digest.hexdigest()[:12], changed
        return self._version

    def answer(self, version: str, name: str, accepted: str) -> Response | None:
        """A file for whoever accepts these encodings; None if there is none of that name."""
        current = self.version
        asset = self._files.get(name)
        if asset is None:
            return None
        headers = {"Vary": "Accept-Encoding"}
        if version == current:
            headers["Cache-Control"] = FOREVER
        text = asset.text
        if "gzip" in accepted:
            headers["Content-Encoding"] = "gzip"
            text = asset.packed
        return Response(text, headers=headers, media_type=asset.kind)


def _made(pages: set[str]) -> dict[str, Asset]:
    texts = {"theme.js": _source("js/theme.js")}
    for page in pages:
        texts[f"{page}.js"] = joined_script(page)
        styles = [STATIC / "css" / f"{name}.css" for name in (*STYLES, page)]
        texts[f"{page}.css"] = "".join(
            path.read_text(encoding="utf-8") for path in styles if path.exists()
        )
    return {
        name: Asset(COMMENT.sub("", text).encode(), KINDS[Path(name).suffix])
        for name, text in texts.items()
    }


def _source(name: str) -> str:
    return (STATIC / name).read_text(encoding="utf-8")


def joined_script(page: str) -> str:
    """The script of a page with all the modules that it needs, each in a function of its own."""
    parts: dict[str, str] = {}

    def add(name: str) -> str:
        """A module's text, with everything that it imports before it."""
        text = _source(f"js/{name}")

        def bound(found: re.Match[str]) -> str:
            names, path = found.groups()
            wanted = str(_resolved(PurePosixPath(name).parent, path))
            if wanted not in parts:
                body = add(wanted)
                told = ", ".join(EXPORTED.findall(_source(f"js/{wanted}")))
                body = f"const m{len(parts)} = (() => {{\n{body}return {{ {told} }};\n}})();\n"
                parts[wanted] = body
            number = list(parts).index(wanted)
            given = (names or "").replace(" as ", ": ")
            return f"const {{{given}}} = m{number};\n"

        return EXPORT.sub("", IMPORT.sub(bound, text))

    last = add(f"{page}.js")
    return "".join(parts.values()) + last


def _resolved(here: PurePosixPath, path: str) -> PurePosixPath:
    """Where a module is that another one names from its own place."""
    parts = list(here.parts)
    for part in PurePosixPath(path).parts:
        if part == "..":
            parts.pop()
        else:
            parts.append(part)
    return PurePosixPath(*parts)
