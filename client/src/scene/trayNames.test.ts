import { describe, expect, it } from "vitest";
import { handNames, lettered, trayNames } from "./trayNames";

describe("the names of trays", () => {
  it("shortens a long name to what stands before its colon, then cuts it", () => {
    expect([Infinity, 16, 12, 4].map((letters) => lettered("Cards: Léa Martin", letters))).toEqual([
      "Cards: Léa Martin",
      "Cards",
      "Cards",
      "Car…",
    ]);
    expect(lettered("Cards: Léa Martin", 17)).toBe("Cards: Léa Martin");
  });

  it("says whose each of two trays is where neither has room for all of its name", () => {
    expect(trayNames(["Forecast: Mum", "Forecast: Grandma", "Dice"], [9, 9, 9])).toEqual(["Mum", "Grandma", "Dice"]);
    expect(trayNames(["Forecast: Mum", "Forecast: Grandma"], [14, 9]), "one of them has room for all").toEqual([
      "Forecast: Mum",
      "Grandma",
    ]);
    expect(trayNames(["Forecast: Mum", "Dice"], [9, 9])).toEqual(["Forecast", "Dice"]);
    expect(
      trayNames(["Cards: Merry Linden", "Cards: Ann"], [6, 6], ["You", undefined]),
      "one's own is not cut",
    ).toEqual(["You", "Ann"]);
    expect(trayNames(["Cards: Mia", "Cards: Ann"], [6, 6], ["You", undefined])).toEqual(["Mia", "Ann"]);
    const mine = ["Votre prédiction", "Prédiction : Facile", "Les dés"];
    expect(
      trayNames(mine, [11, 11, 11], ["Vous", undefined, undefined]),
      "beside one's own, another says whose it is",
    ).toEqual(["Vous", "Facile", "Les dés"]);
    expect(trayNames(mine, [20, 20, 20], ["Vous", undefined, undefined])).toEqual(mine);
    expect(trayNames(["Votre main", "Réserve : bois"], [20, 8], ["Vous", undefined])).toEqual([
      "Votre main",
      "Réserve",
    ]);
    expect(trayNames(["Dice", "Dice"], [9, undefined])).toEqual(["Dice", "Dice"]);
    expect(trayNames(["Forecast: Mum", "Forecast: Grandma"], [20, 20])).toEqual(["Forecast: Mum", "Forecast: Grandma"]);
  });

  it("says of all hands whose they are in the same way", () => {
    const names = ["Hand: Zoé", "Hand: you", "Hand: Grandma Odile", "Reserve: wood"];
    expect(
      handNames(names, ["Hand: Zoé", "Hand: you", "Grandma Odile", "Reserve: wood"], [true, true, true, false]),
    ).toEqual(["Zoé", "you", "Grandma Odile", "Reserve: wood"]);
    expect(handNames(names, names, [true, true, true, false])).toEqual(names);
    const own = ["Hand: Zoé", "Your hand", "Hand: Grandma Odile"];
    expect(
      handNames(own, ["Hand: Zoé", "Your hand", "Grandma Odile"], [true, true, true], [undefined, "You", undefined]),
    ).toEqual(["Zoé", "You", "Grandma Odile"]);
    expect(
      handNames(own, ["Hand: Zoé", "You", "Hand: Grandma Odile"], [true, true, true], [undefined, "You", undefined]),
    ).toEqual(["Zoé", "You", "Grandma Odile"]);
    expect(handNames(own, own, [true, true, true], [undefined, "You", undefined])).toEqual(own);
  });
});
