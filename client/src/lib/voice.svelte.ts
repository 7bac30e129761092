/** The browser's voice reads rows aloud, one after another, and only when it is asked to. */

import type { Lang } from "./i18n";

/** A voice that speaks a language: one of this device rather than one from the network, the browser's own choice first. */
export function voiceFor(voices: readonly SpeechSynthesisVoice[], lang: Lang): SpeechSynthesisVoice | null {
  const speaking = voices.filter((voice) => voice.lang.toLowerCase().replace("_", "-").split("-")[0] === lang);
  const rank = (voice: SpeechSynthesisVoice): number => (voice.localService ? 0 : 2) + (voice.default ? 0 : 1);
  return speaking.sort((one, other) => rank(one) - rank(other))[0] ?? null;
}

/** Something to read: whose it is, and its sentences. */
export type Spoken = { id: string; sentences: string[] };

const synthesis = (): SpeechSynthesis | null =>
  typeof speechSynthesis === "undefined" || typeof SpeechSynthesisUtterance === "undefined" ? null : speechSynthesis;

export class Voice {
  /** The id of what is read; "" while nothing is. */
  reading = $state("");
  #voices = $state.raw<readonly SpeechSynthesisVoice[]>([]);
  /** Counts what was begun: an utterance of something that was stopped says nothing any more. */
  #begun = 0;

  /** Learn which voices there are, now and when others come. What it returns ends that, and falls silent. */
  listen(): () => void {
    const voice = synthesis();
    if (!voice) return () => undefined;
    const look = (): void => {
      this.#voices = voice.getVoices();
    };
    look();
    voice.addEventListener("voiceschanged", look);
    return () => {
      voice.removeEventListener("voiceschanged", look);
      this.stop();
    };
  }

  /** Is there a voice for this language? */
  speaks(lang: Lang): boolean {
    return voiceFor(this.#voices, lang) !== null;
  }

  /** Read these aloud; `at` hears what each begins with. */
  read(all: readonly Spoken[], lang: Lang, at: (id: string) => void): void {
    const voice = synthesis();
    const speaker = voiceFor(this.#voices, lang);
    if (!voice || !speaker) return;
    this.stop();
    const begun = ++this.#begun;
    const lines = all.flatMap(({ id, sentences }) => sentences.map((text) => ({ id, text })));
    const next = (n: number): void => {
      if (begun !== this.#begun) return;
      const line = lines[n];
      if (!line) {
        this.reading = "";
        return;
      }
      if (this.reading !== line.id) {
        this.reading = line.id;
        at(line.id);
      }
      // A sentence at a time: some browsers fall silent in long texts.
      const said = new SpeechSynthesisUtterance(line.text);
      said.voice = speaker;
      said.lang = speaker.lang;
      said.onend = () => next(n + 1);
      said.onerror = () => {
        if (begun === this.#begun) this.stop();
      };
      voice.speak(said);
    };
    next(0);
  }

  /** Fall silent. Where nothing is read, what else in the browser speaks goes on. */
  stop(): void {
    if (!this.reading) return;
    this.#begun += 1;
    this.reading = "";
    synthesis()?.cancel();
  }
}
