import { describe, expect, it } from "vitest";
import { emoji, isKept } from "./kept-value.ts";

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
  });
});
