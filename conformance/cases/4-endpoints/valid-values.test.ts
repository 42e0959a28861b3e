import { describe, expect, it, onTestFinished } from "vitest";
import { virtualClock } from "../../../clock.ts";
import { loadMutants } from "../../../reference/changes/mutants/index.ts";
import { startReference } from "../../../reference/start.ts";
import { conform } from "../../index.ts";

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

  it("may be rejected", async () => {
    const variants = ["organization-names-are-words", "invitations-to-plain-addresses", "profile-names-are-words"];
    for (const seed of [1, 2, 3]) expect((await judged({ variants, seed })).result?.verdict).toBe("pass");
  });
});
