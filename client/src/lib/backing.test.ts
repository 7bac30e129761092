import { expect, test } from "vitest";
import { Backing } from "./backing";

/** A browser with a page, and the page before it. */
function browser() {
  const steps: unknown[] = ["before", null];
  const addresses = ["/", "/t/T"];
  const heard: (() => void)[] = [];
  const later: (() => void)[] = [];
  const history = {
    get state() {
      return steps.at(-1);
    },
    pushState: (state: unknown) => (steps.push(state), void addresses.push(addresses.at(-1)!)),
    replaceState: (state: unknown, _: string, address = addresses.at(-1)!) => {
      [steps[steps.length - 1], addresses[steps.length - 1]] = [state, address];
    },
    back: () => void later.push(goBack),
  };
  function goBack(): void {
    steps.pop();
    addresses.pop();
    heard.forEach((each) => each());
  }
  const settle = (): void => {
    while (later.length > 0) later.shift()!();
  };
  const backing = new Backing({
    history,
    location: {
      get href() {
        return addresses.at(-1)!;
      },
    },
    addEventListener: (_, each) => heard.push(each),
    setTimeout: (run) => later.push(run),
    scrollX: 0,
    scrollY: 0,
    scrollTo: () => undefined,
  });
  const said: string[] = [];
  /** Something that opens, and is told to close. */
  function opens(name: string): () => void {
    const end = backing.opened(() => (said.push(name), end()));
    return end;
  }
  return { steps, addresses, history, said, opens, settle, back: () => (goBack(), settle()) };
}

test("going back closes what was opened last, one thing at a time, and then leaves the page", () => {
  const page = browser();
  page.opens("drawer");
  page.opens("rules");
  expect(page.steps.length).toBe(3);
  page.back();
  expect(page.said).toEqual(["rules"]);
  page.back();
  expect([page.said, page.steps]).toEqual([
    ["rules", "drawer"],
    ["before", null],
  ]);
  page.back();
  expect(page.steps).toEqual(["before"]);
});

test("what is closed otherwise leaves no step behind, and what takes its place has one", () => {
  const page = browser();
  page.opens("rules")();
  page.settle();
  expect(page.steps).toEqual(["before", null]);
  page.opens("menu")();
  page.opens("settings");
  page.settle();
  expect([page.steps.length, page.said]).toEqual([3, []]);
  page.back();
  expect([page.said, page.steps]).toEqual([["settings"], ["before", null]]);
});

test("an address that what was open has changed stays when it is closed", () => {
  const page = browser();
  const close = page.opens("views");
  page.history.replaceState(page.steps.at(-1), "", "/t/T?view=hand");
  close();
  page.settle();
  expect([page.steps, page.addresses]).toEqual([
    ["before", null],
    ["/", "/t/T?view=hand"],
  ]);
});

test("what opens while the step of another goes keeps one", () => {
  const page = browser();
  page.opens("rules")();
  const [leave] = [page.settle];
  page.opens("sheet");
  leave();
  expect([page.said, page.steps.length]).toEqual([[], 3]);
  page.back();
  expect(page.said).toEqual(["sheet"]);
});
