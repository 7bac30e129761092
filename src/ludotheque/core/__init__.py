"""The core: what every game is built from and played through. It knows no game, and reads and writes nothing but its own caches."""
