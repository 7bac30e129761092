"""What `bench/server_load.py` is made of: a server in a process of its own, and people who cost as little as may be."""
