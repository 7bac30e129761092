"""Play matches in several processes."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from itertools import islice

from ludotheque.bots.process import Processes, serve_quietly
from ludotheque.lab.matches import Match, MatchFailed, Result, play

AHEAD = 8
"""The number of matches that each worker has in advance, so that none waits during a long match."""


def spread(
    matches: Iterable[Match], workers: int, keep_records: bool, measured: bool = False
) -> Iterator[Result]:
    """Play matches in `workers` processes, and give the results in the order of the matches."""
    coming = iter(matches)
    pool = Processes(workers, serve_quietly)
    waiting: deque[tuple[Match, Future[Result]]] = deque()
    try:
        while True:
            for match in islice(coming, workers * AHEAD - len(waiting)):
                waiting.append((match, pool.submit(play, match, keep_records, measured)))
            if not waiting:
                return
            match = waiting[0][0]
            result = waiting[0][1].result()
            waiting.popleft()
            yield result
    except BrokenProcessPool as error:
        match = waiting[0][0] if waiting else match
        raise MatchFailed(match, "its process died (or that of one of the next matches)") from error
    finally:
        pool.end()
