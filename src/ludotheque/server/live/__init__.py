"""Tables in memory: locks, timers, bots' turns, everybody who looks."""
