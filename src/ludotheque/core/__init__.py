"""What every game is made with and played through; knows no game, does no input or output."""
