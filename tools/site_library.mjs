// `node tools/site_library.mjs PYODIDE SRC WHEELS OUT`: packs what a page needs of Python's own library and of ours into OUT/python_stdlib.zip and
// OUT/library.zip, compiled by the Python that will run them, and checks that the server is there with nothing else.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [pyodide, src, wheels, out] = process.argv.slice(2);
// Node would print the whole of Pyodide's source before the reason.
process.on("uncaughtException", (reason) => {
  console.error(String(reason.message ?? reason));
  process.exit(1);
});
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`));
const python = await loadPyodide({ indexURL: pyodide });
for (const [folder, root] of Object.entries({ "/src": src, "/wheels": wheels, "/out": out, "/pyodide": pyodide })) {
  python.FS.mkdirTree(folder);
  python.FS.mount(python.FS.filesystems.NODEFS, { root }, folder);
}
python.runPython(`
import os, pathlib, py_compile, shutil, sys, zipfile

LIBRARY = ("bots", "core", "games", "i18n", "scene", "server", "site", "table")
"""The parts of ludotheque that a page needs."""
ELSEWHERE = {
    "server/static", "server/launch.py", "server/workers.py", "server/access/timed.py", "server/access/loosened.py", "server/ops/side_server.py", "server/ops/cluster/cluster.py",
    "server/ops/cluster/relay.py", "server/store/postgres.py", "bots/process.py", "site/building.py",
}
LEFT = (".so", ".h", ".npz", ".pyi")

made = pathlib.Path("/made")
for wheel in sorted(pathlib.Path("/wheels").glob("*.whl")):
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(made)

source = pathlib.Path("/src/ludotheque")
for folder, folders, files in os.walk(source):
    here = pathlib.Path(folder).relative_to(source)
    folders[:] = [each for each in folders if each != "__pycache__" and (here.parts or each in LIBRARY) and (here / each).as_posix() not in ELSEWHERE]
    for name in files:
        if not name.endswith(LEFT) and (here / name).as_posix() not in ELSEWHERE:
            to = made / "ludotheque" / here / name
            to.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(pathlib.Path(folder, name), to)
for needless in ("idna",):  # of anyio's, for names of the network
    shutil.rmtree(made / needless, ignore_errors=True)
for needless in ("anyio/_backends/_trio.py", "anyio/pytest_plugin.py", "starlette/testclient.py", "starlette/templating.py"):
    (made / needless).unlink(missing_ok=True)

def pack(folder, name):
    """Compile a folder's modules and pack it. It is compressed as a whole later."""
    for each in sorted(folder.rglob("*.py")):
        py_compile.compile(str(each), f"{each}c", str(each.relative_to(folder)), doraise=True, optimize=2, quiet=1,
                           invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)
        each.unlink()
    with zipfile.ZipFile(f"/out/{name}", "w", zipfile.ZIP_STORED) as packed:
        for each in sorted(folder.rglob("*")):
            if each.is_file() and ".dist-info" not in str(each):
                packed.writestr(zipfile.ZipInfo(each.relative_to(folder).as_posix()), each.read_bytes())

NEEDLESS = """
    __hello__ __phello__ _ast_unparse _pydatetime _pyio _pyrepl _sysconfigdata__emscripten_wasm32-emscripten antigravity argparse bdb cProfile calendar cmd code
    colorsys compileall configparser difflib doctest ensurepip filecmp fileinput ftplib getopt getpass gettext idlelib imaplib lib2to3 mailbox modulefinder
    multiprocessing netrc nturl2path optparse pdb pickletools plistlib poplib profile profiling pstats pty pyclbr pydoc pydoc_data rlcompleter runpy sched shelve smtplib
    socketserver symtable tabnanny tarfile test this timeit tkinter trace tracemalloc tty turtle turtledemo unittest venv wave webbrowser wsgiref xml xmlrpc zipapp
    asyncio/__main__ asyncio/proactor_events asyncio/tools asyncio/windows_events asyncio/windows_utils concurrent/futures/process concurrent/interpreters
    ctypes/macholib ctypes/_aix html/parser http/server logging/config logging/handlers pyodide/console sqlite3/__main__ sqlite3/dump
""".split()
"""What of Python's library nobody asks for in a page."""
ENCODINGS = "__init__ aliases ascii cp437 idna latin_1 punycode raw_unicode_escape unicode_escape utf_8 utf_8_sig utf_16".split()

def is_needed(name):
    module = name.removesuffix(".py")
    if module.startswith("encodings/"):
        return module.removeprefix("encodings/") in ENCODINGS
    return not any(module == each or module.startswith(f"{each}/") for each in NEEDLESS)

own = pathlib.Path("/own")
with zipfile.ZipFile("/pyodide/python_stdlib.zip") as packed:
    for each in packed.namelist():
        if is_needed(each):
            packed.extract(each, own)
pack(own, "python_stdlib.zip")
pack(made, "library.zip")
`);

const tried = await loadPyodide({ indexURL: pyodide, stdLibURL: `${out}/python_stdlib.zip` });
tried.unpackArchive(new Uint8Array(readFileSync(`${out}/library.zip`)), "zip", { extractDir: "/library" });
tried.runPython(`
import sys
sys.path.insert(0, "/library")
import ludotheque.site.inside.opening
from ludotheque.core import registry
assert registry.names(), "no game is packed"
`);
