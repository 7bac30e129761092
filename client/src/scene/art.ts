/** The drawings of a game, fetched once as text and put into the page, so that they follow its colours. */

import { raw } from "../lib/api";

/** The symbols of a game's pieces: markup to put into the page once, and the ids it defines. */
export interface Sprites {
  markup: string;
  ids: ReadonlySet<string>;
}

const fetched = new Map<string, Promise<string | null>>();
/** The table of each layout, so that any process of the server can draw its board. */
const tables = new Map<string, string>();

function text(address: string): Promise<string | null> {
  let found = fetched.get(address);
  if (!found) {
    found = raw(address).then((answer) => {
      if (answer.ok) return answer.text();
      if (answer.status === 404) return null;
      throw new Error(`${address}: ${answer.status}`);
    });
    found.catch(() => fetched.delete(address));
    fetched.set(address, found);
  }
  return found;
}

/** A board's picture that came some other way, so that it need not be fetched. */
export function keep(game: string, layout: string, markup: string): void {
  fetched.set(boardAddress(game, layout), Promise.resolve(markup));
}

/** Note that a table has this layout. */
export function laidOut(layout: string, table: string): void {
  if (!tables.has(layout)) tables.set(layout, table);
}

function boardAddress(game: string, layout: string): string {
  const table = tables.get(layout);
  return `/art/${encodeURIComponent(game)}/board/${encodeURIComponent(layout)}.svg${table ? `?table=${encodeURIComponent(table)}` : ""}`;
}

/** A drawing as an element without scripts; null if the text is not SVG. */
export function drawing(markup: string): SVGSVGElement | null {
  const root = new DOMParser().parseFromString(markup, "image/svg+xml").documentElement;
  if (!(root instanceof SVGSVGElement)) return null;
  for (const element of [root, ...root.querySelectorAll("*")]) {
    if (/^(script|foreignObject|iframe|a)$/i.test(element.localName)) element.remove();
    for (const { name, value } of [...element.attributes])
      if (/^on/i.test(name) || (/href$/i.test(name) && !value.startsWith("#"))) element.removeAttribute(name);
  }
  return root;
}

/** The board's picture, sized to the layout; null where the game has none. */
export async function board(game: string, layout: string, width: number, height: number): Promise<string | null> {
  const markup = await text(boardAddress(game, layout));
  const root = markup === null ? null : drawing(markup);
  if (!root) return null;
  if (!root.hasAttribute("viewBox")) root.setAttribute("viewBox", `0 0 ${width} ${height}`);
  root.setAttribute("width", String(width));
  root.setAttribute("height", String(height));
  root.removeAttribute("role");
  root.removeAttribute("aria-label");
  root.setAttribute("aria-hidden", "true");
  return root.outerHTML;
}

/** The symbols of the game's pieces; empty where it has none. */
export async function sprites(game: string): Promise<Sprites> {
  const markup = await text(`/art/${encodeURIComponent(game)}/sprites.svg`);
  const root = markup === null ? null : drawing(markup);
  if (!root) return { markup: "", ids: new Set() };
  const ids = new Set([...root.querySelectorAll("symbol[id]")].map((symbol) => symbol.id));
  for (const title of root.querySelectorAll("title")) title.remove();
  return { markup: root.innerHTML, ids };
}

/** The game's first piece, alone with what its drawing refers to; null where it has none. */
export async function piece(game: string): Promise<{ id: string; markup: string } | null> {
  const markup = await text(`/art/${encodeURIComponent(game)}/sprites.svg`);
  const root = markup === null ? null : drawing(markup);
  const first = root?.querySelector("symbol[id]");
  if (!root || !first) return null;
  const needed = [first];
  for (const each of needed)
    for (const [, id] of each.outerHTML.matchAll(/(?:href="|url\()#([\w-]+)/g)) {
      const found = root.querySelector(`[id="${id}"]`);
      if (found && !needed.includes(found)) needed.push(found);
    }
  return { id: first.id, markup: needed.map(({ outerHTML }) => outerHTML).join("") };
}

/** The symbol that draws a piece: its face's own, else the sprite's, else none. */
export function symbol(ids: ReadonlySet<string>, sprite: string, face: string): string | null {
  if (face && ids.has(`${sprite}-${face}`)) return `${sprite}-${face}`;
  return ids.has(sprite) ? sprite : null;
}
