import { expect, it } from "vitest";
import { rateLimit } from "../../laws/limiter/read.test.support.ts";
import { contract, exchangeWith } from "../../model/exchange.test.support.ts";
import type { Result } from "../../model/report.ts";
import { rootCauses } from "./root-causes.ts";

const failed = (id: string, clause: string, level: "stated" | "implied", exchanges: readonly number[]) => {
  const verdict = level === "stated" ? "fail" : "warn";
  return { id, clause, section: "4", level, claim: id, verdict, message: "", exchanges } as Result;
};

/** The causes where the submissions of two organizations got these feedbackIds, and the status of the first is not found. */
const causesWith = (...ids: readonly [string, ...string[]]) => causesAfter(ids, []);

/** `reads`: the statuses that are read before that; `others`: the organization of all submissions but the first. */
function causesAfter(ids: readonly string[], reads: readonly number[], others = "org_2") {
  const accepted = ids.map((feedbackId, index) =>
    exchangeWith({
      index,
      operation: "submitFeedback",
      status: 202,
      json: { feedbackId },
      organization: index === 0 ? "org_1" : others,
    }),
  );
  const [shown, missing] = [...reads, 404].map((status, at) =>
    exchangeWith({
      index: ids.length + at,
      operation: "getFeedbackStatus",
      status,
      organization: "org_1",
      sentAt: 1000 * (at + 1),
      receivedAt: 1000 * (at + 1) + 1,
    }),
  );
  const results = [
    failed("load.none-lost", "feedback.identifier", "stated", [0, ids.length + reads.length]),
    failed("feedback.unique-ids", "feedback.unique", "implied", [1, 2]),
  ];
  const target = { credentials: [], rateLimit };
  return rootCauses(
    results,
    new Map(),
    [...accepted, shown, missing].flatMap((each) => each ?? []),
    { contract, target },
  ).map(({ cause }) => cause);
}

it("a status that is not found is a consequence of its feedbackId, where another submission got that, too", () => {
  expect(causesWith("fb_1", "fb_2", "fb_2", "fb_1")).toEqual([
    expect.stringContaining("feedback.unique-ids"),
    expect.stringMatching(/^404 .*; probably a consequence of feedback\.unique-ids$/),
  ]);
  expect(causesWith("fb_1", "fb_2", "fb_2")[0]).toMatch(/^404 [^;]*(; expected.*)?$/);
});

it("it is not within one organization, which would be shown the entry that replaced the other", () => {
  expect(causesAfter(["fb_1", "fb_1"], [], "org_1").join("\n")).not.toContain("consequence");
});

it("it is not where the status was shown after the others had got theirs", () => {
  expect(causesAfter(["fb_1", "fb_2", "fb_2", "fb_1"], [200]).join("\n")).not.toContain("consequence");
});
