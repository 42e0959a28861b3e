/** Which rejections a scenario expects, so that they are no failures. */
import { stringIn } from "../../conformance/model/body.ts";
import type { Exchange } from "../../conformance/model/exchange.ts";
import { minKeptMs } from "../../conformance/model/min-kept.ts";
import { isExpectedByAuth, isFailedRequest, isMissingStatus, mayBeRejected } from "../in-k6/answers.ts";

/** What a scenario sent. */
export interface SentByScenario {
  readonly exchanges: readonly Exchange[];
  readonly scenario?: string | undefined;
  /** For how long a new status may be missing, as the target declares; 5 s by default. */
  readonly graceMs?: number;
}

/** What is sent only to see it rejected; a status that may not be there; and what a credential may not do (§5.7): it is never served that. */
export function expectedRejections(sent: SentByScenario): ReadonlySet<Exchange> {
  const { exchanges, scenario } = sent;
  const rejected = exchanges.filter(scenario === "auth" ? isExpectedByAuth : mayBeRejected);
  if (scenario === "auth") return new Set(rejected);
  const served = new Set(exchanges.filter(({ isSuccess }) => isSuccess).map(permissionOf));
  const valid = rejected.filter(({ intent }) => intent === "valid");
  return new Set([
    ...rejected.filter(({ intent }) => intent !== "valid"),
    ...valid.filter((exchange) => !isMissingStatus(exchange) && !served.has(permissionOf(exchange))),
    ...mayBeMissing(valid.filter(isMissingStatus), sent),
  ]);
}

const permissionOf = ({ credential, operation }: Exchange) => `${credential} ${operation}`;

/**
 * §4, rule 1: those of `missing` whose submission was accepted so short a time ago that its status may be missing, or so long. Where nothing shows
 * when, it may be, too.
 */
function mayBeMissing(
  missing: readonly Exchange[],
  { exchanges, graceMs = 5000 }: SentByScenario,
): readonly Exchange[] {
  if (missing.length === 0) return [];
  const acceptedAt = new Map<string, number>();
  for (const acceptance of exchanges) {
    const feedbackId = acceptance.operation === "submitFeedback" ? stringIn(acceptance, "feedbackId") : undefined;
    if (feedbackId !== undefined) acceptedAt.set(encodeURIComponent(feedbackId), acceptance.receivedAt);
  }
  return missing.filter(({ request, sentAt, status }) => {
    // A 410 says that there was one.
    if (status === 410) return true;
    const [at = sentAt] = request.url.split("/").flatMap((part) => acceptedAt.get(part) ?? []);
    return sentAt - at <= graceMs || sentAt - at > Math.max(minKeptMs, 2 * graceMs);
  });
}

export function failedRequests(sent: SentByScenario): readonly Exchange[] {
  const expected = expectedRejections(sent);
  return sent.exchanges.filter((exchange) => isFailedRequest(exchange, expected.has(exchange)));
}
