import { expect, it } from "vitest";
import { forgedTokens } from "./forged-tokens.ts";

const tokens = forgedTokens("usr_1", "org_1", "fpk_key_x").map(([token]) => token);

it("an unsigned token names the user and the organization, and has an empty signature", () => {
  const [header = "", claims = "", signature] = tokens[0]?.split(".") ?? [];
  const read = (part: string) => JSON.parse(Buffer.from(part, "base64url").toString());
  expect(read(header)).toEqual({ alg: "none", typ: "JWT" });
  expect(read(claims)).toMatchObject({ sub: "usr_1", orgId: "org_1" });
  expect(read(claims).exp * 1000).toBeGreaterThan(Date.now());
  expect(signature).toBe("");
});

it("a forged token is one word of visible ASCII, as a header takes it", () => {
  for (const token of tokens) expect(token).toMatch(/^[!-~]+$/);
});
