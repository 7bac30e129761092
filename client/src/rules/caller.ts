// Calls a game's compiled rules: the entry points of `bantu.wasm`, as `bantu.json` describes them (docs/compiled-rules.md).

/** What `ludotheque compile` writes of an argument. A `kind` other than these three is an address, followed by as many lengths as there are `dimensions`. */
type Argument = { name: string; word: number; kind: "int" | "float" | "bool" | string; dimensions?: number };

type EntryPoint = { symbol: string; words: number; returns: string | string[] | null; arguments: Argument[] };

export type Description = {
  box_bytes: number;
  state_bytes: number;
  max_legal: number;
  max_chance: number;
  entry_points: Record<string, EntryPoint>;
};

/** An array in the module's memory: its address in bytes, and its lengths. */
export type Placed = { at: number; lengths: number[] };

export type Given = number | bigint | boolean | Placed;

/** What the rules said when they failed. */
export class RulesFailed extends Error {}

const ADDRESS_ONLY: number[] = [];

/** The compiled rules of one game. One call runs at a time: each worker loads its own. */
export class Rules {
  private readonly memory: WebAssembly.Memory;
  private readonly functions: Record<string, (address: number) => number>;
  private readonly frame: number;
  private words: DataView;

  private constructor(
    readonly described: Description,
    instance: WebAssembly.Instance,
  ) {
    const { memory, ...functions } = instance.exports;
    this.memory = memory as WebAssembly.Memory;
    this.functions = functions as typeof this.functions;
    this.frame = this.reserve(8 * Math.max(...Object.values(described.entry_points).map((point) => point.words)));
    this.words = new DataView(this.memory.buffer);
  }

  static async load(wasm: BufferSource, described: Description): Promise<Rules> {
    const { instance } = await WebAssembly.instantiate(wasm);
    return new Rules(described, instance);
  }

  /** Allocate this many bytes, for as long as the module lives. Returns its address, a multiple of 64. */
  reserve(bytes: number): number {
    return this.run("reserve", bytes);
  }

  /** Room with these bytes in it. */
  place(bytes: Uint8Array): Placed {
    const at = this.reserve(bytes.length);
    this.bytes(at, bytes.length).set(bytes);
    return { at, lengths: ADDRESS_ONLY };
  }

  /** The bytes at an address, good until the next `reserve`. */
  bytes(at: number, length: number): Uint8Array {
    return new Uint8Array(this.memory.buffer, at, length);
  }

  /** 32-bit numbers at an address, good until the next `reserve`. */
  int32s(at: number, length: number): Int32Array {
    return new Int32Array(this.memory.buffer, at, length);
  }

  /**
   * Calls an entry point with its arguments by name. Returns its result, a bool as 0 or 1, several as an array.
   * Throws `RulesFailed` where the rules failed, `TypeError` for an argument that is missing or unknown.
   */
  call(name: string, given: Record<string, Given>): number | number[] {
    const point = this.described.entry_points[name];
    if (!point) throw new TypeError(`there is no entry point ${name}`);
    if (this.words.buffer !== this.memory.buffer) this.words = new DataView(this.memory.buffer);
    for (const argument of point.arguments) this.put(name, argument, given[argument.name]);
    if (Object.keys(given).length !== point.arguments.length) {
      const unknown = Object.keys(given).filter((each) => point.arguments.every((argument) => argument.name !== each));
      throw new TypeError(`${name} takes no ${unknown.join(", ")}`);
    }
    const failed = this.run(point.symbol, this.frame);
    if (this.words.buffer !== this.memory.buffer) this.words = new DataView(this.memory.buffer);
    if (failed) throw new RulesFailed(this.text(Number(this.words.getBigInt64(this.frame, true))));
    if (Array.isArray(point.returns)) return point.returns.map((kind, word) => this.result(word, kind));
    return this.result(0, point.returns);
  }

  private run(name: string, word: number): number {
    const found = this.functions[name];
    if (!found) throw new TypeError(`the module has no ${name}: was it compiled with another description?`);
    return found(word);
  }

  private put(name: string, argument: Argument, value: Given | undefined): void {
    const at = this.frame + 8 * argument.word;
    if (value === undefined) throw new TypeError(`${name} needs ${argument.name}`);
    const isNumber = argument.dimensions === undefined && ["int", "float", "bool"].includes(argument.kind);
    if ((typeof value !== "object") !== isNumber)
      throw new TypeError(`${name}: ${argument.name} must be ${argument.kind}`);
    if (argument.kind === "float") return this.words.setFloat64(at, Number(value), true);
    if (typeof value !== "object") return this.words.setBigInt64(at, BigInt(value), true);
    if (value.lengths.length !== (argument.dimensions ?? 0))
      throw new TypeError(`${name}: ${argument.name} has ${argument.dimensions ?? 0} lengths`);
    [value.at, ...value.lengths].forEach((word, number) => this.words.setBigInt64(at + 8 * number, BigInt(word), true));
  }

  private result(word: number, kind: string | null): number {
    const at = this.frame + 8 * word;
    return kind === "float" ? this.words.getFloat64(at, true) : Number(this.words.getBigInt64(at, true));
  }

  private text(at: number): string {
    const bytes = new Uint8Array(this.memory.buffer, at);
    return new TextDecoder().decode(bytes.slice(0, bytes.indexOf(0)));
  }
}
