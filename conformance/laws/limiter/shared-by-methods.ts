/** §8: the limit is per organization: all methods and endpoints share it. */
import type { SequenceLaw } from "../sequence-law.ts";
import { judgeExhaustion } from "./exhaustion.ts";
import { judgeBlocks, judgeInterleaved } from "./minimum-fall.ts";
import { remainingFalls } from "./remaining-falls.ts";
import { stepsByKeyAndEndpoint } from "./remaining-steps.ts";
import { worst, worstOfHistories } from "./worst-verdict.ts";

export const sharedByMethods: SequenceLaw = {
  id: "limit.shared-by-methods",
  clause: "limit.per-organization",
  claim: "Every method and endpoint counts against the organization's limit",
  needs: { limitExceeded: true, writes: true, submissions: true },
  silentAfter: [remainingFalls],
  judge: worstOfHistories((history) =>
    worst([
      judgeExhaustion(history, {
        name: "other methods and endpoints",
        includes: (exchange, { credential, operation }) =>
          exchange.credential === credential && (exchange.request.method !== "GET" || exchange.operation !== operation),
      }),
      ...stepsByKeyAndEndpoint(history).flatMap((steps) =>
        steps[0] === undefined || steps[0].first.request.method === "GET"
          ? []
          : judgeBlocks(history, steps, "submissions"),
      ),
      judgeInterleaved(history, {
        name: "other endpoints",
        includes: (exchange, { credential, operation }) =>
          exchange.credential === credential && exchange.operation !== operation,
      }),
    ]),
  ),
};
