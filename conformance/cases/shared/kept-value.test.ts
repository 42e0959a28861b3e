import { describe, expect, it } from "vitest";
import { changedEntry, emoji, isKept } from "./kept-value.ts";

describe("a value that was sent", () => {
  it("is kept in another Unicode form, and without an emoji at its end", () => {
    expect(isKept("Zoë", "Zoe\u0308")).toBe(true);
    for (const shown of [`Zoë ${emoji}`, "Zoë", "Zoë ", "Zoë ?"]) expect(isKept(`Zoë ${emoji}`, shown)).toBe(true);
  });

  it("is not kept where a character of it is another, or missing", () => {
    for (const shown of ["Zo?", "Zo", "Zoe", "zoë", " Zoë", "Zoë x", 7, null, undefined])
      expect(isKept("Zoë", shown)).toBe(false);
    expect(isKept("a & <b>", "a &amp; &lt;b&gt;")).toBe(false);
    expect(isKept("𝔘 東京", "? 東京")).toBe(false);
  });

  it("is kept within an object that has more, and not where an entry is lost", () => {
    expect(isKept({ at: { text: "ë", days: ["mon"] } }, { more: 1, at: { text: "e\u0308", days: ["mon"] } })).toBe(
      true,
    );
    expect(isKept({ at: { days: ["mon"] } }, { at: { days: { 0: "mon" } } })).toBe(false);
    expect(isKept({ at: 1 }, "[object Object]")).toBe(false);
    expect(isKept({ constructor: "text" }, {})).toBe(false);
    expect(isKept({ at: {} }, { at: null })).toBe(false);
    expect(isKept([null, [0, false]], [null, [0, false]])).toBe(true);
  });

  it("is named by its place where another comes back", () => {
    const given = { list: [["a"], { id: "007" }], more: 1 };
    expect(changedEntry(given, { list: [["a"], { id: 7 }] })).toEqual({
      path: ["list", 1, "id"],
      given: "007",
      shown: 7,
    });
    expect(changedEntry({ list: [["a"]] }, { list: ["a"] })?.path).toEqual(["list", 0]);
    expect(changedEntry({ list: [1, 2] }, { list: [1] })?.path).toEqual(["list"]);
    expect(changedEntry(given, { ...given, last: 2 })).toBeUndefined();
  });
});
