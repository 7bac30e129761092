import { describe, expect, it } from "vitest";
import { loopback, openHouse } from "./house";

describe("a name of the computer itself", () => {
  it.each(["localhost", "play.localhost", "127.0.0.1", "127.1.2.3", "[::1]"])("%s", (name) =>
    expect(loopback(name)).toBe(true),
  );
  it.each(["192.168.1.20", "games.example", "localhost.example", "10.127.0.0.1"])("not %s", (name) =>
    expect(loopback(name)).toBe(false),
  );
});

it("is opened to the house at the port where it is", () => {
  expect(["8000", "", "8123"].map((port) => openHouse(port))).toEqual([
    "make play HOST=0.0.0.0",
    "make play HOST=0.0.0.0",
    "make play HOST=0.0.0.0 PORT=8123",
  ]);
  expect(openHouse("8123", "/home/eva/games")).toBe("make play HOST=0.0.0.0 PORT=8123 DATA=/home/eva/games");
  expect(openHouse("8000", "/home/eva/our games")).toBe(`make play HOST=0.0.0.0 DATA="'/home/eva/our games'"`);
});
