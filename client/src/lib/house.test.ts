import { describe, expect, it, vi } from "vitest";
import { housed, loopback, openHouse, reached } from "./house";

describe("a name of the computer itself", () => {
  it.each(["localhost", "play.localhost", "127.0.0.1", "127.1.2.3", "[::1]"])("%s", (name) =>
    expect(loopback(name)).toBe(true),
  );
  it.each(["192.168.1.20", "games.example", "localhost.example", "10.127.0.0.1"])("not %s", (name) =>
    expect(loopback(name)).toBe(false),
  );
});

it("is opened to the house at the port where it is", () => {
  expect(["8000", "", "8123"].map(openHouse)).toEqual([
    "make play HOST=0.0.0.0",
    "make play HOST=0.0.0.0",
    "make play HOST=0.0.0.0 PORT=8123",
  ]);
});

it("is reached by phones where the house is open", () => {
  vi.stubGlobal("location", { origin: "http://127.0.0.1:8000" });
  const here = "http://127.0.0.1:8000/t/x#invite=abc";
  expect(reached(here)).toBe(here);
  housed.set("http://192.168.1.20:8000");
  expect(reached(here)).toBe("http://192.168.1.20:8000/t/x#invite=abc");
  expect(reached("https://games.example/t/x")).toBe("https://games.example/t/x");
  expect(reached(here, "http://[fd00::2]:8000")).toBe("http://[fd00::2]:8000/t/x#invite=abc");
  housed.set("");
});
