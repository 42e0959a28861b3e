import { describe, expect, it, onTestFinished } from "vitest";
import { virtualClock } from "../../../clock.ts";
import { loadMutants } from "../../../reference/changes/mutants/index.ts";
import { startReference } from "../../../reference/start.ts";
import { conform } from "../../index.ts";
import { json, resultOf } from "../skipped.test.support.ts";

const mutants = await loadMutants();
const only = ["body.valid-values"];

async function judged({ mutant, variants = [], seed = 42 }: { mutant?: string; variants?: string[]; seed?: number }) {
  const clock = virtualClock();
  const reference = await startReference({ clock, variants, mutant: mutants.find(({ id }) => id === mutant) });
  onTestFinished(() => reference.close());
  const { results, exchanges } = await conform({ ...reference.target, clock, seed, only });
  const [result] = results;
  const sent = (operation: string) => exchanges.filter((exchange) => exchange.operation === operation);
  return { result, sent };
}

describe("generated values", () => {
  it.each([
    ["long-name-500", "updateMe", /^no 5xx for \{"firstName":"","lastName":"/],
    ["address-symbols-500", "inviteMember", /^no 5xx for \{"email":"\w+\.[^@]{1,4}@long.*"\}$/],
  ] as const)("of %s are shrunk, in a bounded number of requests", async (mutant, operation, expected) => {
    const { result, sent } = await judged({ mutant });
    expect(result).toMatchObject({ verdict: "warn", level: "implied", expected: expect.stringMatching(expected) });
    expect(result?.replay).toContain("--only body.valid-values --seed 42");
    // Two attempts of at most 13, and what was accepted before.
    expect(sent(operation).length).toBeLessThanOrEqual(30);
    const again = await judged({ mutant });
    expect(again.result?.expected).toBe(result?.expected);
  });

  it("create one organization at most besides the run's, where a slug may be taken twice", async () => {
    const { result, sent } = await judged({ variants: ["slugs-numbered"] });
    expect(result?.verdict).toBe("pass");
    const created = sent("createOrganization").filter(({ response }) => response?.status === 201);
    expect(created).toHaveLength(2);
    expect(sent("inviteMember")).toHaveLength(3);
  });

  it("that follow a slug which the run has taken are said to, before a long name", async () => {
    const taken = new Set<string>();
    const { message } = await resultOf({
      check: "body.valid-values",
      answer({ method, path, body }) {
        if (method !== "POST" || !path.endsWith("/organizations")) return undefined;
        const { slug } = JSON.parse(body);
        const isTaken = taken.has(slug);
        taken.add(slug);
        return isTaken ? json(500) : undefined;
      },
      options: { seed: 41 },
    });
    expect(message).toMatch(
      /expected no 5xx \(an organization of this run has the slug (fpk-\S+) already: a conflict is a 4xx\) for \{"slug":"\1","name":"/,
    );
  });

  it("may be rejected", async () => {
    const variants = ["organization-names-are-words", "invitations-to-plain-addresses", "profile-names-are-words"];
    for (const seed of [1, 2, 3]) expect((await judged({ variants, seed })).result?.verdict).toBe("pass");
  });
});
