import { Buffer } from "node:buffer";
import { createHmac } from "node:crypto";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { similarTokens } from "./similar-tokens.ts";

const tokensLike = (token: string) => similarTokens(token).map(([similar]) => similar);

it("changes, extends and cuts a key at each end, and leaves its prefix", () => {
  expect(tokensLike("acme_key_Q3fzAbcdefGHIJ9")).toEqual([
    "acme_key_Q3fzAbcdefGHIJA",
    "acme_key_73fzAbcdefGHIJ9",
    "acme_key_Q3fzAbcdefGHIJ9fpk0",
    "acme_key_fpk0Q3fzAbcdefGHIJ9",
    "acme_key_Q3fzAbcdefGHIJ",
    "acme_key_3fzAbcdefGHIJ9",
    "acme_key_Q3fzAbcdefGHIJ9.fpk0",
  ]);
});

it("leaves nothing that may be another token of a target whose tokens are short", () => {
  expect(similarTokens("key-1").map(([token]) => token)).toEqual(["key-1fpk0", "fpk0key-1", "key-1.fpk0"]);
});

describe("none of them is the issued one, whatever a target ignores", () => {
  const decoders: Readonly<Record<string, (token: string) => string>> = {
    "the case": (token) => token.toLowerCase(),
    "what is not a whole byte of base64": (token) => Buffer.from(token, "base64url").toString("hex"),
  };
  const bytes = fc.uint8Array({ minLength: 20, maxLength: 33 }).map((array) => Buffer.from(array));

  it.each([
    ["the case", "base64url"],
    ["the case", "hex"],
    ["what is not a whole byte of base64", "base64url"],
    ["what is not a whole byte of base64", "base64"],
  ] as const)("%s, of %s", (ignored, encoding) => {
    fc.assert(
      fc.property(bytes, (secret) => {
        const token = secret.toString(encoding);
        const read = decoders[ignored];
        for (const similar of tokensLike(token)) expect(read?.(similar)).not.toBe(read?.(token));
      }),
      { seed: 7 },
    );
  });

  it("the low bits of a signature's last character", () => {
    const payload = Buffer.from('{"alg":"HS256"}').toString("base64url");
    for (let at = 0; at < 64; at += 1) {
      const signature = createHmac("sha256", "secret").update(String(at)).digest();
      const [changed = ""] = tokensLike(`${payload}.${payload}.${signature.toString("base64url")}`);
      expect(Buffer.from(changed.split(".")[2] ?? "", "base64url").equals(signature)).toBe(false);
    }
  });
});
