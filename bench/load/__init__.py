"""The parts of `bench/server_load.py`: a server in a process of its own, and simulated players that cost as little as possible."""

import sys
from pathlib import Path

ROOT = str(Path(__file__).resolve().parents[2])
"""Programs in `bench/` are started by their path, and find `tools` and `tests` here."""

if ROOT not in sys.path:
    sys.path.append(ROOT)
