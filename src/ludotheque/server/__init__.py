"""Tables over the network: the log is the truth, everything else is a cache of it."""
