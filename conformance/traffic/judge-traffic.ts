/** Judges exchanges that others sent, by the laws that hold even if a part of the traffic was not recorded. Sends nothing. */
import { plural } from "../../cli/plural.ts";
import type { Contract } from "../../spec/contract.ts";
import { alwaysOwn } from "../laws/always-own.ts";
import { createLawContext, judgeLaws, judgeSequence } from "../laws/apply.ts";
import { uniqueFeedbackIds } from "../laws/feedback-unique-ids.ts";
import { laws } from "../laws/index.ts";
import { uniqueInstallationIds } from "../laws/installation-unique-ids.ts";
import { judgePart, refusedWhenExceeded } from "../laws/limiter/refused-when-exceeded.ts";
import type { PartOfHistory } from "../laws/limiter/served-too-many.ts";
import { worst } from "../laws/limiter/worst-verdict.ts";
import { productListsDiffer } from "../laws/product-lists-differ.ts";
import { keyRejectedByUsers, rejectedThoughServed } from "../laws/rejected-though-served.ts";
import { Sequence, type SequenceLaw } from "../laws/sequence-law.ts";
import { tenantContextsDisjoint, tenantItemsDisjoint } from "../laws/tenant-items-disjoint.ts";
import type { Exchange } from "../model/exchange.ts";
import { type RateLimits, rateLimitOf } from "../model/rate-limit.ts";
import type { Report } from "../model/report.ts";
import { isUndisclosed } from "../model/undisclosed.ts";
import type { Judged } from "../model/verdict.ts";
import { withFewerBodies } from "../reports/fewer-bodies.ts";
import { checksFor } from "../run/checks/registry.ts";
import { reportOf } from "../run/report/assemble-report.ts";
import type { Assembly } from "../run/report/assembly.ts";
import { rateLimitsOf } from "../target-file/rate-limits.ts";
import type { Credential, Target } from "../target-file/target.ts";
import { withConfirmedDeclaration } from "./confirmed-declaration.ts";
import { trafficLaws, trafficSequenceLaws } from "./traffic-laws.ts";
import { unjudgedIn } from "./unjudged-notes.ts";

/**
 * The sequence laws that hold for such traffic. The others assume that all requests are known: that the limiter counted no others,
 * or that nothing was changed between two lists.
 */
export const lawsOfPartialSequences: readonly SequenceLaw[] = [
  ...productListsDiffer,
  uniqueFeedbackIds,
  rejectedThoughServed,
  keyRejectedByUsers,
  alwaysOwn,
  tenantItemsDisjoint,
  tenantContextsDisjoint,
  uniqueInstallationIds,
];

export interface Traffic
  extends Pick<
    Assembly,
    "target" | "contract" | "exchanges" | "strict" | "baseline" | "notes" | "incomplete" | "replayOf"
  > {
  /** The credentials that the target file does not have. */
  readonly foundCredentials: readonly Credential[];
  /** How many exchanges have no whole response. */
  readonly failed: number;
}

/** The report has only the checks that an exchange lets judge. It contains no token, but may contain other secrets. */
export function judgeTraffic(recorded: Traffic): Report {
  const { traffic, doubts } = withConfirmedDeclaration(recorded);
  const { target, foundCredentials, exchanges, failed } = traffic;
  const startedAt = exchanges[0]?.sentAt ?? 0;
  const endedAt = exchanges.reduce((end, { receivedAt }) => Math.max(end, receivedAt), startedAt);
  const judged = judgeByLaws(traffic);
  const report = reportOf({
    ...traffic,
    isTraffic: true,
    notes: [...traffic.notes, ...(exchanges.length === 0 ? [] : unjudgedIn(traffic, judged))],
    doubts,
    target: { ...target, credentials: [...target.credentials, ...foundCredentials] },
    judged: judged.filter(isReported),
    observations: [],
    seed: 0,
    clock: { now: () => endedAt },
    startedAt,
  });
  const withFailed = failed === 0 ? "" : ` · ${plural(failed, "exchange")} without a whole response`;
  return { ...report, summary: report.summary + withFailed, exchanges: withFewerBodies(report) };
}

const isReported = ({ verdict }: Judged) => !["skip", "not-applicable"].includes(verdict.verdict);

export const lawsOfSingleExchanges = (target: Target, contract: Contract) =>
  checksFor(
    [...laws, ...trafficLaws(target.credentials, contract)].map((check) => ({ kind: "law", check }) as const),
    contract,
  ).flatMap((entry) => (entry.kind === "law" ? [entry.check] : []));

function judgeByLaws(traffic: Traffic): readonly Judged[] {
  const { exchanges, contract, target } = traffic;
  const rateLimits = rateLimitsIn(traffic);
  const context = createLawContext(contract, rateLimits);
  const sequence = new Sequence(exchanges, rateLimits, target.credentials);
  return [
    ...judgeLaws(lawsOfSingleExchanges(target, contract), forgotten(exchanges), context),
    ...[...lawsOfPartialSequences, ...trafficSequenceLaws(target.credentials)].map((law) =>
      judgeSequence(law, sequence),
    ),
    { check: refusedWhenExceeded, verdict: worst(partsOf(exchanges, rateLimits).map(judgePart)) },
  ];
}

/** Each exchange forgets its parsed body when the next one is asked for. */
function* forgotten(exchanges: readonly Exchange[]): Generator<Exchange> {
  for (const exchange of exchanges) {
    yield exchange;
    exchange.forget?.();
  }
}

/** The limits by credential. For credentials that the target file does not have, it declares no limit. */
function rateLimitsIn({ target, foundCredentials, exchanges }: Traffic): RateLimits | null {
  const declared = rateLimitsOf(target, exchanges);
  const { rateLimit } = target;
  const found = rateLimitsOf({ credentials: foundCredentials, rateLimit, isTierAssumed: true }, exchanges);
  if (declared === null || found === null) return null;
  const undisclosed = exchanges.flatMap(({ credential }) =>
    isUndisclosed(credential) ? [[credential, "undeclared"] as const] : [],
  );
  return { ...declared, tiers: new Map([...(declared.tiers ?? []), ...(found.tiers ?? []), ...undisclosed]) };
}

/** The exchanges of each organization's keys. A key whose organization is unknown counts as an organization of its own. */
function partsOf(exchanges: readonly Exchange[], rateLimits: RateLimits | null): readonly PartOfHistory[] {
  const parts = new Map<string, Exchange[]>();
  for (const exchange of exchanges) {
    const { kind, organization, credential } = exchange;
    if (kind !== "api-key" || isUndisclosed(credential)) continue;
    const name = organization ?? `of ${credential}`;
    const part = parts.get(name);
    if (part === undefined) parts.set(name, [exchange]);
    else part.push(exchange);
  }
  return [...parts.values()].flatMap((part) => {
    const rateLimit = rateLimits && rateLimitOf(rateLimits, part[0]?.credential ?? "");
    if (!rateLimit) return [];
    const windowMs = rateLimit.windowSeconds * 1000;
    return [{ exchanges: part, limit: rateLimit.limit, windowMs, refillPerMs: rateLimit.limit / windowMs }];
  });
}
