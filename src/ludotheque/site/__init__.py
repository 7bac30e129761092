"""The library without a server: a folder of files for any web host (`building`), in which a worker of the page is the server (`inside`)."""
