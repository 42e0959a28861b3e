/** `root-causes.ts`: a server that was restarted and has forgotten what it had. */
import { expect, it } from "vitest";
import { contract, exchangeWith } from "../../model/exchange.test.support.ts";
import type { Result } from "../../model/report.ts";
import { rootCauses } from "./root-causes.ts";

const failed = (id: string, exchanges: readonly number[]): Result => ({
  ...{ id, clause: id, section: "4", level: "stated", claim: id, verdict: "fail", message: "", exchanges },
});

/** The causes where exchange 1 is answered 404, and exchange 2 is another product than exchange 0. */
function causesWith(reason: "unreachable" | "timeout"): readonly string[] {
  const exchanges = [
    exchangeWith({ index: 0, sentAt: 0, receivedAt: 1, operation: "getProduct" }),
    exchangeWith({ index: 1, sentAt: 20, receivedAt: 21, operation: "getFeedbackStatus", status: 404 }),
    exchangeWith({ index: 2, sentAt: 22, receivedAt: 23, operation: "getProduct" }),
    exchangeWith({ index: 3, sentAt: 10, receivedAt: 11, status: 0, reason }),
  ];
  const results = [failed("feedback.status-by-id", [0, 1]), failed("resource.created-once", [0, 2])];
  const target = { credentials: [], rateLimit: null };
  return rootCauses(results, new Map(), exchanges, { contract, target }).map(({ cause }) => cause);
}

it("what a restarted server does not know any more is one cause", () => {
  expect(causesWith("unreachable")).toEqual([
    expect.stringMatching(/^since the server refused connections for a time/),
  ]);
  expect(causesWith("timeout")).toHaveLength(2);
});
