"""The server: tables over the network. The log holds the truth, and everything else is a cache of it."""
