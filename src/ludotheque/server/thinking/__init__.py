"""What takes long, in other processes: bots, replays, everybody's chances."""
