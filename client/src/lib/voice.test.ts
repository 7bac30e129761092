import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Voice, voiceFor } from "./voice.svelte";

const voice = (lang: string, localService = true, standard = false): SpeechSynthesisVoice => ({
  lang,
  localService,
  default: standard,
  name: lang,
  voiceURI: lang,
});

class Utterance {
  voice: SpeechSynthesisVoice | null = null;
  lang = "";
  onend: (() => void) | null = null;
  onerror: (() => void) | null = null;
  constructor(readonly text: string) {}
}

const said: Utterance[] = [];
const synthesis = {
  voices: [voice("fr-FR")],
  cancelled: 0,
  getVoices: () => synthesis.voices,
  speak: (utterance: Utterance) => void said.push(utterance),
  cancel: () => void (synthesis.cancelled += 1),
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
};

beforeEach(() => {
  said.length = 0;
  synthesis.cancelled = 0;
  vi.stubGlobal("speechSynthesis", synthesis);
  vi.stubGlobal("SpeechSynthesisUtterance", Utterance);
});
afterEach(() => vi.unstubAllGlobals());

const ROWS = [
  { id: "A", sentences: ["Un.", "Deux."] },
  { id: "B", sentences: ["Trois."] },
];

describe("which voice", () => {
  it("speaks the language", () => {
    expect(voiceFor([voice("en-GB"), voice("fr-CA")], "fr")?.lang).toBe("fr-CA");
    expect(voiceFor([voice("fr_FR")], "fr")?.lang).toBe("fr_FR");
    expect(voiceFor([voice("en-GB"), voice("fro")], "fr")).toBeNull();
  });
  it("is rather one of the device", () =>
    expect(voiceFor([voice("fr-FR", false, true), voice("fr-BE")], "fr")?.lang).toBe("fr-BE"));
});

it("there is none where the browser has none", () => {
  vi.stubGlobal("speechSynthesis", undefined);
  const reader = new Voice();
  reader.listen()();
  expect(reader.speaks("fr")).toBe(false);
  reader.read(ROWS, "fr", () => undefined);
  expect(reader.reading).toBe("");
});

describe("reading", () => {
  const begin = (): { reader: Voice; heard: string[] } => {
    const reader = new Voice();
    reader.listen();
    const heard: string[] = [];
    reader.read(ROWS, "fr", (id) => heard.push(id));
    return { reader, heard };
  };

  it("says nothing before it is asked", () => {
    new Voice().listen();
    expect(said).toEqual([]);
  });
  it("goes from sentence to sentence, and from row to row", () => {
    const { reader, heard } = begin();
    expect(reader.reading).toBe("A");
    said[0]?.onend?.();
    said[1]?.onend?.();
    expect([reader.reading, said.map(({ text }) => text)]).toEqual(["B", ["Un.", "Deux.", "Trois."]]);
    said[2]?.onend?.();
    expect([reader.reading, heard]).toEqual(["", ["A", "B"]]);
  });
  it("stops, and what was said last changes nothing", () => {
    const { reader } = begin();
    reader.stop();
    said[0]?.onend?.();
    said[0]?.onerror?.();
    expect([reader.reading, said.length]).toEqual(["", 1]);
    expect(synthesis.cancelled).toBeGreaterThan(0);
  });
  it("stops where the voice fails", () => {
    const { reader } = begin();
    said[0]?.onerror?.();
    expect(reader.reading).toBe("");
  });
  it("does not speak a language without a voice", () => {
    const { reader } = begin();
    expect(reader.speaks("en")).toBe(false);
    reader.read(ROWS, "en", () => undefined);
    expect(said).toHaveLength(1);
  });
  it("is silent once the page is left", () => {
    const reader = new Voice();
    const leave = reader.listen();
    reader.read(ROWS, "fr", () => undefined);
    leave();
    expect(reader.reading).toBe("");
  });
});
