/** §4, rule 1: a status whose body has another feedbackId than was asked for, or none. */
import { expect, it } from "vitest";
import { editing, reportOf } from "../skipped.test.support.ts";

const checks = ["feedback.status-by-id", "feedback.no-lost-submissions"];
const resultsOn = async (feedbackId: string | undefined) => {
  const edit = editing(/\/status$/, (status: object) => ({ ...status, feedbackId }));
  const { results } = await reportOf({ options: { only: ["feedback"] }, edit });
  return new Map(results.map((result) => [result.id, result]));
};

it("a failure says which feedbackId the body has", async () => {
  const results = await resultsOn("1");
  for (const check of checks)
    expect([check, results.get(check)]).toMatchObject([
      check,
      { verdict: "fail", message: expect.stringMatching(/actual GET .+: its feedbackId is "1"$/) },
    ]);
});

it("a status without a feedbackId was read, so that it can be read again at the end", async () => {
  const results = await resultsOn(undefined);
  for (const check of [...checks, "feedback.status-still-there"])
    expect([check, results.get(check)]).toMatchObject([check, { verdict: "pass" }]);
});
