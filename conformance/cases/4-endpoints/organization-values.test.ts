/** §4, endpoint 14: what the name and the slug of the run's organization are like. */
import { describe, expect, it } from "vitest";
import { replace } from "../../../reference/changes/seams/replace.ts";
import { json, resultOf } from "../skipped.test.support.ts";

interface Given {
  readonly name: string;
  readonly slug: string;
}

const kept = (change: (given: Given) => Given) => ({
  id: "test",
  clause: "organization.kept",
  fault: "A new organization is stored otherwise",
  change: replace("organizations", ({ keep }) => ({
    keep: (id, given, createdAt) => keep(id, change(given), createdAt),
  })),
});

describe("a created organization", () => {
  it.each([
    ["whose name of digits becomes a number", (given: Given) => ({ ...given, name: given.name.replace(/^0+/, "") })],
    ["whose slug is cut", (given: Given) => ({ ...given, slug: given.slug.slice(0, 20) })],
  ])("%s is found at one of two seeds", async (_, change) => {
    const found: unknown[] = [];
    for (const seed of [1, 2])
      found.push(
        await resultOf({ check: "organization.creation-kept", start: { mutant: kept(change) }, options: { seed } }),
      );
    expect(found).toContainEqual(expect.objectContaining({ verdict: "warn" }));
  });

  it.each([1, 2])("may need a short slug, and a name of letters (seed %i)", async (seed) => {
    const isTooLong = (body: string) => JSON.parse(body).slug.length > 20 || !/^[A-Za-z]/.test(JSON.parse(body).name);
    const result = await resultOf({
      check: "organization.creation-kept",
      options: { seed },
      answer: ({ method, path, body }) =>
        method === "POST" && path.endsWith("/organizations") && isTooLong(body) ? json(422) : undefined,
    });
    expect(result.verdict).toBe("pass");
  });
});
