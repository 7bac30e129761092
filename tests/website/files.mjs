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
/** What lies on the disk after each step that changes it: everything written, or only what was flushed. */
let ends = [];
class File {
  static room = Infinity; // so many more writes there is room for
  static bytes = Infinity; // and so many more bytes
  constructor(name, bytes = new Uint8Array(0)) {
    [this.name, this.bytes, this.flushed] = [name, bytes, bytes];
  }
  did(what) {
    done.push([what, this.name]);
    if (what === "flush") this.flushed = this.bytes;
    for (const which of ["bytes", "flushed"]) ends.push([...files.values()].map((file) => [file.name, file[which]]));
  }
  read(into, { at }) {
    const part = this.bytes.subarray(at, at + into.byteLength);
    new Uint8Array(into.buffer, into.byteOffset, into.byteLength).set(part);
    return part.length;
  }
  write(from, { at }) {
    const more = Math.max(0, at + from.byteLength - this.bytes.length);
    if (File.room-- <= 0 || more > File.bytes) throw new DOMException("no room", "QuotaExceededError");
    File.bytes -= more;
    const bytes = new Uint8Array(Math.max(this.bytes.length, at + from.byteLength));
    bytes.set(this.bytes);
    bytes.set(new Uint8Array(from.buffer, from.byteOffset, from.byteLength), at);
    this.bytes = bytes;
    this.did("write");
    return from.byteLength;
  }
  truncate(size) {
    const bytes = new Uint8Array(size);
    bytes.set(this.bytes.subarray(0, size));
    this.bytes = bytes;
    this.did("truncate");
  }
  getSize() {
    return this.bytes.length;
  }
  flush() {
    this.did("flush");
  }
}
const files = new Map(["ludotheque.db", "ludotheque.db-journal", "alive"].map((name) => [name, new File(name)]));

const started = () => loadPyodide({ indexURL: pyodide, stdLibURL: `${folder}/python_stdlib.zip` });
/** Runs programs in one page, and `meanwhile` between them. Returns what the last one says. */
async function run(program, meanwhile, then) {
  const python = await started();
  mount(python.FS, "/data", files);
  const said = python.runPython(program);
  meanwhile?.();
  return then ? python.runPython(then) : said;
}
const open = `
import os, sqlite3
database = sqlite3.connect("/data/ludotheque.db", isolation_level=None)
for pragma in ("journal_mode=TRUNCATE", "synchronous=FULL"):
    database.execute(f"PRAGMA {pragma}")
`;
await run(`
import os, sqlite3
made = sqlite3.connect("/data/ludotheque.db")
made.execute("CREATE TABLE moves (move)")
made.close()  # its journal is deleted
os.utime("/data/alive", (1000, 1000))
`, () => (done = []), `${open}
database.execute("INSERT INTO moves VALUES ('before')")
`);
const first = done;
done = [];
const seen = await run(`${open}
database.execute("BEGIN IMMEDIATE")
database.execute("INSERT INTO moves VALUES ('now')")
database.execute("COMMIT")
str((database.execute("SELECT move FROM moves").fetchall(), os.stat("/data/alive").st_mtime))
`);
const commit = done;

/** Which moves the next page finds if everything stops at one of these moments. */
async function found(moments) {
  const python = await started();
  return moments.map((left, n) => {
    mount(python.FS, `/${n}`, new Map(left.map(([name, bytes]) => [name, new File(name, bytes)])));
    return python.runPython(`
import sqlite3
database = sqlite3.connect("/${n}/ludotheque.db")
answer = str((database.execute("PRAGMA integrity_check").fetchone(), database.execute("SELECT * FROM moves").fetchall()))
database.close()
answer`);
  });
}
ends = [];
await run(`${open}
other = sqlite3.connect(":memory:", isolation_level=None)
other.execute("CREATE TABLE moves (move, more)")
other.execute("INSERT INTO moves VALUES ('elsewhere', zeroblob(0))")
other.execute("CREATE TABLE others (other)")
other.execute("INSERT INTO others VALUES (zeroblob(30000))")
other.backup(database)
database.execute("INSERT INTO others VALUES (1)")  # and it goes on
database.close()
`);
const replaced = await found(ends);

/** What a page says and has after it has tried to write with room for so many writes and no more. */
const full = [];
const python = await started();
mount(python.FS, "/data", files);
python.runPython(`${open}
def tried(change):
    try:
        database.execute("BEGIN IMMEDIATE")
        database.execute(change)
        database.execute("COMMIT")
        return "ok"
    except sqlite3.Error as error:
        try:
            database.execute("ROLLBACK")
        except sqlite3.Error:
            pass
        return str(error)
`);
for (let room = 0, last = ""; last !== "ok"; room++) {
  File.room = room;
  last = python.runPython(`tried("INSERT INTO moves VALUES ('more', zeroblob(9000))")`);
  File.room = Infinity;
  full.push([last, python.runPython(`str((database.execute("PRAGMA integrity_check").fetchone(), database.execute("SELECT move FROM moves").fetchall()))`)]);
}

/** The same for a change so large that SQLite has begun to write it to the database; there is no room yet while it is looked at. */
python.runPython(`
database.execute("PRAGMA cache_size=10")
database.execute("BEGIN")
database.execute("CREATE TABLE large (n, text)")
database.executemany("INSERT INTO large VALUES (?, ?)", [(n, "a" * 3000) for n in range(100)])
database.execute("COMMIT")
`);
File.bytes = 200_000;
const large = python.runPython(`
answer = tried("UPDATE large SET text = replace(text, 'a', 'b')")
str((answer, database.execute("SELECT DISTINCT substr(text, 1, 1) FROM large").fetchall(), database.execute("PRAGMA integrity_check").fetchone()))`);
console.log(JSON.stringify({ done: [first, commit], seen, replaced, full, large }));
process.exit(0);
