import { expect, it } from "vitest";
import { USUAL } from "../net/wire.generated";
import type { Choices } from "../net/wire";
import { allOf, listing } from "./listing";

const word = (key: string) => ({ key, args: { n: 1 } });

it("says those alike once, with their number, and the last after its own word", () => {
  const [red, green] = [
    { key: "red", args: { n: 2 } },
    { key: "green", args: { n: 1 } },
  ];
  expect(listing([])).toBe("");
  expect(listing([word("red"), word("red")])).toEqual(red);
  expect(listing([word("red"), word("green"), word("red")])).toEqual({
    key: "ui.list.last",
    args: { first: red, then: green },
  });
  expect(listing([word("a"), word("b"), word("c")])).toEqual({
    key: "ui.list.last",
    args: { first: { key: "ui.list.more", args: { first: word("a"), then: word("b") } }, then: word("c") },
  });
});

it("lists what is gathered where it has words", () => {
  const choices = {
    ...USUAL.Choices,
    seat: 0,
    nodes: [],
    roots: [],
    keys: [],
    listed: { "die.1": word("red"), "die.2": word("red") },
  } as Choices;
  expect(allOf(choices, ["die.1", "die.2"])).toEqual({ all: { key: "red", args: { n: 2 } } });
  expect(allOf(choices, ["x"])).toEqual({});
  expect(allOf(choices, null)).toEqual({});
});
