// `node tools/site_library.mjs PYODIDE SRC WHEELS OUT`: packs what Python needs in a page into OUT/library.zip, compiled by the Python that will run it,
// and checks that the server is there once it is unpacked.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [pyodide, src, wheels, out] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`));
const python = await loadPyodide({ indexURL: pyodide });
for (const [folder, root] of Object.entries({ "/src": src, "/wheels": wheels, "/out": out })) {
  python.FS.mkdirTree(folder);
  python.FS.mount(python.FS.filesystems.NODEFS, { root }, folder);
}
python.runPython(`
import os, pathlib, py_compile, shutil, sys, zipfile

LIBRARY = ("bots", "core", "games", "i18n", "scene", "server", "site", "table")
"""The parts of ludotheque that a page needs."""
ELSEWHERE = {"server/static", "server/ops/cluster/postgres.py", "site/building.py"}
LEFT = (".so", ".h", ".npz", ".pyi", ".sql")

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
for needless in ("anyio/_backends/_trio.py", "anyio/pytest_plugin.py", "starlette/testclient.py", "starlette/templating.py"):
    (made / needless).unlink(missing_ok=True)

for each in sorted(made.rglob("*.py")):
    py_compile.compile(str(each), f"{each}c", str(each.relative_to(made)), doraise=True, optimize=2, quiet=1,
                       invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)
    each.unlink()
with zipfile.ZipFile("/out/library.zip", "w", zipfile.ZIP_STORED) as packed:  # it is compressed as a whole
    for each in sorted(made.rglob("*")):
        if each.is_file() and ".dist-info" not in str(each):
            packed.writestr(zipfile.ZipInfo(each.relative_to(made).as_posix()), each.read_bytes())
`);
const library = new Uint8Array(readFileSync(`${out}/library.zip`));
python.unpackArchive(library, "zip", { extractDir: "/tried" });
python.runPython(`
sys.path.insert(0, "/tried")
import ludotheque.site.inside.opening
from ludotheque.core import registry
assert registry.names(), "no game is packed"
`);
