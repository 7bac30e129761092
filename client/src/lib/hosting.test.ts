import { expect, it, vi } from "vitest";
import { reached } from "./hosting";

it("is reached by phones where the house is open", () => {
  vi.stubGlobal("location", { origin: "http://127.0.0.1:8000" });
  const here = "http://127.0.0.1:8000/t/x#invite=abc";
  expect(reached(here, "")).toBe(here);
  expect(reached(here, "http://192.168.1.20:8000")).toBe("http://192.168.1.20:8000/t/x#invite=abc");
  expect(reached("https://games.example/t/x", "http://192.168.1.20:8000")).toBe("https://games.example/t/x");
  expect(reached(here, "http://[fd00::2]:8000")).toBe("http://[fd00::2]:8000/t/x#invite=abc");
});
