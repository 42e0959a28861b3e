/** §5.2, where identifiers are short: two organizations may use the same, unless the target counts for all of them together. */
import { expect, it } from "vitest";
import { emptying, resultOf } from "../skipped.test.support.ts";

const check = "scope.foreign-references";

it.each(["references-of-all", "actor-of-all"])("the leak %s is found under numbers, too", async (mutant) => {
  const { verdict, message } = await resultOf({ check, start: { mutant, variants: ["ids-numbers"] } });
  expect(verdict).toBe("fail");
  expect(message).toMatch(/expected a 4xx for (contextId|actorId) "\d+" of \d+, another organization than the key's/);
});

it("a target that refuses them passes", async () => {
  expect(await resultOf({ check, start: { variants: ["ids-numbers"] } })).toEqual({ verdict: "pass", message: "" });
});

it("nobody is blamed where each organization counts its own, also where some of them are hidden", async () => {
  const start = { variants: ["ids-numbers-apart"] };
  const hidden = (body: unknown, asked: Parameters<ReturnType<typeof emptying>>[1]) =>
    asked.isOther ? emptying(/\/(contexts|actors)$/)(body, asked) : body;
  for (const edit of [undefined, hidden])
    expect(await resultOf({ check, start, ...(edit && { edit }) })).toMatchObject({ verdict: "skip" });
});

it("the status of another's feedback is found under numbers, too", async () => {
  const start = { mutant: "status-of-all", variants: ["ids-numbers"] };
  expect(await resultOf({ check: "scope.foreign-feedback-status", start })).toMatchObject({ verdict: "fail" });
});

it("a submission for another's product is found under numbers in each direction", async () => {
  const start = { mutant: "submission-of-all-for-the-first", variants: ["ids-numbers"] };
  expect(await resultOf({ check: "scope.other-directions", start })).toMatchObject({ verdict: "fail" });
});
