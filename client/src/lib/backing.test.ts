import { expect, test } from "vitest";
import { Backing } from "./backing";

/** A browser with a page, and the page before it. */
function browser() {
  const steps: unknown[] = ["before", null];
  const heard: (() => void)[] = [];
  const later: (() => void)[] = [];
  const history = {
    get state() {
      return steps.at(-1);
    },
    pushState: (state: unknown) => void steps.push(state),
    replaceState: (state: unknown) => void (steps[steps.length - 1] = state),
    back: () => void later.push(goBack),
  };
  function goBack(): void {
    steps.pop();
    heard.forEach((each) => each());
  }
  const settle = (): void => {
    while (later.length > 0) later.shift()!();
  };
  const backing = new Backing({ history, addEventListener: (_, each) => heard.push(each), setTimeout: (run) => later.push(run), scrollX: 0, scrollY: 0, scrollTo: () => undefined });
  const said: string[] = [];
  /** Something that opens, and is told to close. */
  function opens(name: string): () => void {
    const end = backing.opened(() => (said.push(name), end()));
    return end;
  }
  return { steps, said, opens, settle, back: () => (goBack(), settle()) };
}

test("going back closes what was opened last, one thing at a time, and then leaves the page", () => {
  const page = browser();
  page.opens("drawer");
  page.opens("rules");
  expect(page.steps.length).toBe(3);
  page.back();
  expect(page.said).toEqual(["rules"]);
  page.back();
  expect([page.said, page.steps]).toEqual([["rules", "drawer"], ["before", null]]);
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
