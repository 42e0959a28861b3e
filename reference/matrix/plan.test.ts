import { describe, expect, it } from "vitest";
import { loadMutants } from "../changes/mutants/index.ts";
import { loadVariants } from "../changes/variants/index.ts";
import { planOf } from "./plan.ts";

const idsOf = async (only: readonly string[], seed = 1) => (await planOf(only, seed)).subjects.map(({ id }) => id);
const isCombination = (id: string) => id.includes("+");

describe("a plan", () => {
  it("has the reference, all mutants, and each variant once, most of them combined with others that are judged alike", async () => {
    const ids = await idsOf([]);
    const [mutants, variants] = await Promise.all([loadMutants(), loadVariants()]);
    expect(ids.slice(0, mutants.length + 1)).toEqual(["reference", ...mutants.map(({ id }) => id)]);
    const legal = ids.slice(mutants.length + 1);
    expect(legal.flatMap((id) => id.split("+")).sort()).toEqual(variants.map(({ id }) => id).sort());
    expect(legal.length).toBeLessThan(variants.length / 3);
    for (const combination of legal.filter(isCombination)) {
      const combined = combination.split("+").map((id) => variants.find((variant) => variant.id === id));
      expect(new Set(combined.map((variant) => variant?.strict)).size).toBe(1);
      const groups = combined.map((variant) => variant?.group);
      expect(groups).not.toContain(undefined);
      expect(new Set(groups).size).toBe(groups.length);
    }
  });

  it("of everything, to the end, has each variant alone, too", async () => {
    const ids = (await planOf([], 1, true)).subjects.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining((await loadVariants()).map(({ id }) => id)));
    expect(ids.filter(isCombination)).toEqual((await idsOf([])).filter(isCombination));
  });

  it("combines by its seed", async () => {
    expect(await idsOf([], 7)).toEqual(await idsOf([], 7));
    expect((await idsOf([], 8)).filter(isCombination)).not.toEqual((await idsOf([], 7)).filter(isCombination));
  });

  it("takes the mutants of a check's clause, or of a clause", async () => {
    const ofClause = (await loadMutants()).filter(({ clause }) => clause === "auth.key-expiry").map(({ id }) => id);
    expect(await idsOf(["auth.expired-key"])).toEqual(["reference", ...ofClause]);
    expect(await idsOf(["auth.key-expiry"])).toEqual(["reference", ...ofClause]);
    const combination = "limiter-gcra+reset-fraction";
    expect(await idsOf(["limit-by-key", "ids-long", combination])).toEqual([
      "reference",
      "limit-by-key",
      "ids-long",
      combination,
    ]);
  });

  it("takes the mutants of what fpk check --only takes: a prefix, a section, an operation; and ids up to a star", async () => {
    const mutants = await loadMutants();
    const ofClauses = (isNamed: (clause: string) => boolean) => [
      "reference",
      ...mutants.filter(({ clause }) => isNamed(clause)).map(({ id }) => id),
    ];
    expect(await idsOf(["5.3"])).toEqual(ofClauses((clause) => clause === "auth.key-expiry"));
    expect(await idsOf(["limit"])).toEqual(await idsOf(["limit.*"]));
    expect(await idsOf(["8"])).toEqual(expect.arrayContaining(ofClauses((clause) => clause === "limit.headers")));
    expect(await idsOf(["getInstallation"])).toEqual(
      expect.arrayContaining(ofClauses((clause) => clause === "endpoint.getInstallation")),
    );
    expect(await idsOf(["getInstallation"])).not.toContain("expired-key-accepted");
    expect(await idsOf(["reset-sec*"])).toEqual(["reference", "reset-seconds-left"]);
    expect((await planOf(["5.3"], 1)).mayBeIdle({ id: "auth.expired-key", clause: "auth.key-expiry" })).toBe(true);
  });

  it("lets a check be idle only if it was asked for", async () => {
    const check = { id: "auth.expired-key", clause: "auth.key-expiry" };
    for (const [only, may] of [
      [[], true],
      [["auth.expired-key"], true],
      [["auth.key-expiry"], true],
      [["expired-key-accepted"], false],
      [["ids-long"], false],
    ] as const) {
      expect((await planOf(only, 1)).mayBeIdle(check), only.join()).toBe(may);
    }
  });

  it.each([
    ["expired-key-acepted", /called "expired-key-acepted"; did you mean expired-key-accepted/],
    ["submitFeedbck", /did you mean submitFeedback/],
    ["9.9", /"9.9"/],
    ["zzzzzz", /fpk explain lists them/],
    ["limiter-gcra+zzzzzz", /"zzzzzz"/],
    ["limiter-gcra+limiter-aligned", /one group/],
    ["limiter-gcra+limiter-gcra", /with itself/],
    ["release.status", /no mutant, no variant and no judged check/],
  ])("rejects %s", async (id, sentence) => {
    await expect(planOf([id], 1)).rejects.toThrow(sentence);
  });
});
