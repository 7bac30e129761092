// A worker in which bots think, with a Python of its own. The server's worker asks it, see `thinking.ts`.

import type { PyProxy } from "pyodide/ffi";
import { startIn, type Place } from "./python";

export type Asked = { n: number; packed: Uint8Array };
export type Answered = { n: number; packed: Uint8Array<ArrayBuffer> } | { failed: string };

type Bytes = PyProxy & { toJs: () => Uint8Array<ArrayBuffer> };
type Thinking = PyProxy & { answer: (packed: PyProxy) => Bytes };

let thinking: Promise<(packed: Uint8Array) => Bytes>;

addEventListener("message", ({ data }: MessageEvent<Place | Asked>) => {
  if ("folder" in data)
    thinking = startIn(data, () => undefined).then(({ python, atWork }) => {
      atWork();
      const { answer } = python.pyimport("ludotheque.site.inside.thinking") as Thinking;
      return (packed) => answer(python.toPy(packed) as PyProxy);
    });
  else
    thinking
      .then((answer) => {
        const found = answer(data.packed);
        const packed = found.toJs();
        found.destroy();
        postMessage({ n: data.n, packed } satisfies Answered, { transfer: [packed.buffer] });
      })
      .catch((reason: unknown) => postMessage({ failed: String(reason) } satisfies Answered));
});
