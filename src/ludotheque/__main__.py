"""The program `ludotheque`, also `python -m ludotheque`: runs the command line, or says which packages it needs."""

from __future__ import annotations

from ludotheque.cli import extras


def main() -> None:
    """Run the command line. If its packages are missing, say how to install them and exit with code 1."""
    from ludotheque.core import output

    output.prepare()
    without = extras.missing("terminal")
    if without is not None:
        from ludotheque.core.catalogue import environment, say

        output.say(f"ludotheque: {say(without, environment())}", err=True)
        raise SystemExit(1)
    from ludotheque.cli.main import app

    app(prog_name="ludotheque")


if __name__ == "__main__":
    main()
