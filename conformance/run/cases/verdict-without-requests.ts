/** Verdicts of cases that are not run, because of what discovery found or the target file lacks. */
import type { SuiteCase } from "../../cases/case.ts";
import { pathOf } from "../../model/path-of.ts";
import { answerOf } from "../../model/response-text.ts";
import { fails, unjudged, type Verdict } from "../../model/verdict.ts";
import type { Discovery } from "../discovery/discover.ts";
import type { OtherApi } from "../discovery/other-api.ts";
import type { Rejected } from "../discovery/rejected-credentials.ts";
import { unmetNeed } from "../discovery/roles.ts";
import type { Run } from "../run.ts";

/** Undefined if the case is to be run. */
export function verdictWithoutRequests(check: SuiteCase, discovery: Discovery, run: Run): Verdict | undefined {
  if (discovery.kind === "cut") return unjudged("inconclusive", discovery.reason);
  if (discovery.kind === "other-api") return otherApi(check, discovery, run);
  const rejection = rejectedKind(check, discovery.rejected, run);
  if (rejection !== undefined) return rejection;
  const unmet = unmetNeed(discovery.cast, check.needs, run.readOnly);
  return unmet === undefined ? undefined : unjudged("skip", unmet);
}

/** §5.1: no credential of a kind is served. Fails only for tokens of this run: others may be stale or mistyped. */
function rejectedKind(
  { failsWithout }: SuiteCase,
  rejected: readonly Rejected[],
  { hasFreshTokens = false }: Run,
): Verdict | undefined {
  const ofKind = rejected.filter(({ caller, isWholeKind }) => isWholeKind && caller.kind === failsWithout);
  const [first] = ofKind;
  if (first === undefined) return undefined;
  const labels = ofKind.map(({ caller }) => caller.label).join(" or ");
  const answer = `${first.exchange.request.method} ${pathOf(first.exchange)}: ${answerOf(first.exchange)}`;
  const exchanges = ofKind.map(({ exchange }) => exchange.index);
  if (!hasFreshTokens) {
    const what = failsWithout === "session" ? "session" : "API key";
    const reason = `no ${what} of the target file was served: either ${labels} is wrong, or the server rejects every ${what} (${answer})`;
    return unjudged("inconclusive", reason, exchanges);
  }
  return fails({ expected: `a 2xx with ${labels}`, actual: answer, exchanges, shown: first.exchange.index });
}

/** Another API answers. Fails only if the run started the server itself: another base URL may be mistyped. */
function otherApi(
  { failsWithout }: SuiteCase,
  { reason, skipReason }: OtherApi,
  { client, hasFreshTokens }: Run,
): Verdict {
  if (failsWithout !== "this-api") return unjudged("skip", skipReason);
  const proof = client.exchanges.find(({ operation }) => operation === "listProducts");
  const proofs = proof === undefined ? [] : [proof.index];
  if (!hasFreshTokens) return unjudged("inconclusive", reason, proofs);
  return fails({ expected: "an answer of this API", actual: reason, exchanges: proofs });
}
