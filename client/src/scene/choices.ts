/**
 * Narrowing the choices of a seat, click by click. A choice is a path through a graph of clicks: every node is a click
 * (a place, a piece or a button), and a node with an action may be the last one. Nothing here knows a game.
 */

import type { Choices, Effect, Message, Node, Piece } from "../net/wire";
import { allOf } from "./listing";

/** One click made: the thing clicked, and the nodes of the graph it may stand for. */
export interface Step {
  readonly click: string;
  readonly nodes: readonly number[];
}

/** The clicks made so far, first to last. */
export type Steps = readonly Step[];

/** A path onwards: the steps to add, and the action done by stopping there (-1: more clicks are needed). */
export interface ClickPath {
  readonly steps: Steps;
  readonly action: number;
  /** The node it ends on. */
  readonly node: number;
}

/** What a click means after the clicks made so far. */
export type Tap =
  | { kind: "go"; steps: Steps; others: ClickPath[] }
  | { kind: "which"; paths: ClickPath[] }
  | { kind: "confirm" }
  | { kind: "release" }
  | { kind: "no"; click: string };

const node = (choices: Choices, index: number): Node => {
  const found = choices.nodes[index];
  if (!found) throw new RangeError(`choices have no node ${index}`);
  return found;
};

/** The choices as a screen draws them: without the buttons that nobody would press, and without clicks that lead only to those. */
export function drawn(choices: Choices): Choices {
  const left = new Set(choices.buttons.filter((button) => !button.drawn).map(({ id }) => id));
  if (left.size === 0) return choices;
  const undrawn = (index: number): boolean => left.has(node(choices, index).click);
  /** Nothing but such a button follows it: a click on it leads nowhere. */
  const ends = (index: number): boolean =>
    node(choices, index).action < 0 && node(choices, index).next.length > 0 && node(choices, index).next.every(undrawn);
  const kept = (indices: number[]): number[] => indices.filter((index) => !undrawn(index) && !ends(index));
  const nodes = choices.nodes.map((each) => (each.next.length > 0 ? { ...each, next: kept(each.next) } : each));
  return { ...choices, nodes, roots: kept(choices.roots), buttons: choices.buttons.filter(({ id }) => !left.has(id)) };
}

/** The nodes that may be clicked next: the roots if nothing has been clicked. */
export function nextNodes(choices: Choices, steps: Steps): number[] {
  const last = steps.at(-1);
  if (!last) return [...choices.roots];
  const found = new Set<number>();
  for (const index of last.nodes) for (const after of node(choices, index).next) found.add(after);
  return [...found];
}

/** The ids that may be clicked next. */
export function nextClicks(choices: Choices, steps: Steps): Set<string> {
  return new Set(nextNodes(choices, steps).map((index) => node(choices, index).click));
}

/** The pieces to mark as possible next clicks: at the beginning, and where a further click goes to a piece. Not while pieces are gathered,
which have marks of their own. */
export function offers(choices: Choices, steps: Steps, piece: string): boolean {
  const gathering = steps.at(-1)?.nodes.some((index) => node(choices, index).chosen) ?? false;
  return !gathering && nextClicks(choices, steps).has(piece);
}

/** The texts on the places that may be clicked next. */
export function nextSigns(choices: Choices, steps: Steps): Map<string, string> {
  return new Map(
    nextNodes(choices, steps).flatMap((index) =>
      node(choices, index).sign ? [[node(choices, index).click, node(choices, index).sign!]] : [],
    ),
  );
}

/** The clicks made and this one, which must be one that may be made next. */
export function next(choices: Choices, steps: Steps, click: string): Steps {
  return [
    ...steps,
    { click, nodes: nextNodes(choices, steps).filter((index) => node(choices, index).click === click) },
  ];
}

/** The nodes reachable from here, each with the shortest path to it, nearest first. */
export function reachable(choices: Choices, steps: Steps): ClickPath[] {
  const queue: { index: number; trail: number[] }[] = nextNodes(choices, steps).map((index) => ({
    index,
    trail: [index],
  }));
  const seen = new Set(queue.map((entry) => entry.index));
  const paths: ClickPath[] = [];
  for (let at = 0; at < queue.length; at++) {
    const { index, trail } = queue[at]!;
    paths.push({ steps: asSteps(choices, trail), action: node(choices, index).action, node: index });
    for (const after of node(choices, index).next) {
      if (seen.has(after)) continue;
      seen.add(after);
      queue.push({ index: after, trail: [...trail, after] });
    }
  }
  return paths;
}

function asSteps(choices: Choices, trail: readonly number[]): Steps {
  return trail.map((index) => ({ click: node(choices, index).click, nodes: [index] }));
}

/** The ids that more than one click would reach: farther destinations. */
export function fartherClicks(choices: Choices, steps: Steps): Set<string> {
  const near = nextClicks(choices, steps);
  const here = steps.at(-1)?.click;
  const far = new Set<string>();
  for (const path of reachable(choices, steps)) {
    const { click } = node(choices, path.node);
    if (path.steps.length > 1 && path.action >= 0 && click !== here && !near.has(click)) far.add(click);
  }
  return far;
}

/** How a place is reached: by a step, by a leap, or by several clicks. */
export type Landing = "step" | "leap" | "leaps";
const LANDINGS: readonly Landing[] = ["step", "leap", "leaps"];

/** The places that the piece chosen first can reach, where it moves in two ways: by a step, by a leap, or by several leaps; empty where there is one way. */
export function landings(choices: Choices, steps: Steps): Map<string, Landing> {
  if (choices.legend.length === 0 || steps.length === 0) return new Map();
  const far = [...fartherClicks(choices, steps)].map((id) => [id, "leaps"] as const);
  const near = nextNodes(choices, steps).map(
    (index) => [node(choices, index).click, node(choices, index).leaves_marker ? "leap" : "step"] as const,
  );
  return new Map([...far, ...near]);
}

/** The meanings of the marks on these places, each once. */
export function legend(choices: Choices, steps: Steps): { kind: Landing; words: Message }[] {
  const there = new Set(landings(choices, steps).values());
  return LANDINGS.flatMap((kind, i) =>
    there.has(kind) && choices.legend[i] ? [{ kind, words: choices.legend[i] }] : [],
  );
}

/** The shortest path to each different action among the reachable nodes that are this click. */
export function pathsTo(choices: Choices, steps: Steps, click: string): ClickPath[] {
  const paths = reachable(choices, steps).filter((path) => node(choices, path.node).click === click);
  const accepting = paths.filter((path) => path.action >= 0);
  return firstOfEach(accepting.length > 0 ? accepting : paths.slice(0, 1));
}

function firstOfEach(paths: readonly ClickPath[]): ClickPath[] {
  const seen = new Set<number>();
  return paths.filter((path) => !seen.has(path.action) && seen.add(path.action));
}

/** Every action reachable from here, by its shortest path; the action of stopping here is not among them. */
export function allPaths(choices: Choices, steps: Steps): ClickPath[] {
  return firstOfEach(reachable(choices, steps).filter((path) => path.action >= 0));
}

/** The actions that stopping here would do (more than one only where the graph leaves it open). */
export function accepting(choices: Choices, steps: Steps): ClickPath[] {
  const last = steps.at(-1);
  if (!last) return [];
  const paths = last.nodes.map((index) => ({ steps: [] as Steps, action: node(choices, index).action, node: index }));
  return firstOfEach(paths.filter((path) => path.action >= 0));
}

/** Whether no further click is possible. */
export function finished(choices: Choices, steps: Steps): boolean {
  return steps.length > 0 && nextNodes(choices, steps).length === 0;
}

/**
 * What clicking one of `ids` means (several where pieces lie on a place: the topmost first, the place last). In this order:
 * the next click, one thing less in the gathered set, the same thing again, a farther destination, another beginning, letting go, or nothing legal.
 */
export function tap(choices: Choices, steps: Steps, ids: readonly string[]): Tap {
  const near = nextNodes(choices, steps);
  const last = steps.at(-1);
  for (const id of ids) {
    const nodes = near.filter((index) => node(choices, index).click === id);
    if (nodes.length === 0) continue;
    const added: Steps = [...steps, { click: id, nodes }];
    const chosen = new Set(nodes.map((index) => node(choices, index).action));
    const others =
      steps.length === 0 || gathers(choices, steps)
        ? []
        : pathsTo(choices, steps, id).filter((path) => path.action >= 0 && !chosen.has(path.action));
    return { kind: "go", steps: added, others: others.map((path) => ({ ...path, steps: [...steps, ...path.steps] })) };
  }
  const without = ids.map((id) => givenUp(choices, steps, id)).find((each) => each !== null);
  if (without) return without.length > 0 ? { kind: "go", steps: without, others: [] } : { kind: "release" };
  if (last && ids.includes(last.click) && accepting(choices, steps).length > 0) return { kind: "confirm" };
  if (last) {
    for (const id of ids) {
      const paths = pathsTo(choices, steps, id);
      if (paths.length === 0) continue;
      const whole = paths.map((path) => ({ ...path, steps: [...steps, ...path.steps] }));
      return whole.length === 1 ? { kind: "go", steps: whole[0]!.steps, others: [] } : { kind: "which", paths: whole };
    }
    for (const id of ids) {
      if (steps[0]?.click === id) return { kind: "release" };
      const nodes = choices.roots.filter((index) => node(choices, index).click === id);
      if (nodes.length > 0) return { kind: "go", steps: [{ click: id, nodes }], others: [] };
    }
  }
  return { kind: "no", click: ids[0] ?? "" };
}

/** The clicks without the one that added this to the gathered set, if no click of its own removes it; null if there is none, or the other
clicks lead nowhere without it. */
function givenUp(choices: Choices, steps: Steps, id: string): Steps | null {
  const had = gathered(choices, steps);
  if (!had.includes(id)) return null;
  let made: Steps = [];
  for (const click of had.filter((each) => each !== id)) {
    const nodes = nextNodes(choices, made).filter((index) => node(choices, index).click === click);
    if (nodes.length === 0) return null;
    made = [...made, { click, nodes }];
  }
  return made;
}

/** Whether the clicks made gather a set: each adds something or drops it, so no click stands for another. */
export function gathers(choices: Choices, steps: Steps): boolean {
  return steps.at(-1)?.nodes.some((index) => node(choices, index).chosen) ?? false;
}

/** The things that may join the set being gathered, as far as they lead on; nothing if there is no set. */
export function takeable(choices: Choices, steps: Steps): string[] {
  const had = new Set(gathered(choices, steps));
  const nodes = nextNodes(choices, steps).map((index) => node(choices, index));
  return [
    ...new Set(
      nodes.filter(({ chosen, click }) => chosen?.includes(click) && !had.has(click)).map(({ click }) => click),
    ),
  ];
}

/** The things that the clicks made have gathered; nothing if they gather no set. */
export function gathered(choices: Choices, steps: Steps): readonly string[] {
  return (
    steps
      .at(-1)
      ?.nodes.map((index) => node(choices, index).chosen)
      .find((ids) => ids) ?? []
  );
}

/** The one action that the gathered set leads to; null if there are still several, or no set. */
export function onlyAction(choices: Choices, steps: Steps): ClickPath | null {
  if (takeable(choices, steps).length === 0) return null;
  const paths = allPaths(choices, steps);
  return paths.length === 1 ? paths[0]! : null;
}

/** Whether one of the clicks made binds the player to the first of them. */
export function binding(choices: Choices, steps: Steps): boolean {
  return steps.some((step) => step.nodes.some((index) => node(choices, index).binds));
}

/** The other first click that a tap on these would switch to, dropping more than a first click; "" if it would not. */
export function changes(choices: Choices, steps: Steps, ids: readonly string[]): string {
  if (steps.length < 2 || laying(choices, steps)) return "";
  const done = tap(choices, steps, ids);
  const first = done.kind === "go" && done.steps.length === 1 ? done.steps[0]!.click : "";
  return first === steps[0]!.click ? "" : first;
}

/** What places do to the piece in hand, after the clicks made. */
export function effectsOf(choices: Choices, steps: Steps): readonly Effect[] {
  const index = steps.at(-1)?.nodes.find((each) => (node(choices, each).effects ?? -1) >= 0);
  return index === undefined ? [] : (choices.effects?.[node(choices, index).effects!] ?? []);
}

/** The clicks made, without the last one. */
export function back(steps: Steps): Steps {
  return steps.slice(0, -1);
}

/** The words of a node's action; `label` names a thing by its id. */
export function wording(
  choices: Choices,
  steps: Steps,
  index: number,
  label: (id: string) => Message | string,
): Message {
  const { key, extra, click, chosen } = node(choices, index);
  const first = steps[0]?.click ?? click;
  const last = steps.at(-1)?.click ?? click;
  const before = steps.at(-2)?.click ?? first;
  const told = steps.reduce<Node["extra"]>(
    (all, step) => ({ ...all, ...(step.nodes[0] === undefined ? {} : node(choices, step.nodes[0]).extra) }),
    {},
  );
  return {
    key: choices.keys[key] ?? "",
    args: {
      first: label(first),
      before: label(before),
      last: label(last),
      ...allOf(choices, chosen),
      ...told,
      ...extra,
    },
  };
}

/** What is expected after the clicks made, if the choices have words of their own for it. */
export function hinting(choices: Choices, steps: Steps, label: (id: string) => Message | string): Message | null {
  const last = steps.at(-1);
  const index = last?.nodes.find((each) => (node(choices, each).hint ?? -1) >= 0);
  if (!last || index === undefined) return null;
  const { key, args } = wording(choices, steps, index, label);
  return { key: choices.keys[node(choices, index).hint!] ?? key, ...(args ? { args } : {}) };
}

/** The places that the piece clicked first visits, click by click, including those it only passes. */
export function trail(choices: Choices, steps: Steps): string[] {
  return steps.slice(1).flatMap((step) => [...(node(choices, step.nodes[0]!).path ?? []), step.click]);
}

/** The places that the move would visit if `click` came next, or after as few clicks as possible; none if it cannot be clicked. */
export function foreseen(choices: Choices, steps: Steps, click: string): string[] {
  if (nextClicks(choices, steps).has(click)) return trail(choices, next(choices, steps, click));
  const path =
    steps.length > 0 && click !== steps.at(-1)!.click
      ? pathsTo(choices, steps, click).find(({ action }) => action >= 0)
      : undefined;
  return path ? trail(choices, [...steps, ...path.steps]) : [];
}

/** Whether one of these places, or something on one, can be chosen. */
export function touches(choices: Choices, pieces: readonly Piece[], places: ReadonlySet<string>): boolean {
  const at = new Map(pieces.map(({ id, place }) => [id, place]));
  return choices.nodes.some(({ click }) => places.has(at.get(click) ?? click));
}

/** The same clicks in newer choices; none if one of them is no longer possible. */
export function replay(choices: Choices, steps: Steps): Steps {
  let made: Steps = [];
  for (const { click } of steps) {
    const nodes = nextNodes(choices, made).filter((index) => node(choices, index).click === click);
    if (nodes.length === 0) return [];
    made = [...made, { click, nodes }];
  }
  return made;
}

/** Choices cut to their first clicks, with the continuations of one of them filled in: `found` begins with `click`. */
export function fill(cut: Choices, click: string, found: Choices): Choices {
  const others = cut.roots.map((index) => node(cut, index)).filter((root) => root.click !== click);
  const nodes = [...found.nodes, ...others.map((root) => ({ ...root, next: [] }))];
  const roots = [...found.roots, ...others.map((_, i) => found.nodes.length + i)];
  return {
    ...cut,
    keys: found.keys,
    nodes,
    roots,
    overlays: found.overlays ?? [],
    previews: found.previews ?? [],
    effects: found.effects ?? [],
  };
}

// -- overlays -----------------------------------------------------------------------------------------------------------

/** A pattern laid over the board: it was laid by the step of number `at`, the node `node`; it may be turned to `turns`. */
export interface Laying {
  readonly at: number;
  readonly node: number;
  readonly turns: readonly number[];
}

const overlaid = (choices: Choices, index: number): boolean => (node(choices, index).overlay ?? -1) >= 0;

/** The pattern that the clicks made lay over the board, null where they lay none. */
export function laying(choices: Choices, steps: Steps): Laying | null {
  if (!steps.every(({ click, nodes }) => nodes.every((index) => choices.nodes[index]?.click === click))) return null;
  for (let at = steps.length - 1; at >= 0; at--) {
    const index = steps[at]!.nodes.find((each) => overlaid(choices, each));
    if (index === undefined) continue;
    return { at, node: index, turns: nextNodes(choices, steps.slice(0, at)).filter((each) => overlaid(choices, each)) };
  }
  return null;
}

/** Whether the last click was on a button of the game, which lays no pattern over the board. */
export function endsOnButton(choices: Choices | null, steps: Steps): boolean {
  const last = steps.at(-1);
  if (
    !choices ||
    !last ||
    last.nodes.some((index) => choices.nodes[index]?.click === last.click && overlaid(choices, index))
  )
    return false;
  return choices.buttons.some(({ id }) => id === last.click);
}

/** While pieces are set up: a place that was tapped directly, with the piece that goes there, which is shown there until the player confirms. */
export function carried(choices: Choices, steps: Steps): Steps {
  const [only, second] = steps;
  if (!only || second || !choices.setup) return steps;
  for (const root of choices.roots) {
    const place = node(choices, root).next.find((after) => only.nodes.includes(after));
    if (place !== undefined)
      return [
        { click: node(choices, root).click, nodes: [root] },
        { click: only.click, nodes: [place] },
      ];
  }
  return steps;
}

/** The clicks with the pattern laid that follows them, in its first position; the same where none does. */
export function laid(choices: Choices, steps: Steps): Steps {
  if (steps.length === 0 || laying(choices, steps)) return steps;
  const first = nextNodes(choices, steps).find((index) => overlaid(choices, index));
  return first === undefined ? steps : [...steps, { click: node(choices, first).click, nodes: [first] }];
}

/** The pattern in its position after (`by` 1) or before (`by` -1) this one; it stays on its place where it may lie there. */
export function turned(choices: Choices, steps: Steps, by: number): Steps {
  const now = laying(choices, steps);
  if (!now) return steps;
  const count = now.turns.length;
  return turnedTo(choices, steps, now.turns[(now.turns.indexOf(now.node) + by + count) % count]!);
}

/** The pattern in the position of this node; it stays on its place where it may lie there. */
export function turnedTo(choices: Choices, steps: Steps, index: number): Steps {
  const now = laying(choices, steps);
  if (!now) return steps;
  const made: Steps = [...steps.slice(0, now.at), { click: node(choices, index).click, nodes: [index] }];
  const place = steps[now.at + 1];
  const nodes = place ? node(choices, index).next.filter((each) => node(choices, each).click === place.click) : [];
  return place && nodes.length > 0 ? [...made, { click: place.click, nodes }] : made;
}

/** The clicks up to the pattern's rotation, without its place. */
export function lifted(choices: Choices, steps: Steps): Steps {
  const now = laying(choices, steps);
  return now ? steps.slice(0, now.at + 1) : steps;
}

/** The first rotation, from this one on, in which the pattern fits anywhere on `places`; -1 if there is none. */
export function findable(choices: Choices, steps: Steps, places: ReadonlySet<string>): number {
  const now = laying(choices, steps);
  if (!now) return -1;
  const from = now.turns.indexOf(now.node);
  const order = [...now.turns.slice(from), ...now.turns.slice(0, from)];
  return order.find((index) => node(choices, index).next.some((each) => places.has(node(choices, each).click))) ?? -1;
}
