import { describe, expect, it, onTestFinished } from "vitest";
import { virtualClock } from "../../../clock.ts";
import { loadMutants } from "../../../reference/changes/mutants/index.ts";
import { startReference } from "../../../reference/start.ts";
import { type ConformOptions, conform } from "../../index.ts";

async function startJudging(mutantId?: string) {
  const mutants = await loadMutants();
  const clock = virtualClock();
  const reference = await startReference({ clock, mutant: mutants.find(({ id }) => id === mutantId) });
  onTestFinished(() => reference.close());
  const judge = (options: Partial<ConformOptions>) => conform({ ...reference.target, clock, seed: 1, ...options });
  return { reference, clock, judge };
}

describe("what a law failed on", () => {
  it("is sent again by the case that sent it, and by no other", async () => {
    const { judge, clock } = await startJudging("headers-forgotten-on-401");
    const failed = (await judge({})).results.find(({ id }) => id === "limit.headers-present");
    expect(failed?.replay).toMatch(/^fpk check --only limit\.headers-present --sent-by [\w.-]+ --seed 1$/);
    const [, sentBy = ""] = /--sent-by (\S+)/.exec(failed?.replay ?? "") ?? [];
    await clock.sleep(120_000);
    const again = await judge({ only: ["limit.headers-present"], sentBy: [sentBy] });
    expect(again.results).toMatchObject([{ id: "limit.headers-present", verdict: "fail", expected: failed?.expected }]);
    expect(again.requests.total).toBeLessThan(60);
  });

  it("is sent again after the writes to the same resource, which may have brought it about", async () => {
    const { judge, clock } = await startJudging("creation-rejected-after-commit");
    const only = ["organization.refused-not-created"];
    const failed = (await judge({})).results.find(({ id }) => only.includes(id));
    const sentBy = [...(failed?.replay ?? "").matchAll(/--sent-by (\S+)/g)].map(([, id = ""]) => id);
    expect(sentBy).toContain("answers.createOrganization");
    await clock.sleep(120_000);
    const again = await judge({ only, sentBy });
    expect(again.results).toMatchObject([{ verdict: "warn" }]);
  });

  it("is sent again by any case, where it was sent before all of them", async () => {
    const { judge, clock } = await startJudging("all-lists-wrapped");
    const failed = (await judge({})).results.find(({ id }) => id === "resource.lists-bare");
    const sentBy = [...(failed?.replay ?? "").matchAll(/--sent-by (\S+)/g)].map(([, id = ""]) => id);
    expect(sentBy).toEqual([expect.any(String)]);
    await clock.sleep(120_000);
    const again = await judge({ only: ["resource.lists-bare"], sentBy });
    expect(again.results).toMatchObject([{ verdict: "fail", expected: failed?.expected, actual: failed?.actual }]);
    expect(again.requests.total).toBeLessThan(30);
  });

  it("is looked for in all of a run, where the rate limit has to be crossed", async () => {
    const { judge } = await startJudging("limit-by-key");
    const failed = (await judge({})).results.find(({ id }) => id === "limit.shared-by-keys");
    expect(failed?.replay).toBe("fpk check --only limit.shared-by-keys --seed 1");
  });
});

it("a case that failed on what another case was rejected is run again after that case", async () => {
  const { judge, clock } = await startJudging("archived-problem-gone");
  const failed = (await judge({})).results.find(({ id }) => id === "scope.every-list");
  const sentBy = [...(failed?.replay ?? "").matchAll(/--sent-by (\S+)/g)].map(([, id = ""]) => id);
  expect(sentBy.at(-1)).toBe("scope.every-list");
  await clock.sleep(120_000);
  const again = await judge({ only: ["scope.every-list"], sentBy });
  expect(again.results).toMatchObject([{ verdict: "fail" }]);
});

describe("a window of which an earlier run has used a part", () => {
  const waits = /^waited \d+ s for a fresh window/;

  it("is waited for by a whole run, and by none that has room in it", async () => {
    const { judge } = await startJudging();
    await judge({ only: ["auth.key-accepted", "scope.foreign-products"] });
    const part = await judge({ only: ["scope.listed-products"] });
    expect(part.notes.filter((note) => waits.test(note))).toEqual([]);
    expect(part.seconds).toBeLessThan(5);
    const whole = await judge({});
    expect(whole.notes.filter((note) => waits.test(note))).toHaveLength(1);
    expect(whole.conclusion).toBe("conforms");
  });
});
