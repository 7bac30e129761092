"""The command line `ludotheque`."""
