"""Makes the tables of figures of `docs/reliability.md` from the JSON that `server_load.py` and `soak.py` print.

    python bench/reliability.py FOLDER [--write] [--page docs/reliability.md]

FOLDER has files of JSON with any of the parts `workers`, `postgres`, `memory`, `crowds` and `sockets` of `server_load.py`, and of what `soak.py`
found. Each table whose figures are there is printed, or put into its place on the page with --write; the others stay as they are.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from load import on_paper, ratios

PAGE = Path(__file__).resolve().parent.parent / "docs" / "reliability.md"
BEGIN, END = "<!-- figures: {} -->\n", "<!-- end of figures: {} -->\n"
SOAKED = {
    "memory_mb": "memory, MB",
    "descriptors": "open descriptors",
    "tables": "tables in memory",
    "sockets": "sockets",
    "lag_p50_ms": "loop late, p50, ms",
    "lag_p99_ms": "loop late, p99, ms",
    "lag_p999_ms": "loop late, p99.9, ms",
    "lag_max_ms": "loop late, most, ms",
}


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table of Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def where(found: dict[str, Any]) -> str:
    """The date and the machine."""
    about = found["machine"]
    return f"{about['date']}, {about['cores']} cores ({about['processor']}), load average before it {about['load_average']}.\n\n"


def of_ways(part: dict[str, Any]) -> str:
    """Moves a second and delays of each way to run a server, and what they cost."""
    rows = []
    for name, way in part["ways"].items():
        flat, paced = way["flat_out"], way["paced"]
        rows.append(
            [
                name,
                f"{flat['moves_per_s']:,.0f}",
                f"{flat['p50_ms']:.0f}, {flat['p99_ms']:.0f}",
                f"{paced['moves_per_s']:,.0f}",
                f"{paced['p50_ms']:.1f}, {paced['p99_ms']:.1f}",
                f"{paced['server_ms_a_move']:.2f}",
                f"{paced['client_ms_a_move']:.2f}",
                f"{paced['postgres_ms_a_move']:.2f}",
                f"{paced['commits_a_move']:.2f}" if "commits_a_move" in paced else "–",
                f"{paced['wal_bytes_a_move'] / 1000:.1f}",
            ]
        )
    head = [
        "run as", "moves/s flat out", "p50, p99 then (ms)", f"asked for {part['asked_moves_per_s']:g}/s", "p50, p99 then (ms)",
        "server, ms a move", "players, ms", "PostgreSQL, ms", "commits a move", "written by PostgreSQL, kB a move",
    ]  # fmt: skip
    return table(head, rows)


def of_times(part: dict[str, Any]) -> str:
    """How many times the moves of boardgame.io each of ours makes."""
    ours = {name: way["times"] for name, way in part["ways"].items() if "times" in way}
    others = next(iter(ours.values()))
    rows = [[name, *(ratios.told(times[other]) for other in others)] for name, times in ours.items()]
    return table(["moves/s flat out, divided by those of", *others], rows)


def of_memory(part: dict[str, Any], sockets: int | None) -> str:
    """What is kept in memory."""
    rows = [
        [
            name,
            f"{way['idle_mb']:.0f}",
            f"{way['table_kb']:.0f}",
            f"{way['socket_kb']:.0f}",
            f"{way['watching_kb']:.0f}",
            f"{way['watching_relayed']:,} of {way['watching_sockets']:,}",
        ]
        for name, way in part.items()
    ]
    head = ["run as", "with nothing open, MB", "a quiet table, kB", "a silent socket, kB", "a watching socket, kB", "of them relayed"]  # fmt: skip
    more = f"\n\n{sockets:,} sockets were open at once in one process and still answered." if sockets else ""
    return table(head, rows) + more


def of_soak(found: dict[str, Any]) -> str:
    """What the server used over time."""
    counts, log = found["counts"], found["log"]
    judged = [each for each in found["samples"] if each["minute"] > found["warm_up"]]
    moves = sum(each["moves_per_s"] for each in judged) / max(1, len(judged))
    share = sum(each["server_cpu_share"] for each in judged) / max(1, len(judged))
    began = (
        f"{found['minutes']:g} minutes, {found['store']}, {found['processes']} process(es): {moves:.0f} moves/s of {found['flat_out_moves_per_s']:.0f} "
        f"flat out, {share:.2f} of a core; {counts.get('tables', 0):,} tables made, {counts.get('lines', 0):,} lines written, "
        f"{counts.get('cuts', 0) + counts.get('left', 0):,} reconnections, {found['races'].get('claims', 0):,} claims in races. "
        f"{log['acknowledged']:,} commands acknowledged, {log['lost']} lost, {log['twice']} done twice; "
        f"{counts.get('failures', 0)} requests failed.\n\n"
    )
    rows = [
        [
            SOAKED[name], f"{row['mean']:.1f}", f"{row['slope']:+.3f}", f"{row['low']:+.3f} to {row['high']:+.3f}", f"± {row['bound']:.2f}",
            row["verdict"],
        ]
        for name, row in found["trends"].items()
    ]  # fmt: skip
    head = ["after the warm-up", "mean", "change a minute", "95 %", "bound", "verdict"]
    return began + table(head, rows)


def made(found: dict[str, Any]) -> dict[str, str]:
    """The texts that the figures are enough for, by their places."""
    texts: dict[str, str] = {}
    about = {part: where(each) for each in found["files"] for part in each if "machine" in each}
    for part, name in (("workers", "load"), ("postgres", "peers")):
        if "ways" in found.get(part, {}):
            texts[name] = about[part] + of_ways(found[part])
    if "ways" in found.get("postgres", {}):
        texts["peers"] += f"\n\n{of_times(found['postgres'])}"
    if found.get("memory") and "missing" not in found["memory"]:
        texts["memory"] = about["memory"] + of_memory(found["memory"], found.get("sockets"))
    if found.get("trends"):
        texts["soak"] = about["trends"] + of_soak(found)
    if {"load", "memory"} <= set(texts) and "crowds" in found:
        rows = on_paper.worked_out(found["workers"], found["memory"], found["crowds"])
        texts["paper"] = table(["what", "how", "how much"], rows)
    return texts


def write(texts: dict[str, str], page: Path) -> None:
    """Put the texts into their places on the page. Raises `SystemExit` if one has none."""
    text = page.read_text(encoding="utf-8")
    for name, new in texts.items():
        begin, end = BEGIN.format(name), END.format(name)
        before, found, rest = text.partition(begin)
        _, ended, after = rest.partition(end)
        if not (found and ended):
            raise SystemExit(f"{page} has no place for {name}: {begin.strip()} … {end.strip()}")
        text = f"{before}{begin}\n{new}\n\n{end}{after}"
    page.write_text(text, encoding="utf-8")


def main() -> None:
    """Print or write."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, help="the folder with files of JSON")
    parser.add_argument("--write", action="store_true", help="write the tables into the page")
    parser.add_argument("--page", type=Path, default=PAGE, help="another page for --write")
    asked = parser.parse_args()
    files = [
        json.loads(text)
        for each in sorted(asked.folder.glob("*.json"))
        if (text := each.read_text(encoding="utf-8").strip())
    ]
    if not files:
        parser.error(f"there is no JSON in {asked.folder}")
    found: dict[str, Any] = {"files": files}
    for each in files:
        found |= each
    texts = made(found)
    if asked.write:
        write(texts, asked.page)
    else:
        print("\n\n".join(f"{name}\n\n{text}" for name, text in texts.items()))


if __name__ == "__main__":
    main()
