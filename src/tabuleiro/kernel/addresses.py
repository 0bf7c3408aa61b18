"""Numbers of files that are mapped into memory, by their address. Plain here; see `intrinsics`."""

from __future__ import annotations

import ctypes


def byte_at(address: int, i: int) -> int:
    """Byte i from an address on."""
    return ctypes.c_uint8.from_address(address + i).value


def half_at(address: int, i: int) -> int:
    """The i-th number of two bytes."""
    return ctypes.c_uint16.from_address(address + 2 * i).value


def int_at(address: int, i: int) -> int:
    """The i-th number of four bytes."""
    return ctypes.c_uint32.from_address(address + 4 * i).value


def long_at(address: int, i: int) -> int:
    """The i-th number of eight bytes."""
    return ctypes.c_int64.from_address(address + 8 * i).value
