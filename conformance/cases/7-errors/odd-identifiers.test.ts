/** §7: a path parameter that the run generates, on a server that fails on letters which no other identifier has. */
import { expect, it, onTestFinished } from "vitest";
import { virtualClock } from "../../../clock.ts";
import { failWhen } from "../../../reference/changes/seams/routes.ts";
import { startReference } from "../../../reference/start.ts";
import { operationIds } from "../../../spec/contract.ts";
import { conform } from "../../index.ts";

const failingId = {
  id: "test",
  clause: "error.no-server-error",
  fault: "An id with a letter beyond the basic plane fails with 500",
  change: failWhen(operationIds, ({ params }) => /(?!\p{Emoji})[\u{10000}-\u{10ffff}]/u.test(JSON.stringify(params))),
};

async function judged(seed: number) {
  const clock = virtualClock();
  const reference = await startReference({ clock, mutant: failingId });
  onTestFinished(() => reference.close());
  const { results, exchanges } = await conform({ ...reference.target, clock, seed, only: ["error.odd-identifiers"] });
  return { result: results[0], sent: exchanges.filter(({ intent }) => intent === "unknown-id").length };
}

it("is shrunk to the letter, in a bounded number of requests, and found again by its seed", async () => {
  const { result, sent } = await judged(1);
  expect(result).toMatchObject({ verdict: "warn", actual: expect.stringContaining("500") });
  expect(result?.expected).toMatch(/^a 4xx or an empty list for "[\x21-\x7e]+[\u{10000}-\u{10ffff}]"$/u);
  expect(result?.replay).toContain("--only error.odd-identifiers --seed 1");
  // Two attempts, each of 8 other identifiers, the generated one and at most 12 smaller ones; then the smallest again.
  expect(sent).toBeLessThanOrEqual(43);
  expect((await judged(1)).result?.expected).toBe(result?.expected);
});
