"""What runs in the worker of a page: the server, over a store and bots of its own, and without a network."""
