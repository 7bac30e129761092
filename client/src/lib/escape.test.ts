import { expect, test, vi } from "vitest";
import { escapes } from "./escape";

const press = (target: EventTarget, key = "Escape"): Event => {
  const event = Object.assign(new Event("keydown", { cancelable: true }), { key });
  target.dispatchEvent(event);
  return event;
};

test("Escape closes what was opened last, one thing at a time", () => {
  const target = new EventTarget();
  const opened = escapes(target);
  const said: string[] = [];
  const endDrawer = opened(() => (said.push("drawer"), endDrawer()));
  const endSheet = opened(() => (said.push("sheet"), endSheet()));
  press(target, "Enter");
  expect(said).toEqual([]);
  press(target);
  expect(said).toEqual(["sheet"]);
  press(target);
  expect(said).toEqual(["sheet", "drawer"]);
});

test("what lies beneath hears nothing of a key that closed something", () => {
  const target = new EventTarget();
  const end = escapes(target)(() => end());
  const beneath = vi.fn();
  target.addEventListener("keydown", beneath);
  expect(press(target).defaultPrevented).toBe(true);
  expect(beneath).not.toHaveBeenCalled();
  expect(press(target).defaultPrevented).toBe(false);
  expect(beneath).toHaveBeenCalledOnce();
});

test("what was closed otherwise is not closed again", () => {
  const target = new EventTarget();
  const opened = escapes(target);
  const close = vi.fn();
  const end = opened(close);
  press(target);
  expect(close).toHaveBeenCalledOnce();
  end();
  end();
  press(target);
  expect(close).toHaveBeenCalledOnce();
});
