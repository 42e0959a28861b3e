/**
 * §8: the limit is per organization: its keys, methods, endpoints and sessions share it. Each law takes one class of
 * requests and asks: are they answered 429 while a key is (`exhaustion.ts`), and does `X-RateLimit-Remaining` fall for
 * them (`minimum-fall.ts`)?
 */
import type { SequenceLaw } from "../sequence-law.ts";
import { answered429 } from "./answered-429.ts";
import { judgeExhaustion, type RequestClass } from "./exhaustion.ts";
import { judgeBlocks, judgeInterleaved } from "./minimum-fall.ts";
import { notEarly, wholeLimitServed } from "./not-early.ts";
import { recovers } from "./recovers.ts";
import { refusedWhenExceeded } from "./refused-when-exceeded.ts";
import { remainingFalls } from "./remaining-falls.ts";
import { stepsByKeyAndPath, stepsOfSeveralPaths } from "./remaining-steps.ts";
import { separatelyCountedEndpoints } from "./separately-counted-endpoints.ts";
import { isGet, isServed } from "./single-exchange.ts";
import { uncountedEndpoint } from "./uncounted-endpoints.ts";
import { judgeSessionsInARow } from "./uncounted-sessions.ts";
import { worst, worstOfHistories } from "./worst-verdict.ts";

export const sharedByKeys: SequenceLaw = {
  id: "limit.shared-by-keys",
  clause: "limit.per-organization",
  claim: "Two keys of one organization share its limit",
  fault: "each key has a limit of its own",
  needs: { limitExceeded: true, credential: "second-key" },
  explainedBy: [remainingFalls],
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

/** A request of the same key to another endpoint, or to another spelling that is answered as the endpoint would. */
const isOfOtherEndpoint: RequestClass["includes"] = (exchange, { credential, operation }) =>
  exchange.credential === credential && exchange.operation !== operation && (isServed(exchange) || !exchange.isSuccess);

export const sharedByMethods: SequenceLaw = {
  id: "limit.shared-by-methods",
  clause: "limit.per-organization",
  claim: "Every method and endpoint counts against the organization's limit",
  fault: "some methods or endpoints, or requests in some form, have limits of their own, or none",
  needs: { limitExceeded: true, writes: true, submissions: true },
  explainedBy: [remainingFalls],
  judge: (sequence) =>
    worst([
      judgeSharedByMethods(sequence),
      uncountedEndpoint(sequence.histories, "methods"),
      separatelyCountedEndpoints(sequence.histories, "methods"),
    ]),
};

const judgeSharedByMethods = worstOfHistories((history) =>
  worst([
    judgeExhaustion(history, {
      name: "other endpoints",
      includes: (exchange, reference) => isGet(exchange) && isOfOtherEndpoint(exchange, reference),
    }),
    judgeExhaustion(history, {
      name: "other methods",
      includes: (exchange, reference) => !isGet(exchange) && isOfOtherEndpoint(exchange, reference),
    }),
    ...stepsByKeyAndPath(history)
      .filter(([step]) => step !== undefined && !isGet(step.first))
      .map((steps) => judgeBlocks(history, steps, "submissions")),
    ...stepsOfSeveralPaths(history).map((steps) =>
      judgeBlocks(history, steps, `requests to ${steps[0]?.first.operation}`),
    ),
    judgeInterleaved(history, {
      name: "other endpoints",
      includes: isOfOtherEndpoint,
    }),
  ]),
);

/** Not judged if another law of the limiter fails. */
export const sharedBySessions: SequenceLaw = {
  id: "limit.shared-by-sessions",
  clause: "limit.sessions",
  claim: "A session's requests count against its organization's limit",
  fault: "a session's requests pass its organization's limit: they do not count, or are not rejected",
  needs: { limitExceeded: true, credential: "session", sameOrganization: true },
  explainedBy: [
    remainingFalls,
    notEarly,
    wholeLimitServed,
    refusedWhenExceeded,
    answered429,
    recovers,
    sharedByKeys,
    sharedByMethods,
  ],
  judge: (sequence) =>
    worst([
      judgeSharedBySessions(sequence),
      uncountedEndpoint(sequence.histories, "sessions"),
      separatelyCountedEndpoints(sequence.histories, "sessions"),
    ]),
};

const judgeSharedBySessions = worstOfHistories((history) =>
  worst([
    judgeExhaustion(history, { name: "a session", includes: ({ kind }) => kind === "session" }),
    judgeSessionsInARow(history),
  ]),
);
