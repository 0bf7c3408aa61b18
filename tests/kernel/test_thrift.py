"""While a unit is compiled, Numba makes machine code of its entry alone."""

from typing import Any

import pytest
from numba import int64, njit
from numba.core.cpu import CPUContext
from numba.extending import register_jitable

from tabuleiro.kernel import thrift


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The functions that became machine code."""
    names: list[str] = []
    make = CPUContext.get_executable

    def noted(context: Any, library: Any, function: Any, env: Any) -> Any:
        names.append(function.qualname.split(".")[-1])
        return make(context, library, function, env)

    monkeypatch.setattr(CPUContext, "get_executable", noted)
    return names


def unit() -> Any:
    """An entry, not yet compiled, and an inner function that raises what is wrong with a number."""

    @register_jitable(no_cfunc_wrapper=True)
    def doubled(number):  # type: ignore[no-untyped-def]
        if number < 0:
            raise ValueError("less than nothing")
        return number * 2 + number % 7

    @njit
    def entry(number):  # type: ignore[no-untyped-def]
        return doubled(number) + doubled(number + 1)

    return entry


def test_the_entry_alone_becomes_machine_code(made: list[str]) -> None:
    entry = unit()
    with thrift.thrift():
        entry.compile((int64,))
    assert made == ["entry"]
    assert entry(10) == 20 + 3 + 22 + 4
    with pytest.raises(ValueError, match="less than nothing"):
        entry(-5)


def test_afterwards_numba_compiles_as_it_does(made: list[str]) -> None:
    entry = unit()
    entry.compile((int64,))
    assert sorted(made) == ["doubled", "entry"]
    assert entry(10) == 49


def test_a_version_that_lacks_a_part_compiles_as_it_does(
    made: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thrift, "PARTS", (*thrift.PARTS, (CPUContext, "no_such_part")))
    entry = unit()
    with thrift.thrift():
        entry.compile((int64,))
    assert sorted(made) == ["doubled", "entry"]
    assert entry(10) == 49
