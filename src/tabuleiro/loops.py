"""Loops that never end, in files of somebody's own: each counts its rounds and gives up.

Compiled code cannot be interrupted from outside, so a `while` that never ends would hold whoever
searches for ever. This is written into the file's syntax tree before it is run or compiled.
"""

from __future__ import annotations

import ast
from pathlib import Path

from tabuleiro.errors import BrokenFile, BrokenRules

ROUNDS = 10_000_000
"""So many rounds of one loop are taken for one that never ends: milliseconds in compiled code."""

ERROR = "__never_ends__"
OF_RULES: dict[str, type] = {ERROR: BrokenRules}
OF_A_BOT: dict[str, type] = {ERROR: BrokenFile}
"""What a file with bounds asks of its module, by what the file is."""


def bound(tree: ast.Module, path: Path) -> None:
    """Give each `while` of a file a bound; its module is to have one of these errors."""
    _Bounds(path).visit(tree)


class _Bounds(ast.NodeTransformer):
    def __init__(self, path: Path) -> None:
        is_part = path.stem in ("rules", "terms", "planes", "features", "__init__")
        self._file = f"{path.parent.name}/{path.name}" if is_part else path.name
        self._function = ""
        self._loops = 0

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        outer, self._function = self._function, f" in {node.name}()"
        self.generic_visit(node)
        self._function = outer
        return node

    def visit_While(self, node: ast.While) -> list[ast.stmt]:
        self.generic_visit(node)
        self._loops += 1
        name = f"__rounds_{self._loops}__"
        begin, count = ast.parse(f"{name} = 0\n{name} += 1").body
        (check,) = ast.parse(f"if {name} > {ROUNDS}:\n    raise {self._error(node.lineno)}").body
        node.body[:0] = [count, check]
        for new in (begin, count, check):
            for part in ast.walk(new):
                ast.copy_location(part, node)
        return [begin, node]

    def _error(self, line: int) -> str:
        """The call that makes the error; its words are fixed, for they are compiled too."""
        en = (
            f"{self._file}, line {line}{self._function}: this loop still runs after {ROUNDS:,} "
            "rounds; it never ends"
        )
        pt = (
            f"{self._file}, linha {line}{self._function}: este ciclo ainda corre depois de "
            f"{ROUNDS:,} voltas; nunca acaba"
        )
        return f"{ERROR}({en!r}, {pt!r})"
