// Lends Python in this page the instances of games' compiled rules (`core/webassembly.py`).

import type { PyBuffer, PyBufferView } from "pyodide/ffi";
import type { Thinker } from "./thinking";

/** A game's rules, with a memory of their own. `wire` is the memory on Python's side that goes there before a call, and back after it. */
class Instance {
  private readonly memory: WebAssembly.Memory;
  private readonly functions: Record<string, (word: number) => number>;
  private readonly numbered: ((word: number) => number)[] = [];
  private there: Uint8Array;
  private here: PyBufferView;
  private base = 0;

  constructor(
    wasm: Uint8Array<ArrayBuffer>,
    private readonly wire: PyBuffer,
  ) {
    const { memory, ...functions } = new WebAssembly.Instance(new WebAssembly.Module(wasm)).exports;
    this.memory = memory as WebAssembly.Memory;
    this.functions = functions as typeof this.functions;
    this.there = new Uint8Array(this.memory.buffer);
    this.here = wire.getBuffer("u8");
  }

  /** Allocate this many bytes; 0 if there is no room. */
  reserve(bytes: number): number {
    return this.functions["reserve"]!(bytes);
  }

  /** From now on this holds what Python has written. */
  wireAt(address: number): void {
    this.base = address;
  }

  /** The number by which a function is called. */
  numberOf(symbol: string): number {
    const found = this.functions[symbol];
    if (!found) throw new TypeError(`the module has no ${symbol}`);
    return this.numbered.push(found) - 1;
  }

  /** Calls a function with the first bytes of the wire. Returns why the rules failed. */
  run(number: number, used: number): string | undefined {
    this.copyIn(this.base, used);
    const failed = this.numbered[number]!(this.base);
    this.copyOut(this.base, used);
    return failed ? this.text() : undefined;
  }

  copyIn(address: number, bytes: number): void {
    this.look();
    this.there.set(this.here.data.subarray(0, bytes), address);
  }

  copyOut(address: number, bytes: number): void {
    this.look();
    this.here.data.set(this.there.subarray(address, address + bytes));
  }

  /** Either memory may have grown meanwhile, and then has moved. */
  private look(): void {
    if (this.there.buffer !== this.memory.buffer) this.there = new Uint8Array(this.memory.buffer);
    if (this.here.data.byteLength === 0) this.here = this.wire.getBuffer("u8");
  }

  private text(): string {
    const start = Number(new DataView(this.memory.buffer).getBigInt64(this.base, true));
    return new TextDecoder().decode(this.there.slice(start, this.there.indexOf(0, start)));
  }
}

/** `thinker` starts a worker in which bots think; only the server's worker has it. */
type Lent = { instantiate: (wasm: PyBuffer, wire: PyBuffer) => Instance; thinker?: () => Thinker };

/** What Python finds as the module `ludotheque_page`. */
export const lent: Lent = {
  instantiate: (wasm: PyBuffer, wire: PyBuffer): Instance =>
    new Instance(wasm.toJs() as Uint8Array<ArrayBuffer>, wire.copy() as PyBuffer),
};
