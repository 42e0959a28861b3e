import fc from "fast-check";
import { expect, it } from "vitest";
import { quickAbsenceTest, tokenPattern } from "./token-forms.ts";

const token = fc.string({
  unit: fc.oneof(
    { weight: 30, arbitrary: fc.constantFrom(..."AZaz09-._~+/:;|$*^#?(){}[]") },
    fc.constantFrom(" ", "\\", "é", "&"),
  ),
  minLength: 4,
  maxLength: 24,
});

/** Ways to write a token, and texts around it that leave it whole or do not. */
const written = (text: string): fc.Arbitrary<string> =>
  fc.constantFrom(
    text,
    text.slice(1),
    text.slice(0, -1),
    encodeURIComponent(text),
    text.toUpperCase(),
    encodeURIComponent(text.toLowerCase()),
    [...text].map((character) => `%25${Buffer.from(character).toString("hex")}`).join(""),
    [...text].map((character) => `\\\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`).join(""),
    [...text].map((character, at) => (at === 0 ? character : `&#${character.charCodeAt(0)};`)).join(""),
    JSON.stringify(text),
    text.replaceAll(" ", "+"),
    Buffer.from(text).toString("hex"),
    Buffer.from(text).toString("hex").toUpperCase(),
    Buffer.from(text).toString("base64"),
    Buffer.from(text).toString("base64url"),
    Buffer.from(`x${text}yz`).toString("base64url"),
    Buffer.from(`user:${text}`).toString("base64"),
    // Both alphabets of base64 in one text.
    Buffer.from(text).toString("base64").replace("+", "-"),
  );

const around = fc.string({
  unit: fc.oneof(
    { weight: 30, arbitrary: fc.constantFrom(..."aZ0+/-_ &") },
    fc.constantFrom("%", "\\", ";", "%25", "\\u00", "&#"),
  ),
});

it("a text that is surely without a token has no form of it", () => {
  const texts = token.chain((secret) => fc.tuple(fc.constant(secret), around, written(secret), around));
  let sure = 0;
  fc.assert(
    fc.property(texts, ([secret, before, form, after]) => {
      const text = before + form + after;
      const isSure = quickAbsenceTest([secret])(text);
      if (isSure) sure += 1;
      expect(isSure && tokenPattern(secret).test(text)).toBe(false);
    }),
    { numRuns: 10_000, seed: 1 },
  );
  expect(sure).toBeGreaterThan(100);
});

it("an ordinary text is surely without a token", () => {
  expect(quickAbsenceTest(["fpk_key_abc"])('{"data":[{"id":"prd_1","name":"Bicycle 🚲"}]}')).toBe(true);
});
