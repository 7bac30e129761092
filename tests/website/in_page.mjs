// `node in_page.mjs PARTS RULES PROGRAM [WORD]...`: runs a program of Python as in a page, with these words in `sys.argv`, and prints what its `answer` is.
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";

const [parts, rules, program, ...words] = process.argv.slice(2);
process.on("uncaughtException", (reason) => {
  console.error(String(reason.message ?? reason)); // not the whole of Pyodide's source
  process.exit(1);
});
const unpacked = (name) => gunzipSync(readFileSync(`${parts}/server/${name}.bin`));
const folder = mkdtempSync(`${tmpdir()}/page-`);
writeFileSync(`${folder}/python_stdlib.zip`, unpacked("python_stdlib.zip"));
const pyodide = `${process.cwd()}/node_modules/pyodide`;
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`));
const { lent } = await import(pathToFileURL(rules));
const python = await loadPyodide({ indexURL: pyodide, stdLibURL: `${folder}/python_stdlib.zip` });
python.unpackArchive(new Uint8Array(unpacked("library.zip")), "zip", { extractDir: "/library" });
python.registerJsModule("ludotheque_page", lent);
python.globals.set("words", python.toPy(words));
python.runPython(`
import sys
sys.path.insert(0, "/library")
sys.argv = ["", *words]
`);
python.runPython(readFileSync(program, "utf8"));
console.log(python.globals.get("answer"));
process.exit(0);
