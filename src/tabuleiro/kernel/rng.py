"""The random numbers of playouts and searches: multiply-with-carry, the same compiled and plain.

`rng` is an array (or list) of one word, between 1 and 2**63 - 2. The product never leaves 63 bits,
so no masks are needed and compiled and plain code draw the same numbers.
"""

from __future__ import annotations

from typing import Any

MULTIPLIER = 1791398085
LOW = 0xFFFFFFFF


def seed(rng: Any, value: int) -> None:
    """Start a stream; nearby seeds give unrelated streams."""
    rng[0] = (value & LOW) * 2654435769 % 2147483629 + 1 + (value >> 32 & 0x3FFFFFFF) * 4294967296
    for _ in range(8):
        rng[0] = MULTIPLIER * (rng[0] & LOW) + (rng[0] >> 32)


def below(rng: Any, n: int) -> int:
    """A random integer in range(n); n is at most 2**31."""
    x = rng[0]
    x = MULTIPLIER * (x & LOW) + (x >> 32)
    rng[0] = x
    return (((x ^ (x >> 32)) & LOW) * n) >> 32
