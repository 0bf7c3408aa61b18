"""Where a server is found: by this machine alone, or by others in its network."""

from __future__ import annotations

import ipaddress
import socket as sockets

from tabuleiro.web.guard import is_loopback

ELSEWHERE = {sockets.AF_INET: "192.0.2.1", sockets.AF_INET6: "2001:db8::1"}
"""Addresses that nobody has; on the way to them this machine shows its own."""


def seen_from_outside(host: str) -> list[str]:
    """Under which hosts others find a server that listens on one."""
    if is_loopback(host):
        return []
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return [host]
    if not address.is_unspecified:
        return [in_url(host)]
    families = ELSEWHERE if address.version == 6 else {sockets.AF_INET: ELSEWHERE[sockets.AF_INET]}
    found = (own_address(family) for family in families)
    return [in_url(each) for each in found if each is not None and not is_loopback(each)]


def own_address(family: sockets.AddressFamily) -> str | None:
    """The address of this machine in its network; nothing is sent to find it."""
    with sockets.socket(family, sockets.SOCK_DGRAM) as probe:
        try:
            probe.connect((ELSEWHERE[family], 9))
        except OSError:
            return None
        return str(probe.getsockname()[0])


def in_url(host: str) -> str:
    """A host as addresses write it."""
    return f"[{host}]" if ":" in host else host
