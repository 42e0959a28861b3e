/** Which rejections a scenario expects, so that they are no failures. */
import { stringIn } from "../../conformance/model/body.ts";
import type { Exchange } from "../../conformance/model/exchange.ts";
import { minKeptMs } from "../../conformance/model/min-kept.ts";
import { oncePerObject } from "../../conformance/model/once-per-object.ts";
import { isExpectedByAuth, isFailedRequest, isMissingStatus, mayBeRejected } from "../in-k6/answers.ts";

/** What a scenario sent. */
export interface SentByScenario {
  readonly exchanges: readonly Exchange[];
  readonly scenario?: string | undefined;
  /** For how long a new status may be missing, as the target declares; 5 s by default. */
  readonly graceMs?: number;
}

/** What is sent only to see it rejected; a status that may not be there; and what a credential may not do (§5.7): it is never served that. */
export const expectedRejections = oncePerObject((sent: SentByScenario): ReadonlySet<Exchange> => {
  const { exchanges, scenario } = sent;
  const rejected = exchanges.filter(scenario === "auth" ? isExpectedByAuth : mayBeRejected);
  if (scenario === "auth") return new Set(rejected);
  const served = new Set(exchanges.filter(({ isSuccess }) => isSuccess).map(permissionOf));
  const valid = rejected.filter(({ intent }) => intent === "valid");
  return new Set([
    ...rejected.filter(({ intent }) => intent !== "valid"),
    // A 410 says that there was a status.
    ...valid.filter((each) => each.status === 410 || (!isMissingStatus(each) && !served.has(permissionOf(each)))),
    ...mayBeMissing(valid.filter(isMissingStatus), sent),
  ]);
});

const permissionOf = ({ credential, operation }: Exchange) => `${credential} ${operation}`;

/** §4, rule 1: those of `missing` whose submission was accepted so short a time ago that its status may be missing, or so long, or that shows neither. */
function mayBeMissing(missing: readonly Exchange[], sent: SentByScenario): readonly Exchange[] {
  if (missing.length === 0) return [];
  const aged = new Set(agedReads(sent).map(({ read }) => read));
  return missing.filter((read) => !aged.has(read));
}

interface AgedRead {
  readonly acceptance: Exchange;
  readonly read: Exchange;
}

/** §4, rule 1: the valid reads of a status that must be there: its grace period has ended, and it is not old. */
const agedReads = oncePerObject(({ exchanges, graceMs = 5000 }: SentByScenario): readonly AgedRead[] => {
  const acceptances = new Map<string, Exchange>();
  for (const exchange of exchanges) {
    const feedbackId = exchange.operation === "submitFeedback" ? stringIn(exchange, "feedbackId") : undefined;
    if (feedbackId !== undefined) acceptances.set(encodeURIComponent(feedbackId), exchange);
  }
  return exchanges.flatMap((read) => {
    if (read.operation !== "getFeedbackStatus" || read.intent !== "valid") return [];
    const [acceptance] = read.request.url.split("/").flatMap((part) => acceptances.get(part) ?? []);
    const ageMs = read.sentAt - (acceptance?.receivedAt ?? read.sentAt);
    const isAged = ageMs > graceMs && ageMs <= Math.max(minKeptMs, 2 * graceMs);
    return acceptance === undefined || !isAged ? [] : [{ acceptance, read }];
  });
});

/** The accepted submissions whose status was read when it had to be there; true for one that has none then. A 410 says that there was one. */
export const lostSubmissions = (sent: SentByScenario): ReadonlyMap<Exchange, boolean> =>
  new Map(
    agedReads(sent)
      .filter(({ read }) => read.isSuccess || isMissingStatus(read))
      .map(({ acceptance, read }) => [acceptance, isMissingStatus(read)]),
  );

export function failedRequests(sent: SentByScenario): readonly Exchange[] {
  const expected = expectedRejections(sent);
  return sent.exchanges.filter((exchange) => isFailedRequest(exchange, expected.has(exchange)));
}
