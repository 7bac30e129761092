"""`python -m tools.denser FILE...` replaces each file by `FILE.bin`, compressed as gzip does, but 4 % smaller. It needs the package `deflate`."""

from __future__ import annotations

import sys
from pathlib import Path

import deflate

DENSEST = 12
"""The highest level of libdeflate: some seconds for 10 MB."""


def main() -> None:
    """Compress the files that are named."""
    for whole in map(Path, sys.argv[1:]):
        whole.with_name(f"{whole.name}.bin").write_bytes(deflate.gzip_compress(whole.read_bytes(), DENSEST))
        whole.unlink()


if __name__ == "__main__":
    main()
