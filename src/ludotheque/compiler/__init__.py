"""Compiles a game's rules ahead of time, once, for every kind of machine. Needs the extra `compile`; players do not need it.

`front` makes one LLVM module of all entry points of a game with Numba; `frames` says how their arguments lie in memory; `targets` turns the
module into machine code; `building` links that with `runtime.c` and `python.c` and writes it into the game's package.
"""
