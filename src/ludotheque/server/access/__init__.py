"""Who asks, and how much of it: addresses, limits, connections."""
