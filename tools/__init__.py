"""What `make` calls: setting up a checkout with the standard library alone."""
