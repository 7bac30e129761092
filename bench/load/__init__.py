"""The parts of `bench/server_load.py`: a server in a process of its own, and simulated players that cost as little as possible."""
