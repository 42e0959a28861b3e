/** Which rejections a scenario expects, so that they are no failures. */
import { stringIn } from "../../conformance/model/body.ts";
import type { Exchange } from "../../conformance/model/exchange.ts";
import { minKeptMs } from "../../conformance/model/min-kept.ts";
import { oncePerObject } from "../../conformance/model/once-per-object.ts";
import { isExpectedByAuth, isFailedRequest, isMissingStatus, mayBeRejected } from "../in-k6/answers.ts";

/** The exchanges of a scenario. */
export interface SentByScenario {
  readonly exchanges: readonly Exchange[];
  readonly scenario?: string | undefined;
  /** For how long a new status may be missing, as the target declares; 5 s by default. */
  readonly graceMs?: number;
}

/**
 * The rejections that a scenario expects: of requests that are sent only to be rejected; of a status that may be missing; and of operations that the
 * credential is never served, since it may lack the permission (§5.7).
 */
export const expectedRejections = oncePerObject((sent: SentByScenario): ReadonlySet<Exchange> => {
  const { exchanges, scenario } = sent;
  const rejected = exchanges.filter(scenario === "auth" ? isExpectedByAuth : mayBeRejected);
  if (scenario === "auth") return new Set(rejected);
  const served = new Set(exchanges.filter(({ isSuccess }) => isSuccess).map(permissionOf));
  const valid = rejected.filter(({ intent }) => intent === "valid");
  return new Set([
    ...rejected.filter(({ intent }) => intent !== "valid"),
    // A 410 says that the status existed.
    ...valid.filter((each) => each.status === 410 || (!isMissingStatus(each) && !served.has(permissionOf(each)))),
    ...mayBeMissing(valid.filter(isMissingStatus), sent),
  ]);
});

const permissionOf = ({ credential, operation }: Exchange) => `${credential} ${operation}`;

/**
 * §4, rule 1: of the reads in `missing`, those whose status may legally be missing: the submission was accepted too recently or too long ago, or its
 * acceptance was not recorded.
 */
function mayBeMissing(missing: readonly Exchange[], sent: SentByScenario): readonly Exchange[] {
  if (missing.length === 0) return [];
  const aged = new Set(agedReads(sent).map(({ read }) => read));
  return missing.filter((read) => !aged.has(read));
}

interface AgedRead {
  readonly acceptance: Exchange;
  readonly read: Exchange;
}

/** §4, rule 1: the valid reads of a status that must exist, because its grace period has ended and it is not too old to be kept. */
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

/**
 * Key: an accepted submission whose status was read when it had to exist. Value: whether it was missing in the last of these reads. A read that is
 * answered 410 is ignored, since a 410 says that the status existed.
 */
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
