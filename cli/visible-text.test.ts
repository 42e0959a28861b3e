import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { visible } from "./visible-text.ts";

describe("visible", () => {
  it("writes out what would move, colour, reverse or hide text", () => {
    expect(visible("a\n\u001b[2Jb\u009b\u202ec\u200bd\u2028\u{e0041}")).toBe(
      "a\\n\\u001b[2Jb\\u009b\\u202ec\\u200bd\\u2028\\u{e0041}",
    );
    expect(visible("lone \ud83e")).toBe("lone \\ud83e");
  });

  it("leaves readable text of any language as it is", () => {
    for (const text of ["café", "ça va", "日本語", "🦊", "שלום", "e\u0301", '{"a":"\\n"}'])
      expect(visible(text)).toBe(text);
  });

  it("does not let marks pile up over the lines above", () => {
    expect(visible(`z${"\u0301".repeat(50)}`)).toBe(`z\u0301\u0301\u0301${"\\u0301".repeat(47)}`);
  });

  it("leaves no control character and changes nothing the second time", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const shown = visible(text);
        expect(shown).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
        expect(visible(shown)).toBe(shown);
      }),
    );
  });
});
