"""`python -m ludotheque` is the command line."""

from ludotheque.cli.main import app

if __name__ == "__main__":
    app(prog_name="ludotheque")
