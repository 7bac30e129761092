import { beforeEach, expect, it, vi } from "vitest";
import { forget, hovering } from "./hovering";

const mouse = (x: number, y: number) => ({ pointerType: "mouse", clientX: x, clientY: y });

beforeEach(forget);

it("shows what a mouse moves to, and not what is scrolled under a mouse that stands still", () => {
  const [clicked, scrolled] = [vi.fn(), vi.fn()];
  hovering(clicked).onpointermove(mouse(10, 20));
  expect(clicked).toHaveBeenCalledOnce();
  hovering(scrolled).onpointerenter(mouse(10, 20));
  hovering(scrolled).onpointermove(mouse(10, 20));
  expect(scrolled).not.toHaveBeenCalled();
  hovering(scrolled).onpointermove(mouse(10, 21));
  expect(scrolled).toHaveBeenCalledOnce();
});

it("shows at once what a finger touches", () => {
  const touched = vi.fn();
  hovering(touched).onpointerenter({ pointerType: "touch", clientX: 1, clientY: 1 });
  expect(touched).toHaveBeenCalledOnce();
});
