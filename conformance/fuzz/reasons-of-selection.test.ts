import { expect, it } from "vitest";
import { loadContract } from "../../spec/contract.ts";
import { createLawContext, judgeLaw, judgeSequence } from "../laws/apply.ts";
import { Sequence } from "../laws/sequence-law.ts";
import { checksFor, loadChecks } from "../run/checks/registry.ts";
import { reasonsOfSelection } from "./reasons-of-selection.ts";

const contract = loadContract();
const checks = checksFor(await loadChecks(), contract);
const context = createLawContext(contract, null);
const generation = { maxExamples: 1, seed: 1, stateful: false, only: [], excluded: [] };

it("a law that nothing happened to show does not ask for what the target may have", () => {
  const reasons = checks.flatMap((check) => {
    if (check.kind === "case") return [];
    const judged =
      check.kind === "law" ? judgeLaw(check.check, [], context) : judgeSequence(check.check, new Sequence([], null));
    const { verdict } = reasonsOfSelection(generation, checks)(judged);
    return verdict.verdict === "skip" ? [verdict.reason] : [];
  });
  expect(reasons).toContain(
    "no organizations were listed before and after a creation was rejected: the requests of this run do not show it; fpk check --only organization.refused-not-created sends those that may, or says what is missing",
  );
  const asking = reasons.filter((reason) => !reason.startsWith("needs a session"));
  expect(asking.filter((reason) => /target file|: (?:add|create|give) /.test(reason))).toEqual([]);
});
