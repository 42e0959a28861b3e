import { expect, it } from "vitest";
import { rateLimit } from "../../laws/limiter/read.test.support.ts";
import { contract, exchangeWith } from "../../model/exchange.test.support.ts";
import type { Result } from "../../model/report.ts";
import { rootCauses } from "./root-causes.ts";

const failed = (id: string, clause: string, level: "stated" | "implied", exchanges: readonly number[]) => {
  const verdict = level === "stated" ? "fail" : "warn";
  return { id, clause, section: "4", level, claim: id, verdict, message: "", exchanges } as Result;
};

interface Case {
  /** The statuses that are read before the one that is not found. */
  readonly reads?: readonly number[];
  /** The organization of all submissions but the first, and whether it is shown the status. */
  readonly others?: string;
  readonly isShown?: boolean;
}

/** The causes where submissions got these feedbackIds, and the first organization does not find the status of the first. */
function causesWith(ids: readonly string[], { reads = [], others = "org_2", isShown = true }: Case = {}) {
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
  const shownToOthers = exchangeWith({
    index: ids.length + reads.length + 1,
    operation: "getFeedbackStatus",
    status: isShown ? 200 : 404,
    organization: others,
    sentAt: 5000,
    receivedAt: 5001,
  });
  const results = [
    failed("load.none-lost", "feedback.identifier", "stated", [0, ids.length + reads.length]),
    failed("feedback.unique-ids", "feedback.unique", "implied", [1, 2]),
  ];
  const target = { credentials: [], rateLimit };
  return rootCauses(
    results,
    new Map(),
    [...accepted, shown, missing, shownToOthers].flatMap((each) => each ?? []),
    { contract, target },
  ).map(({ cause }) => cause);
}

it("a status that is not found is a consequence of its feedbackId, where another organization is shown what replaced it", () => {
  expect(causesWith(["fb_1", "fb_2", "fb_2", "fb_1"])).toEqual([
    expect.stringContaining("feedback.unique-ids"),
    expect.stringMatching(/^404 .*; probably a consequence of feedback\.unique-ids$/),
  ]);
  expect(causesWith(["fb_1", "fb_2", "fb_2"])[0]).toMatch(/^404 [^;]*(; expected.*)?$/);
});

it.each<[string, readonly string[], Case]>([
  ["within one organization, which would be shown the entry in its place", ["fb_1", "fb_1"], { others: "org_1" }],
  ["where nobody is shown the status: then it was lost", ["fb_1", "fb_1"], { isShown: false }],
  ["where it was shown after the others had got theirs", ["fb_1", "fb_2", "fb_2", "fb_1"], { reads: [200] }],
])("it is not %s", (_, ids, given) => {
  expect(causesWith(ids, given).join("\n")).not.toContain("consequence");
});
