// `node in_page.mjs PARTS START PROGRAM [WORD]...`: runs a program of Python as in a page, with these words in `sys.argv`, and prints what its `answer` is.
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";

const [parts, starting, program, ...words] = process.argv.slice(2);
process.on("uncaughtException", (reason) => {
  console.error(String(reason.message ?? reason)); // not the whole of Pyodide's source
  process.exit(1);
});
const unpacked = (name) => gunzipSync(readFileSync(`${parts}/server/${name}.bin`));
const folder = mkdtempSync(`${tmpdir()}/page-`);
writeFileSync(`${folder}/python_stdlib.zip`, unpacked("python_stdlib.zip"));
const pyodide = `${process.cwd()}/node_modules/pyodide`;
const { start } = await import(pathToFileURL(starting));
const half = await import(pathToFileURL(`${pyodide}/pyodide.asm.mjs`));
const given = ["library.zip", "others.zip"].filter((name) => existsSync(`${parts}/server/${name}.bin`));
const libraries = given.map((name) => new Uint8Array(unpacked(name)).buffer);
const opened = (memory) => start({ half, indexURL: pyodide, stdLibURL: `${folder}/python_stdlib.zip`, libraries, memory });
const { python } = await opened((await opened()).now); // a page that was open before
python.globals.set("words", python.toPy(words));
python.runPython(`
import sys
sys.argv = ["", *words]
`);
python.runPython(readFileSync(program, "utf8"));
console.log(python.globals.get("answer"));
process.exit(0);
