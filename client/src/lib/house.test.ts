import { describe, expect, it } from "vitest";
import { loopback } from "./house";

describe("a name of the computer itself", () => {
  it.each(["localhost", "play.localhost", "127.0.0.1", "127.1.2.3", "[::1]"])("%s", (name) => expect(loopback(name)).toBe(true));
  it.each(["192.168.1.20", "games.example", "localhost.example", "10.127.0.0.1"])("not %s", (name) => expect(loopback(name)).toBe(false));
});
