/** Which rejections a scenario expects, so that they are no failures. */
import { stringIn } from "../../conformance/model/body.ts";
import type { Exchange } from "../../conformance/model/exchange.ts";
import { minKeptMs } from "../../conformance/model/min-kept.ts";
import { isExpectedByAuth, isFailedRequest, mayBeRejected } from "../in-k6/answers.ts";

/** What a scenario sent. */
export interface Answers {
  readonly exchanges: readonly Exchange[];
  readonly scenario?: string | undefined;
  /** For how long a new status may be missing, as the target declares; 5 s by default. */
  readonly graceMs?: number;
}

/** What is sent only to see it rejected; a status that may not be there; and what a credential may not do (§5.7): it is never served that. */
export function expectedRejections(answers: Answers): ReadonlySet<Exchange> {
  const { exchanges, scenario } = answers;
  const rejected = exchanges.filter(scenario === "auth" ? isExpectedByAuth : mayBeRejected);
  if (scenario === "auth") return new Set(rejected);
  const served = new Set(exchanges.filter(({ isSuccess }) => isSuccess).map(callerOf));
  const valid = rejected.filter(({ intent }) => intent === "valid");
  return new Set([
    ...rejected.filter(({ intent }) => intent !== "valid"),
    ...valid.filter((exchange) => !isMissing(exchange) && !served.has(callerOf(exchange))),
    ...newOrOld(valid.filter(isMissing), answers),
  ]);
}

const callerOf = ({ credential, operation }: Exchange) => `${credential} ${operation}`;

const isMissing = ({ operation, status }: Exchange) => operation === "getFeedbackStatus" && status === 404;

/**
 * §4, rule 1: those of `missing` whose submission was accepted so short a time ago that its status may be missing, or so long. Where nothing shows
 * when, it may be, too.
 */
function newOrOld(missing: readonly Exchange[], { exchanges, graceMs = 5000 }: Answers): readonly Exchange[] {
  if (missing.length === 0) return [];
  const acceptedAt = new Map<string, number>();
  for (const acceptance of exchanges) {
    const feedbackId = acceptance.operation === "submitFeedback" ? stringIn(acceptance, "feedbackId") : undefined;
    if (feedbackId !== undefined) acceptedAt.set(encodeURIComponent(feedbackId), acceptance.receivedAt);
  }
  return missing.filter(({ request, sentAt }) => {
    const [at = sentAt] = request.url.split("/").flatMap((part) => acceptedAt.get(part) ?? []);
    return sentAt - at <= graceMs || sentAt - at > Math.max(minKeptMs, 2 * graceMs);
  });
}

export function failedRequests(answers: Answers): readonly Exchange[] {
  const expected = expectedRejections(answers);
  return answers.exchanges.filter((exchange) => isFailedRequest(exchange, expected.has(exchange)));
}
