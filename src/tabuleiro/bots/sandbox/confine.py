"""The walls around a bot's process. It puts them up itself, and cannot take them down again.

On Linux three parts of the kernel do it, without any privilege, for root as for others:

- resource limits: memory, sizes of files, open files
- a filter of system calls: no new processes, no sockets, no signals to others, no looking into
  others, no changes of rights, priorities or limits
- Landlock: files are read where the interpreter, the libraries and the bot are, and written in the
  bot's temporary directory alone

Each part that the system does not have is left out, and named by `missing`.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import platform
import struct
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from tabuleiro.bots.sandbox.limits import Allowed

NO_NEW_PRIVS, SET_SECCOMP, SECCOMP_FILTER = 38, 22, 2
LANDLOCK_CREATE, LANDLOCK_ADD, LANDLOCK_RESTRICT = 444, 445, 446
CLONE_THREAD = 0x00010000
EPERM, ENOSYS, EACCES = 1, 38, 13

ALWAYS = {
    "x86_64": dict(
        fork=57, vfork=58, execve=59, execveat=322, socket=41, ptrace=101, setsid=112, setpgid=109,
        unshare=272, setns=308, mount=165, umount2=166, pivot_root=155, chroot=161, tkill=200,
        rt_sigqueueinfo=129, rt_tgsigqueueinfo=297, process_vm_readv=310, process_vm_writev=311,
        pidfd_open=434, pidfd_send_signal=424, pidfd_getfd=438, io_uring_setup=425, bpf=321,
        perf_event_open=298, userfaultfd=323, keyctl=250, add_key=248, request_key=249,
        init_module=175, finit_module=313, kexec_load=246, reboot=169, mknod=133, mknodat=259,
        chmod=90, fchmod=91, fchmodat=268, fchmodat2=452, chown=92, fchown=93, lchown=94,
        fchownat=260, setxattr=188, setpriority=141, sched_setscheduler=144, sched_setattr=314,
        setrlimit=160, shmget=29, msgget=68, semget=64, mq_open=240,
    ),
    "aarch64": dict(
        execve=221, execveat=281, socket=198, ptrace=117, setsid=157, setpgid=154, unshare=97,
        setns=268, mount=40, umount2=39, pivot_root=41, chroot=51, tkill=130, rt_sigqueueinfo=138,
        rt_tgsigqueueinfo=240, process_vm_readv=270, process_vm_writev=271, pidfd_open=434,
        pidfd_send_signal=424, pidfd_getfd=438, io_uring_setup=425, bpf=280, perf_event_open=241,
        userfaultfd=282, keyctl=219, add_key=217, request_key=218, init_module=105,
        finit_module=273, kexec_load=104, reboot=142, mknodat=33, fchmod=52, fchmodat=53,
        fchmodat2=452, fchown=55, fchownat=54, setxattr=5, setpriority=140, sched_setscheduler=119,
        sched_setattr=274, setrlimit=164, shmget=194, msgget=186, semget=190, mq_open=180,
    ),
}  # fmt: skip
"""System calls that a bot never needs, by machine."""

SOMETIMES = {
    "x86_64": dict(clone=56, clone3=435, kill=62, tgkill=234, prlimit64=302),
    "aarch64": dict(clone=220, clone3=435, kill=129, tgkill=131, prlimit64=261),
}
"""Those that depend on what is asked: threads may start, and a process may end itself."""

AUDIT = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
X32 = 0x40000000

READ_FILE, READ_DIR, EXECUTE = 1 << 2, 1 << 3, 1 << 0
WRITES = sum(1 << bit for bit in (1, 4, 5, 7, 8, 12, 14))  # write, remove, make, link, truncate
EVERYTHING = (1 << 13) - 1

SYSTEM = ("/usr", "/lib", "/lib64", "/etc", "/opt", "/proc", "/sys", "/dev/urandom", "/dev/zero")
"""What Python and its libraries read, beside their own places."""

PROCESSES, NETWORK, FILES, MEMORY = (
    "it may start processes, which are ended with it unless they leave its group, and stop others",
    "it may use the network",
    "it may read and write every file that you can",
    "its memory is not limited",
)


def missing() -> tuple[str, ...]:
    """What a bot's process is not kept from on this system, in words; () if nothing is missing."""
    found: list[str] = []
    if not _can_filter():
        found += [PROCESSES, NETWORK]
    if _landlock() < 1:
        found.append(FILES)
    if not _has_limits():
        found.append(MEMORY)
    return tuple(found)


def confine(allowed: Allowed, home: Path, readable: Sequence[Path]) -> None:
    """Put up the walls around this process; it must not have threads yet."""
    _limit(allowed)
    if not sys.platform.startswith("linux"):
        return
    libc = ctypes.CDLL(None, use_errno=True)
    _drop_capabilities(libc)
    if libc.prctl(NO_NEW_PRIVS, 1, 0, 0, 0) != 0:
        return
    _fence(libc, home, readable)
    if _can_filter():
        _filter(libc)


def _has_limits() -> bool:
    with contextlib.suppress(ImportError):
        import resource

        return hasattr(resource, "RLIMIT_AS")
    return False


def _limit(allowed: Allowed) -> None:
    try:
        import resource
    except ImportError:  # Windows
        return
    for name, most in (
        ("RLIMIT_AS", allowed.memory_mb << 20),
        ("RLIMIT_FSIZE", allowed.file_mb << 20),
        ("RLIMIT_NOFILE", allowed.open_files),
        ("RLIMIT_CORE", 0),
    ):
        if hasattr(resource, name):
            with contextlib.suppress(ValueError, OSError):
                resource.setrlimit(getattr(resource, name), (most, most))


def _drop_capabilities(libc: ctypes.CDLL) -> None:
    """Root without its powers; for others nothing changes."""
    number = {"x86_64": 126, "aarch64": 91}.get(platform.machine())
    if number is not None and os.geteuid() == 0:
        head = struct.pack("=Ii", 0x20080522, 0)
        libc.syscall(number, ctypes.c_char_p(head), ctypes.c_char_p(bytes(24)))


def _landlock() -> int:
    """The version of Landlock that the kernel has; 0 or less for none."""
    if not sys.platform.startswith("linux"):
        return 0
    libc = ctypes.CDLL(None, use_errno=True)
    return int(libc.syscall(LANDLOCK_CREATE, None, 0, 1))


def _fence(libc: ctypes.CDLL, home: Path, readable: Iterable[Path]) -> None:
    """Files are read in some places and written in one."""
    version = _landlock()
    if version < 1:
        return
    handled = EVERYTHING
    handled |= (1 << 13) if version >= 2 else 0  # links between folders
    handled |= (1 << 14) if version >= 3 else 0  # truncate
    attributes = struct.pack("=Q", handled)
    rules = libc.syscall(LANDLOCK_CREATE, ctypes.c_char_p(attributes), len(attributes), 0)
    if rules < 0:
        return
    reads = READ_FILE | READ_DIR | EXECUTE
    for place, rights in (
        *((place, reads) for place in (*map(Path, SYSTEM), *readable)),
        (home, (reads | WRITES) & handled),
        (Path("/dev/null"), READ_FILE | (1 << 1)),
    ):
        with contextlib.suppress(OSError):
            handle = os.open(place, os.O_PATH | os.O_CLOEXEC)
            kept = rights if place.is_dir() else rights & (READ_FILE | EXECUTE | 1 << 1 | 1 << 14)
            rule = struct.pack("=Qi", kept & handled, handle)
            libc.syscall(LANDLOCK_ADD, rules, 1, ctypes.c_char_p(rule), 0)
            os.close(handle)
    libc.syscall(LANDLOCK_RESTRICT, rules, 0)
    os.close(rules)


def _can_filter() -> bool:
    known = sys.platform.startswith("linux") and platform.machine() in AUDIT
    return known and sys.maxsize > 2**32 and os.path.exists("/proc/sys/kernel/seccomp")


class _Filter(ctypes.Structure):
    _fields_ = (
        ("code", ctypes.c_ushort),
        ("yes", ctypes.c_ubyte),
        ("no", ctypes.c_ubyte),
        ("number", ctypes.c_uint32),
    )


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("filters", ctypes.POINTER(_Filter)))


LOAD, EQUAL, ABOVE, ANY_BIT, ANSWER = 0x20, 0x15, 0x35, 0x45, 0x06
ALLOW, REFUSE = 0x7FFF0000, 0x00050000
NUMBER, MACHINE, ARGUMENTS = 0, 4, 16


def _filter(libc: ctypes.CDLL) -> None:
    """Refuse system calls that reach beyond the process."""
    machine = platform.machine()
    some = SOMETIMES[machine]
    own = os.getpid()
    code: list[tuple[int, int, int, int]] = [
        (LOAD, 0, 0, MACHINE),
        (EQUAL, 1, 0, AUDIT[machine]),
        (ANSWER, 0, 0, REFUSE | EPERM),
        (LOAD, 0, 0, NUMBER),
        (ABOVE, 0, 1, X32),
        (ANSWER, 0, 0, REFUSE | EPERM),
    ]
    for number in ALWAYS[machine].values():
        code += [(EQUAL, 0, 1, number), (ANSWER, 0, 0, REFUSE | EPERM)]
    code += [(EQUAL, 0, 1, some["clone3"]), (ANSWER, 0, 0, REFUSE | ENOSYS)]
    # Threads are part of the process; whatever else `clone` makes is not.
    code += [
        (EQUAL, 0, 4, some["clone"]),
        (LOAD, 0, 0, ARGUMENTS),
        (ANY_BIT, 1, 0, CLONE_THREAD),
        (ANSWER, 0, 0, REFUSE | EPERM),
        (ANSWER, 0, 0, ALLOW),
    ]
    for name in ("kill", "tgkill"):
        code += [
            (EQUAL, 0, 4, some[name]),
            (LOAD, 0, 0, ARGUMENTS),
            (EQUAL, 1, 0, own),
            (ANSWER, 0, 0, REFUSE | EPERM),
            (ANSWER, 0, 0, ALLOW),
        ]
    # Limits may be asked for and not set: the third argument is an address, or nothing.
    code += [
        (EQUAL, 0, 6, some["prlimit64"]),
        (LOAD, 0, 0, ARGUMENTS + 16),
        (EQUAL, 0, 3, 0),
        (LOAD, 0, 0, ARGUMENTS + 20),
        (EQUAL, 0, 1, 0),
        (ANSWER, 0, 0, ALLOW),
        (ANSWER, 0, 0, REFUSE | EPERM),
    ]
    code += [(ANSWER, 0, 0, ALLOW)]
    filters = (_Filter * len(code))(*(_Filter(*each) for each in code))
    program = _Program(len(code), filters)
    if libc.prctl(SET_SECCOMP, SECCOMP_FILTER, ctypes.byref(program), 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "the filter of system calls was refused")
