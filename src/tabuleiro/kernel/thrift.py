"""Has Numba do less while it compiles a unit: a quarter of its time.

A unit is entered in one place. Numba would optimise every inner function together with all that it
calls, once more for each that calls it, and make machine code of each. Here the entry, which has
taken all of them in, is optimised, and it alone becomes machine code; a unit that is loaded from
the cache has nothing else either. And what an operation on numbers means is found out once.

These are Numba's own parts: where a version lacks one of them, it compiles as it always does.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from threading import get_ident
from typing import Any
from unittest.mock import patch

from numba import _dynfunc, types
from numba.core.codegen import CPUCodeLibrary
from numba.core.cpu import CPUContext
from numba.core.targetconfig import ConfigStack
from numba.core.types.functions import BaseFunction

NUMBERS = (types.Number, types.Boolean, types.Literal)
PARTS = (
    (_dynfunc, "make_function"),
    (CPUContext, "get_executable"),
    (CPUCodeLibrary, "_optimize_final_module"),
    (CPUCodeLibrary, "_finalize_final_module"),
    (CPUCodeLibrary, "_finalize_dynamic_globals"),
    (BaseFunction, "get_call_type"),
)


@contextmanager
def thrift() -> Iterator[None]:
    """Compile so on this thread; inner functions are those that have no wrapper for C."""
    if not all(hasattr(*part) for part in PARTS):
        yield
        return
    here = get_ident()
    optimise = CPUCodeLibrary._optimize_final_module
    finalise = CPUCodeLibrary._finalize_final_module
    make = CPUContext.get_executable
    find = BaseFunction.get_call_type
    found: dict[Any, Any] = {}

    def is_inner() -> bool:
        flags = ConfigStack.top_or_none()
        return get_ident() == here and flags is not None and bool(flags.no_cfunc_wrapper)

    def optimised(library: Any) -> None:
        if not is_inner():
            optimise(library)

    def finalised(library: Any) -> None:
        if is_inner():
            library._finalize_dynamic_globals()
            library._finalized = True
        else:
            finalise(library)

    def executable(context: Any, library: Any, function: Any, env: Any) -> Any:
        if not is_inner():
            return make(context, library, function, env)
        # A name for it: it has no address, since only other compiled code calls it.
        name = function.qualname.split(".")[-1]
        return _dynfunc.make_function(function.lookup_module(), name, "", 0, env, (library,))

    def call_type(self: Any, context: Any, given: Any, named: Any) -> Any:
        if named or get_ident() != here or not all(isinstance(each, NUMBERS) for each in given):
            return find(self, context, given, named)
        key = (self.key, tuple(given))
        if key not in found:
            signature: Any = find(self, context, given, named)
            found[key] = signature, self._impl_keys[signature.args]
        signature, self._impl_keys[signature.args] = found[key]
        return signature

    with ExitStack() as changes:
        for owner, name, new in (
            (CPUCodeLibrary, "_optimize_final_module", optimised),
            (CPUCodeLibrary, "_finalize_final_module", finalised),
            (CPUContext, "get_executable", executable),
            (BaseFunction, "get_call_type", call_type),
        ):
            changes.enter_context(patch.object(owner, name, new))
        yield
