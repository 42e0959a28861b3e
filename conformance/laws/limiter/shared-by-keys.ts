/** §8: the limit is per organization: its keys share it. */
import type { SequenceLaw } from "../sequence-law.ts";
import { judgeExhaustion } from "./exhaustion.ts";
import { judgeInterleaved } from "./minimum-fall.ts";
import { remainingFalls } from "./remaining-falls.ts";
import { worst, worstOfHistories } from "./worst-verdict.ts";

export const sharedByKeys: SequenceLaw = {
  id: "limit.shared-by-keys",
  clause: "limit.per-organization",
  claim: "Two keys of one organization share its limit",
  needs: { limitExceeded: true, credential: "second-key" },
  silentAfter: [remainingFalls],
  judge: worstOfHistories((history) =>
    worst([
      judgeExhaustion(history, {
        name: "the second key",
        includes: (exchange, { credential }) => exchange.kind === "api-key" && exchange.credential !== credential,
      }),
      judgeInterleaved(history, {
        name: "the other key",
        includes: (exchange, { credential, operation }) =>
          exchange.credential !== credential && exchange.operation === operation,
      }),
    ]),
  ),
};
