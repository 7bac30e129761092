// `node files.mjs PARTS FILES`: SQLite writes over files like those of a browser, and what happens to them is printed as JSON, in order.
import { readFileSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";

const [parts, source] = process.argv.slice(2);
process.on("uncaughtException", (reason) => {
  console.error(String(reason.message ?? reason)); // not the whole of Pyodide's source
  process.exit(1);
});
const { mount } = await import(pathToFileURL(source));
const pyodide = `${process.cwd()}/node_modules/pyodide`;
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`));
const folder = mkdtempSync(`${tmpdir()}/files-`);
writeFileSync(`${folder}/python_stdlib.zip`, gunzipSync(readFileSync(`${parts}/server/python_stdlib.zip.bin`)));

let done = [];
class File {
  constructor(name) {
    [this.name, this.bytes] = [name, new Uint8Array(0)];
  }
  read(into, { at }) {
    const part = this.bytes.subarray(at, at + into.byteLength);
    new Uint8Array(into.buffer, into.byteOffset, into.byteLength).set(part);
    return part.length;
  }
  write(from, { at }) {
    const bytes = new Uint8Array(Math.max(this.bytes.length, at + from.byteLength));
    bytes.set(this.bytes);
    bytes.set(new Uint8Array(from.buffer, from.byteOffset, from.byteLength), at);
    this.bytes = bytes;
    done.push(["write", this.name]);
    return from.byteLength;
  }
  truncate(size) {
    const bytes = new Uint8Array(size);
    bytes.set(this.bytes.subarray(0, size));
    this.bytes = bytes;
    done.push(["truncate", this.name]);
  }
  getSize() {
    return this.bytes.length;
  }
  flush() {
    done.push(["flush", this.name]);
  }
}
const files = new Map(["ludotheque.db", "ludotheque.db-journal", "alive"].map((name) => [name, new File(name)]));

async function run(program) {
  const python = await loadPyodide({ indexURL: pyodide, stdLibURL: `${folder}/python_stdlib.zip` });
  mount(python.FS, "/data", files);
  return python.runPython(program);
}
const open = `
import os, sqlite3
database = sqlite3.connect("/data/ludotheque.db", isolation_level=None)
for pragma in ("journal_mode=TRUNCATE", "synchronous=FULL"):
    database.execute(f"PRAGMA {pragma}")
`;
await run(`${open}
database.execute("CREATE TABLE moves (move)")
database.execute("INSERT INTO moves VALUES ('before')")
os.utime("/data/alive", (1000, 1000))
`);
done = [];
const seen = await run(`${open}
database.execute("BEGIN IMMEDIATE")
database.execute("INSERT INTO moves VALUES ('now')")
database.execute("COMMIT")
str((database.execute("SELECT move FROM moves").fetchall(), os.stat("/data/alive").st_mtime))
`);
console.log(JSON.stringify({ done, seen }));
process.exit(0);
