"""What a process and all that it has started use, as Linux tells it in `/proc`."""

from __future__ import annotations

import os
from pathlib import Path

TICK = os.sysconf("SC_CLK_TCK")


def family(pid: int) -> list[int]:
    """A process and all living ones that it has started, and they have."""
    found, waiting = [], [pid]
    while waiting:
        one = waiting.pop()
        found.append(one)
        for thread in _listed(Path(f"/proc/{one}/task")):
            waiting += map(int, _read(Path(f"/proc/{one}/task/{thread}/children")).split())
    return found


def cpu_s(pid: int) -> float:
    """Seconds of processor time that a process and its descendants have taken so far, without those that have ended."""
    found = 0
    for each in family(pid):
        fields = _read(Path(f"/proc/{each}/stat")).rpartition(")")[2].split()
        found += int(fields[11]) + int(fields[12]) if fields else 0
    return found / TICK


def memory_mb(pid: int) -> float:
    """Their resident memory; what they share counts for each."""
    return sum(_kilobytes(each, "status", "VmRSS:") for each in family(pid)) / 1024


def own_memory_mb(pid: int) -> float:
    """Their memory; what they share is divided among those that share it."""
    return sum(_kilobytes(each, "smaps_rollup", "Pss:") for each in family(pid)) / 1024


def descriptors(pid: int) -> int:
    """How many files and sockets they have open."""
    return sum(len(_listed(Path(f"/proc/{each}/fd"))) for each in family(pid))


def _kilobytes(pid: int, file: str, name: str) -> int:
    for line in _read(Path(f"/proc/{pid}/{file}")).splitlines():
        if line.startswith(name):
            return int(line.split()[1])
    return 0


def _read(path: Path) -> str:
    """The text of a file; "" if the process is gone."""
    try:
        return path.read_text()
    except OSError:
        return ""


def _listed(path: Path) -> list[str]:
    try:
        return os.listdir(path)
    except OSError:
        return []
