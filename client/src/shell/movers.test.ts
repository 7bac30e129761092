import { expect, it } from "vitest";
import { movers } from "./movers";

/** As much of an element as is asked for. */
class Fake {
  children: Fake[] = [];
  parent: Fake | null = null;
  ownerDocument = { createElementNS: () => new Fake({}) };
  constructor(readonly attributes: Record<string, string>) {}
  getAttribute = (name: string): string | null => this.attributes[name] ?? null;
  setAttribute = (name: string, value: string): void => void (this.attributes[name] = value);
  removeAttribute = (name: string): void => void delete this.attributes[name];
  append(child: Fake): void {
    child.parent = this;
    this.children.push(child);
  }
  replaceWith(other: Fake): void {
    const { parent } = this;
    if (!parent) return;
    other.parent = parent;
    parent.children = parent.children.map((each) => (each === this ? other : each));
  }
  querySelectorAll(selector: string): Fake[] {
    const name = selector.slice(1, -1);
    return this.children.flatMap((each) => [
      ...(name in each.attributes ? [each] : []),
      ...each.querySelectorAll(selector),
    ]);
  }
}

it("moves what has a place of its own from outside, so that it does not jump away, and once", () => {
  const [ostrich, pawn] = [
    new Fake({ "data-hop": "16,-22", transform: "translate(188 216)" }),
    new Fake({ "data-hop": "0,-26" }),
  ];
  const drawing = new Fake({});
  drawing.append(ostrich);
  drawing.append(pawn);
  const found = movers(drawing as unknown as ParentNode, "hop") as unknown as Fake[];
  expect(found.map(({ attributes }) => attributes)).toEqual([{ "data-hop": "16,-22" }, { "data-hop": "0,-26" }]);
  expect([found[0]!.children[0], ostrich.attributes, found[1]]).toEqual([
    ostrich,
    { transform: "translate(188 216)" },
    pawn,
  ]);
  expect(movers(drawing as unknown as ParentNode, "hop")).toEqual(found);
});
