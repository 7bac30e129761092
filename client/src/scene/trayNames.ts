/** The names over trays. */

/** A tray's name in this many letters: if it does not fit, the part before the colon (its colour shows whose it is); else it is cut. */
export function lettered(name: string, letters = Infinity): string {
  if (name.length <= letters) return name;
  const brief = name.split(":")[0]!.trim();
  return brief.length <= letters ? brief : `${name.slice(0, Math.max(0, letters - 1)).trimEnd()}…`;
}

/**
 * The names over trays, each in this many letters: if several different names would look the same, each says whose it is. `own` has the
 * viewer's word for their own tray, for a name that would be cut; beside it, each other name says whose it is.
 */
export function trayNames(
  names: readonly string[],
  letters: readonly (number | undefined)[],
  own: readonly (string | undefined)[] = [],
): string[] {
  const written = names.map((name, i) => lettered(name, letters[i]));
  return written.map((text, i) => {
    const alike = (other: string, k: number): boolean =>
      k !== i &&
      names[k] !== names[i] &&
      (other === text ||
        (text !== names[i] &&
          (names[k]!.split(":")[0]!.trim() === text || (own[k] !== undefined && ends(names[k]!, text)))));
    const said = written.some(alike) ? lettered(whose(names[i]!), letters[i]) : text;
    return said.endsWith("…") ? (own[i] ?? said) : said;
  });
}

/** The same for open hands side by side: if one has lost the word before the colon, all lose it. */
export function handNames(
  names: readonly string[],
  written: readonly string[],
  hands: readonly boolean[],
  own: readonly (string | undefined)[] = [],
): string[] {
  if (!names.some((name, i) => hands[i] && (name.includes(":") || own[i]) && written[i] !== name)) return [...written];
  return written.map((text, i) => (hands[i] && text === names[i] ? (own[i] ?? whose(text)) : text));
}

/** Does a name describe a tray with these words, as `Your cards` does with `Cards`? */
const ends = (name: string, what: string): boolean => name.toLowerCase().endsWith(` ${what.toLowerCase()}`);

/** The part of a tray's name after the colon. */
export const whose = (name: string): string => name.slice(name.indexOf(":") + 1).trim();

/** Whether a name loses letters. */
export const cut = (name: string, letters: number): boolean => lettered(name, letters).endsWith("…");
