/** The reasons for which a run ends with 3, even if nothing failed. */
import { serverIsGone } from "../client/server-outage.ts";
import type { Exchange } from "../model/exchange.ts";
import type { RateLimits } from "../model/rate-limit.ts";
import type { Judged } from "../model/verdict.ts";
import { limitInDoubt } from "./declaration/declaration-doubts.ts";
import { headerIsWrong, limitDoubts } from "./declaration/declared-limit.ts";
import type { Discovery } from "./discovery/discover.ts";
import { notThisApi } from "./discovery/other-api.ts";
import type { Outage } from "./report/outage.ts";
import type { Run } from "./run.ts";

interface Judgement {
  readonly discovery: Discovery;
  readonly byCases: readonly Judged[];
  readonly exchanges: readonly Exchange[];
  readonly rateLimits: RateLimits | null;
  readonly outage: Outage | undefined;
  /** Failures rest on the declared limit, and another limit explains them. */
  readonly isLimitInDoubt: boolean;
}

const when = (isSo: boolean, reason: string) => (isSo ? [reason] : []);

/** Why a run is incomplete, even if all checks pass. Where the run itself went wrong, only that: it may explain what else is in doubt. */
export function whyIncomplete(
  { client, target, hasFreshTokens = false }: Run,
  { discovery, byCases, exchanges, rateLimits, outage, isLimitInDoubt }: Judgement,
): readonly string[] {
  const cutBy = client.cutBy();
  const unanswered = byCases.flatMap(({ verdict }) => (verdict.verdict === "inconclusive" ? [verdict] : []));
  const limited = new Set(exchanges.flatMap(({ status, index }) => (status === 429 ? [index] : [])));
  const isLimited = unanswered.some((verdict) => verdict.exchanges.some((index) => limited.has(index)));
  // Even if no check of this run rests on the limit, since the run was planned with it.
  const isDeclaredWrongly =
    rateLimits !== null &&
    limitDoubts(rateLimits, target, exchanges).some((doubt) => !doubt.endsWith(headerIsWrong)) &&
    !target.isTierAssumed &&
    !hasFreshTokens;
  const [wentWrong] = [
    ...(cutBy === undefined ? [] : [cutBy]),
    ...when(client.unreadBefore.size > 0, "the server left the bodies of requests unread on their connections"),
    ...when(discovery.kind === "other-api" && !hasFreshTokens, notThisApi),
    ...when(
      outage !== undefined && unanswered.length > 0 && cutBy !== serverIsGone,
      `the server ${outage?.what} during the run`,
    ),
  ];
  if (wentWrong !== undefined) return [wentWrong];
  return [
    ...discovery.incomplete,
    ...when(isDeclaredWrongly || isLimitInDoubt, limitInDoubt),
    ...when(rateLimits === null && isLimited, "429 was answered, although `rateLimit: null` is declared"),
  ];
}
