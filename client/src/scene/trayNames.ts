/** What is written over trays. */

/** A tray's name in so many letters: where all of it finds no room, what stands before its colon; whose it is, its colour says. Else it is cut. */
export function lettered(name: string, letters = Infinity): string {
  if (name.length <= letters) return name;
  const brief = name.split(":")[0]!.trim();
  return brief.length <= letters ? brief : `${name.slice(0, Math.max(0, letters - 1)).trimEnd()}…`;
}

/**
 * What is written over trays, each in so many letters: where several would say the same but are called otherwise, whose each is. `own` has the
 * word for whoever looks at their own tray, for a name that would be cut; beside it, each of the others says whose it is.
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

/** The same for hands that lie open side by side: where one of them has lost the word before the colon, all have. */
export function handNames(
  names: readonly string[],
  written: readonly string[],
  hands: readonly boolean[],
  own: readonly (string | undefined)[] = [],
): string[] {
  if (!names.some((name, i) => hands[i] && (name.includes(":") || own[i]) && written[i] !== name)) return [...written];
  return written.map((text, i) => (hands[i] && text === names[i] ? (own[i] ?? whose(text)) : text));
}

/** Is this what a name says a tray is, such as `Your cards` of `Cards`? */
const ends = (name: string, what: string): boolean => name.toLowerCase().endsWith(` ${what.toLowerCase()}`);

/** Of a tray's name what stands after its colon. */
export const whose = (name: string): string => name.slice(name.indexOf(":") + 1).trim();

/** Whether a name loses letters. */
export const cut = (name: string, letters: number): boolean => lettered(name, letters).endsWith("…");
