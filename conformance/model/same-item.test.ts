import { describe, expect, it } from "vitest";
import { isCommonId } from "./common-id.ts";
import { isSameItem } from "./same-item.ts";

describe("isSameItem", () => {
  const item = (fields: object) => ({ id: "1", fields: { name: "Onboarding", ...fields } });

  it("compares the descriptions of items that have no createdAt", () => {
    expect(isSameItem(item({ description: "First week" }), item({ description: "First week" }))).toBe(true);
    expect(isSameItem(item({ description: "First week" }), item({ description: "Trial" }))).toBe(false);
    expect(isSameItem(item({ description: "First week" }), item({}))).toBe(true);
  });

  it("compares createdAt where both show it, and then no description", () => {
    const dated = (description: string) => item({ description, createdAt: "2026-01-01T00:00:00Z" });
    expect(isSameItem(dated("First week"), dated("Trial"))).toBe(true);
  });
});

describe("isCommonId", () => {
  it.each(["1", "ctx_1", "lead", "1.2", "prd-1-23", "PRD:7", "1_f2", "prd_1_f2", "p1-context-12"])(
    "%s may be used twice by chance",
    (id) => {
      expect(isCommonId(id)).toBe(true);
    },
  );

  it.each([
    "prd_cb9241f7bf1d2f2fa0",
    "1699999999999",
    "1699999999-7",
    "1_f2x9",
    "7d9f2c1e-5f0a-4a57-8c33-0123456789ab",
  ])("%s may not", (id) => {
    expect(isCommonId(id)).toBe(false);
  });
});
