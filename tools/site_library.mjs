// `node tools/site_library.mjs PYODIDE SRC WHEELS OUT`: packs what a page needs of Python's own library and of ours into OUT/python_stdlib.zip and
// OUT/library.zip, compiled by the Python that will run them, and its loader without blanks into OUT. Then it checks that the server is there with what OUT has.
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const [pyodide, src, wheels, out] = process.argv.slice(2);
// Node would print the whole of Pyodide's source before the reason.
process.on("uncaughtException", (reason) => {
  console.error(String(reason.message ?? reason));
  process.exit(1);
});
const LOADER = "pyodide.asm.mjs";
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`));
const { minifySync } = await import(pathToFileURL(createRequire(`${pyodide}/`).resolve("rolldown/utils")));
const { code, errors } = minifySync(LOADER, readFileSync(`${pyodide}/${LOADER}`, "utf8"), { module: true });
if (errors.length) throw errors[0];
writeFileSync(`${out}/${LOADER}`, code);
const python = await loadPyodide({ indexURL: pyodide });
for (const [folder, root] of Object.entries({ "/src": src, "/wheels": wheels, "/out": out, "/pyodide": pyodide })) {
  python.FS.mkdirTree(folder);
  python.FS.mount(python.FS.filesystems.NODEFS, { root }, folder);
}
python.runPython(`
import importlib.util, json, marshal, os, pathlib, shutil, tomllib, types, zipfile

LIBRARY = ("bots", "core", "games", "i18n", "press", "scene", "server", "site", "table")
"""The parts of ludotheque that a page needs."""
ELSEWHERE = {
    "server/static", "server/launch.py", "server/workers.py", "server/access/timed.py", "server/access/loosened.py", "server/ops/side_server.py", "server/ops/cluster/cluster.py",
    "server/ops/cluster/relay.py", "server/store/postgres.py", "bots/process.py", "site/building.py", "site/others.py", "site/trying.py",
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
(made / "ludotheque/cli/i18n").mkdir(parents=True, exist_ok=True)
shutil.copyfile(source / "cli/__init__.py", made / "ludotheque/cli/__init__.py")
for name in ("en.po", "fr.po"):  # refusals are said in English, too, and a store's errors in the words of the command line
    head, *entries = (source / "cli/i18n" / name).read_text("utf-8").split("\\n\\n")
    said = [each for each in entries if 'msgid "cli.serve.' in each or 'msgid "cli.restore.' in each or 'msgid "cli.backup.' in each]
    (made / "ludotheque/cli/i18n" / name).write_text("\\n\\n".join([head, *said]) + "\\n", "utf-8")
for needless in ("idna",):  # of anyio's, for names of the network
    shutil.rmtree(made / needless, ignore_errors=True)
for needless in """
    anyio/_backends/_trio anyio/_core/_asyncio_selector_thread anyio/pytest_plugin anyio/streams/buffered anyio/streams/file anyio/streams/text anyio/to_interpreter anyio/to_process
    sniffio/_tests/test_sniffio starlette/authentication starlette/config starlette/endpoints starlette/middleware/authentication starlette/middleware/cors
    starlette/middleware/httpsredirect starlette/middleware/sessions starlette/middleware/opentelemetry starlette/middleware/trustedhost starlette/middleware/wsgi starlette/schemas starlette/templating
    starlette/testclient
""".split():
    (made / f"{needless}.py").unlink()
for each in (made / "msgspec").glob("*.pyi"):
    each.unlink()
for each in (made / "ludotheque").rglob("*"):  # without what is said to those who write them; the box is a file that people read
    if each.suffix == ".po" or each.suffix == ".toml" and each.name != "components.toml":
        text = each.read_text("utf-8")
        said = "".join(line for line in text.splitlines(True) if not line.startswith("#"))
        if each.suffix == ".toml" and tomllib.loads(text) != tomllib.loads(said):
            raise ValueError(f"{each} has a text with a line that begins with #")
        if each.suffix == ".po":  # the many of a text have its id, which is read once
            said = "".join(line for line in said.splitlines(True) if line.strip() and not line.startswith("msgid_plural"))
        each.write_text(said, "utf-8")
for each in (made / "ludotheque/games").glob("*/compiled/*.json"):  # a page neither counts positions nor plays many tables at once
    told = json.loads(each.read_text("utf-8"))
    points = told["entry_points"]
    told["entry_points"] = {name: points[name] for name in points if name != "perft" and not name.startswith("vector_")}
    each.write_text(json.dumps(told, separators=(",", ":")), "utf-8")
for each in (made / "snowballstemmer").iterdir():  # the rules are in two languages
    if each.name not in ("among.py", "basestemmer.py", "english_stemmer.py", "french_stemmer.py"):
        shutil.rmtree(each) if each.is_dir() else each.unlink()

UNCHECKED = importlib.util.MAGIC_NUMBER + (1).to_bytes(4, "little") + bytes(8)
"""What bytecode begins with of which nobody asks whether its source has changed."""
LONGEST, NO_COLUMNS, NO_LINE = 8, 13, 15
"""Of tables of lines: how many instructions an entry has at most, and kinds of entries."""

def slimmer(code, exact):
    """The same code with a smaller table of lines. A traceback names the line, or that of the function, and never a column: columns are a third of what would be fetched."""
    table, line = bytearray(), code.co_firstlineno
    for start, end, at in code.co_lines() if exact else [(0, len(code.co_code), line)]:
        for first in range(start, end, 2 * LONGEST):
            count = min(LONGEST, (end - first) // 2)
            table.append(128 | (NO_LINE if at is None else NO_COLUMNS) << 3 | count - 1)
            if at is not None:
                rest = abs(at - line) << 1 | (at < line)
                while rest > 63:
                    table.append(64 | rest & 63)
                    rest >>= 6
                table.append(rest)
                line = at
    inner = (slimmer(each, exact) if isinstance(each, types.CodeType) else each for each in code.co_consts)
    return code.replace(co_linetable=bytes(table), co_consts=tuple(inner))

def pack(folder, name):
    """Compile a folder's modules and pack it, files of one kind together: it is compressed as a whole later, and like finds like."""
    for each in sorted(folder.rglob("*.py")):
        within = each.relative_to(folder).as_posix()
        code = compile(each.read_bytes(), within, "exec", dont_inherit=True, optimize=2)
        each.with_suffix(".pyc").write_bytes(UNCHECKED + marshal.dumps(slimmer(code, exact=within.startswith("ludotheque/"))))
        each.unlink()
    with zipfile.ZipFile(f"/out/{name}", "w", zipfile.ZIP_STORED) as packed:
        for each in sorted(folder.rglob("*"), key=lambda each: (each.suffix, each)):  # what is alike compresses well side by side
            if each.is_file() and ".dist-info" not in str(each):
                packed.writestr(zipfile.ZipInfo(each.relative_to(folder).as_posix()), each.read_bytes())

NEEDLESS = """
    __hello__ __phello__ _ast_unparse _markupbase _pydatetime _pyio _pyrepl _sysconfigdata__emscripten_wasm32-emscripten antigravity argparse bdb cProfile calendar cmd code
    colorsys compileall configparser difflib doctest ensurepip filecmp fileinput ftplib getopt getpass gettext graphlib idlelib imaplib lib2to3 mailbox modulefinder
    multiprocessing netrc nturl2path optparse pdb pickletools plistlib poplib profile profiling pstats pty pyclbr pydoc pydoc_data rlcompleter runpy sched shelve smtplib
    socketserver symtable tabnanny tarfile test this timeit tkinter trace tracemalloc tty turtle turtledemo unittest venv wave webbrowser wsgiref xml xmlrpc zipapp zoneinfo
    asyncio/__main__ asyncio/proactor_events asyncio/tools asyncio/windows_events asyncio/windows_utils concurrent/futures/process concurrent/interpreters
    ctypes/macholib ctypes/_aix ctypes/wintypes email/mime html/parser http/cookiejar http/server json/tool logging/config logging/handlers pyodide/console sqlite3/__main__ sqlite3/dump
    sysconfig/__main__ urllib/request urllib/robotparser
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

const tried = await loadPyodide({ indexURL: out });
tried.unpackArchive(new Uint8Array(readFileSync(`${out}/library.zip`)), "zip", { extractDir: "/library" });
tried.runPython(`
import sys
sys.path.insert(0, "/library")
import ludotheque.site.inside.opening
from ludotheque.core import catalogue, registry
assert registry.names(), "no game is packed"
assert catalogue.export("en"), "no words are packed"
`);
