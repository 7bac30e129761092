"""The library without a server: a folder of files for any web host (`building`), in which a worker of the page is the server (`inside`)."""

from ludotheque.core.errors import LudothequeError


class CannotBuild(LudothequeError):
    """The pages or Python for them are not there, a game cannot go into them, or the folder is not ours to write."""
