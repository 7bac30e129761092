import { describe, expect, it } from "vitest";
import { fault } from "./fieldErrors";

const text = (value: string, inputMode = "") => ({
  type: "text",
  inputMode,
  min: "",
  max: "",
  value,
  validity: { valid: true } as ValidityState,
});
const number = (valid: boolean, min = "", max = "") => ({
  type: "number",
  inputMode: "",
  min,
  max,
  value: "9",
  validity: { valid } as ValidityState,
});

describe("what is wrong with a field", () => {
  it("asks for a name where there is none, blanks included", () => {
    expect(fault(text(""))).toEqual({ key: "ui.name.missing" });
    expect(fault(text("  "))).toEqual({ key: "ui.name.missing" });
    expect(fault(text("Ada"))).toBeNull();
  });

  it("asks for an address where an address is missing", () => {
    expect(fault(text("", "email"))).toEqual({ key: "ui.mail.missing" });
    expect(fault(text("ada@example.org", "email"))).toBeNull();
  });

  it("says between which numbers one is wanted", () => {
    expect(fault(number(false, "1", "4"))).toEqual({ key: "ui.number.between", args: { low: "1", high: "4" } });
    expect(fault(number(false))).toEqual({ key: "ui.number.missing" });
    expect(fault(number(true, "1", "4"))).toBeNull();
  });
});
