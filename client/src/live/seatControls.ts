/** What a seat has in front of it in a game of speed: its hand, its calls, and the things on the table that it may take. */

import type { Button, Choices, Node, Panel, Piece, Place, Scene } from "../net/wire";
import { USUAL } from "../net/wire.generated";
import { nextClicks, type Steps } from "../scene/choices";

/** A card of one's hand, and the shape of its place. */
export interface Card {
  piece: Piece;
  place: Place;
}

/** The panels of a seat's own hand. */
export function handPanels(scene: Scene, seat: number): Panel[] {
  return scene.panels.filter((panel) => panel.kind === "hand" && panel.seat === seat);
}

/** The cards of a hand, from left to right. */
export function hand(scene: Scene, seat: number): Card[] {
  return handPanels(scene, seat)
    .flatMap((panel) => panel.places)
    .flatMap((place) => scene.pieces.filter((piece) => piece.place === place.id).map((piece) => ({ piece, place })));
}

/** Other things that only this seat may look at: cards to deal back, cards seen in others' hands. */
export function secretsOf(scene: Scene, seat: number): Card[] {
  return scene.panels
    .filter((panel) => panel.kind !== "hand" && panel.secret && panel.seat === seat)
    .flatMap((panel) => panel.places)
    .flatMap((place) => scene.pieces.filter((piece) => piece.place === place.id).map((piece) => ({ piece, place })));
}

/** The choices of a seat, null where it may do nothing. */
export function choicesOf(scene: Scene, seat: number): Choices | null {
  return scene.choices.find((each) => each.seat === seat) ?? null;
}

/** The first click that acts at once, with nothing to choose after it; null if there is none. */
export function instant(choices: Choices, click: string): Node | null {
  const nodes = choices.roots.map((index) => choices.nodes[index]!).filter((node) => node.click === click);
  const [only, second] = nodes;
  return only && !second && only.action >= 0 && only.next.length === 0 ? only : null;
}

/** The first clicks that are spoken out loud. */
export function calls(choices: Choices): Button[] {
  const first = nextClicks(choices, []);
  return choices.buttons.filter((button) => button.loud && first.has(button.id));
}

/** The same for the calls of this table and for buttons that are no calls, such as « Jeu ! », ready. */
export function spoken(scene: Scene, choices: Choices | null): { shouts: Button[]; says: Button[] } {
  const loud = choices ? calls(choices) : [];
  const called = new Set(openCalls(scene).map(({ id }) => id));
  return {
    shouts: loud.filter(({ id }) => called.size === 0 || called.has(id)),
    says: loud.filter(({ id }) => called.size > 0 && !called.has(id)),
  };
}

/** The seat whose Stop the table waits for; -1 if there is none. */
export function stopping(scene: Scene): number {
  const [one, other] = scene.choices.filter((choices) => choices.asked && spoken(scene, choices).says.length > 0);
  return one && !other && scene.announcements.length === 0 ? one.seat : -1;
}

/** Feints, which only fool others: those that may be pressed first, and those that rest for a moment. */
export function bluffs(choices: Choices): Button[] {
  const first = nextClicks(choices, []);
  return choices.buttons.filter((button) => button.bluff && (first.has(button.id) || button.action! >= 0));
}

/** The calls of this table, as nobody's in particular: a screen that everybody sees may always show them. */
export function openCalls(scene: Scene): Button[] {
  return (scene.aid ?? []).flatMap(({ button, hotkey, title }) =>
    button ? [{ ...USUAL.Button, id: button, label: title, loud: true, lit: false, hotkey: hotkey ?? "" }] : [],
  );
}

/** The cards that a player is showing to everybody, drawn large, and their owner. */
export function shownHands(scene: Scene): { panel: Panel; cards: Card[] }[] {
  return scene.panels
    .filter(({ kind }) => kind === "shown")
    .map((panel) => ({
      panel,
      cards: panel.places.flatMap((place) =>
        scene.pieces.filter((piece) => piece.place === place.id).map((piece) => ({ piece, place })),
      ),
    }));
}

/** Whether one of these clicks is on the board itself, not on a hand, a button or a place of its own elsewhere. */
export function onBoard(clicks: Iterable<string>, elsewhere: ReadonlySet<string>): boolean {
  return [...clicks].some((id) => !elsewhere.has(id));
}

/** The things on the table that a first click may take, in the order of their keys: in a race, or at leisure. */
export function targets(scene: Scene, choices: Choices): Piece[] {
  const raced = new Set(
    choices.roots.filter((index) => choices.nodes[index]!.raced).map((index) => choices.nodes[index]!.click),
  );
  const free = (piece: Piece): boolean => !!piece.hotkey && !piece.risky && instant(choices, piece.id) !== null;
  return scene.pieces
    .filter((piece) => raced.has(piece.id) || free(piece))
    .sort((a, b) => (a.hotkey ?? "").localeCompare(b.hotkey ?? "", undefined, { numeric: true }));
}

/** The things in the places that they had before, gaps included; new places as soon as there is a new thing. */
export function keptPlaces(before: readonly Piece[], things: readonly Piece[]): readonly Piece[] {
  const now = new Map(things.map((thing) => [thing.id, thing]));
  const same = things.length > 0 && things.every(({ id }) => before.some((each) => each.id === id));
  return same ? before.map((each) => now.get(each.id) ?? each) : things;
}

/** Calls in the places that they had before, even those that may not be made now; new ones follow. */
export function keptCalls(before: readonly Button[], now: readonly Button[]): readonly Button[] {
  const byId = new Map(now.map((each) => [each.id, each]));
  return [
    ...before.map((each) => byId.get(each.id) ?? each),
    ...now.filter(({ id }) => !before.some((each) => each.id === id)),
  ];
}

/** What has a key now, each word once. */
export function keyed(scene: Scene): Button[] {
  const ids = new Set<string>();
  return scene.choices
    .flatMap(({ buttons }) => buttons)
    .filter(({ id, hotkey }) => hotkey && !ids.has(id) && ids.add(id));
}

/** What a key clicks, "" for nothing: first what may be clicked after the clicks made, then what may be begun. */
export function struck(scene: Scene, choices: Choices, steps: Steps, key: string): string {
  const wanted = key.toLowerCase();
  const keyed = [...choices.buttons, ...scene.pieces]
    .filter((each) => each.hotkey?.toLowerCase() === wanted)
    .map(({ id }) => id);
  for (const clicks of [nextClicks(choices, steps), nextClicks(choices, [])]) {
    const found = keyed.find((id) => clicks.has(id));
    if (found) return found;
  }
  return "";
}

/** Whether this is a game of speed: somebody may call, race, or look at the possible calls. */
export function hurried(scene: Scene | null): boolean {
  return (
    !!scene &&
    ((scene.aid?.length ?? 0) > 0 ||
      scene.choices.some((each) => each.buttons.some((button) => button.loud) || each.nodes.some((node) => node.raced)))
  );
}

/** The scene as the board shows it where these seats' hands lie beside it. */
export function withoutHands(scene: Scene, seats: readonly number[]): Scene {
  const away = new Set(
    scene.panels
      .filter((panel) => panel.kind === "shown" || (panel.kind === "hand" && seats.includes(panel.seat)))
      .map((panel) => panel.id),
  );
  return away.size > 0 ? { ...scene, panels: scene.panels.filter((panel) => !away.has(panel.id)) } : scene;
}

/** The scene for a board that shows everybody's name at their seat: letters do not stand for them. */
export function named(scene: Scene): Scene {
  const marks = new Map(scene.standings.map(({ seat, mark }) => [seat, mark]));
  return {
    ...scene,
    pieces: scene.pieces.map((piece) =>
      /^[A-Z]$/.test(piece.mark) && marks.get(piece.seat) === piece.mark ? { ...piece, mark: "" } : piece,
    ),
  };
}

/** The scene for a board between these seats: each player's secrets lie in their own zone. */
export function withoutSecrets(scene: Scene, seats: readonly number[]): Scene {
  return { ...scene, panels: scene.panels.filter((panel) => !panel.secret || !seats.includes(panel.seat)) };
}

/** Whether one of these seats is still in the game: in games where seats have places, those who are out have none. */
export function stillIn(scene: Scene, seats: readonly number[]): boolean {
  const placed = scene.standings.some(({ place }) => place);
  return scene.standings.some(({ seat, place }) => seats.includes(seat) && (place || !placed));
}

/** The seats that are not ready, according to the scene; empty if that is everybody. */
export function awaited(scene: Scene): number[] {
  return [...new Set(scene.pieces.filter((piece) => piece.busy && piece.seat >= 0).map((piece) => piece.seat))];
}
