import { expect, it } from "vitest";
import { Sequence } from "../../conformance/laws/sequence-law.ts";
import { steadyAnswers } from "../../conformance/laws/steady-answers.ts";
import { exchangeWith } from "../../conformance/model/exchange.test.support.ts";
import { fails, type Judged } from "../../conformance/model/verdict.ts";
import { scenarioChecks } from "../in-k6/scenario-checks.ts";
import { restatesErrors, saysOnlyErrors } from "./error-budget.ts";

const failed = (check: Judged["check"]): Judged => ({ check, verdict: fails({ expected: "a", actual: "b" }) });
const [steady, answered] = [failed(steadyAnswers), failed(scenarioChecks.answered)];

/** Reads that are answered with these statuses. */
const reads = (...statuses: readonly number[]) =>
  new Sequence(
    statuses.map((status, index) => exchangeWith({ index, sentAt: index, status })),
    null,
  );
const onlyErrors = () => reads(200, 200);
const moreThanErrors = () => reads(200, 404, 404, 200);

it("reads that are served now and then restate the 5xx that are reported, unless other statuses show it, too", () => {
  expect(restatesErrors(steady, [steady, answered], onlyErrors)).toBe(true);
  expect(restatesErrors(steady, [steady, answered], moreThanErrors)).toBe(false);
  expect(restatesErrors(steady, [steady], onlyErrors)).toBe(false);
  expect(restatesErrors(answered, [steady, answered], onlyErrors)).toBe(false);
});

it("within the budget a check is not reported that says only that errors came", () => {
  expect(saysOnlyErrors(failed(scenarioChecks.served), onlyErrors)).toBe(true);
  expect(saysOnlyErrors(answered, moreThanErrors)).toBe(true);
  expect(saysOnlyErrors(steady, onlyErrors)).toBe(true);
  expect(saysOnlyErrors(steady, moreThanErrors)).toBe(false);
  expect(saysOnlyErrors(failed(scenarioChecks.keyServed), onlyErrors)).toBe(false);
});
