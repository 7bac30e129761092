"""What `make` runs. It sets up a checkout with only the standard library."""
