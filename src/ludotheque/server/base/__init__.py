"""What every part of the server uses."""
