"""The library without a server."""
