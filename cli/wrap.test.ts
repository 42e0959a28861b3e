import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { columns, shorten, wrap } from "./wrap.ts";

const words = fc
  .array(fc.string({ unit: fc.constantFrom("a", "b", "é", "日", "🦊"), maxLength: 12 }))
  .map((list) => list.join(" "));

describe("wrap", () => {
  it("breaks at spaces, and inside a word only if it is longer than a line", () => {
    expect(wrap("the quick brown fox", 10)).toEqual(["the quick", "brown fox"]);
    expect(wrap("an abcdefghij", 5)).toEqual(["an ab", "cdefg", "hij"]);
    expect(wrap("", 5)).toEqual([""]);
  });

  it("counts wide characters twice and marks not at all", () => {
    expect(columns("日本e\u0301🦊")).toBe(7);
    expect(wrap("日本語", 4)).toEqual(["日本", "語"]);
  });

  it("never exceeds the width, and loses nothing but spaces", () => {
    fc.assert(
      fc.property(words, fc.integer({ min: 2, max: 20 }), (text, width) => {
        const lines = wrap(text, width);
        for (const line of lines) expect(columns(line)).toBeLessThanOrEqual(width);
        expect(lines.join("").replaceAll(" ", "")).toBe(text.replaceAll(" ", ""));
      }),
    );
  });

  it("wraps megabytes quickly", () => {
    expect(wrap("x".repeat(2_000_000), 80)).toHaveLength(25_000);
  });
});

describe("cut", () => {
  it("keeps what fits, and marks what does not", () => {
    expect(shorten("abc", 3)).toBe("abc");
    expect(shorten("abcd", 3)).toBe("ab…");
    expect(shorten("日本語", 4)).toBe("日…");
  });
});
