/** Judges the records of all k6 processes together: by the suite's laws, and by the scripts' own checks. */
import { createLawContext, judgeLaws, judgeSequence, noExchange } from "../../conformance/laws/apply.ts";
import { laws, sequenceLaws } from "../../conformance/laws/index.ts";
import type { History } from "../../conformance/laws/limiter/history.ts";
import { is429 } from "../../conformance/laws/limiter/single-exchange.ts";
import type { Sequence } from "../../conformance/laws/sequence-law.ts";
import type { LawContext } from "../../conformance/model/check.ts";
import type { Exchange } from "../../conformance/model/exchange.ts";
import type { RateLimits } from "../../conformance/model/rate-limit.ts";
import { fails, holds, type Judged, unjudged, type Verdict } from "../../conformance/model/verdict.ts";
import { checksFor } from "../../conformance/run/checks/registry.ts";
import { type BodyProblem, createBodyValidator } from "../../spec/body.ts";
import type { Contract } from "../../spec/contract.ts";
import { countLost, isFailedAnswer } from "../in-k6/answers.ts";
import { scenarioChecks } from "../in-k6/scenario-checks.ts";
import { withShares } from "../in-k6/shares.ts";
import { stoppedAnswering } from "../in-k6/stopped-answering.ts";
import { unlessLocked } from "./locked-address.ts";
import type { ScriptJudgement } from "./read-console.ts";

interface ClaimingRun {
  /** How many k6 processes shared the work. */
  readonly instances: number;
  /** Ids of the sequence laws that the scenarios claim to judge; undefined if only a user's scripts ran. */
  readonly claims: readonly string[] | undefined;
}

const unseen = unjudged("skip", noExchange);

/** The suite's laws, without those that do not apply under this contract. */
export function lawsOf(contract: Contract) {
  const single = laws.map((check) => ({ kind: "law", check }) as const);
  const sequences = sequenceLaws.map((check) => ({ kind: "sequence", check }) as const);
  return checksFor([...single, ...sequences], contract).filter((entry) => entry.kind !== "case");
}

/** The verdicts of the laws, without those that no exchange lets judge. */
export function judgeByLaws(
  sequence: Sequence,
  { instances, claims }: ClaimingRun,
  contract: Contract,
  rateLimits: RateLimits | null,
): readonly Judged[] {
  const entries = lawsOf(contract);
  const single = entries.flatMap((entry) => (entry.kind === "law" ? [entry.check] : []));
  const bySingle = judgeLaws(single, sequence.exchanges, contextOf(contract, rateLimits));
  const verdicts = entries.flatMap((entry) =>
    entry.kind === "sequence" ? [unlessLocked(judgeSequence(entry.check, sequence), sequence.exchanges)] : [],
  );
  const bySequence = verdicts.map((judged): Judged => {
    // Several processes of a user's script may claim any law, so an inconclusive law stays inconclusive.
    const mayBeClaimed = claims === undefined && instances > 1 && judged.verdict.verdict === "inconclusive";
    const isClaimed = mayBeClaimed || claims?.includes(judged.check.id) === true;
    return { ...judged, verdict: withClaim(judged, isClaimed, whyUnseen(judged.check.id, verdicts, sequence)) };
  });
  return [...bySingle, ...bySequence].filter(({ verdict }) => verdict.verdict !== "skip");
}

/** For how many different bodies the schema violations are kept, because the same bodies come again and again. */
const maxKnownBodies = 5000;

/** The context of the laws. Unlike the suite's it keeps violations by body and not by exchange, because a load run has many exchanges. */
function contextOf(contract: Contract, rateLimits: RateLimits | null): LawContext {
  const validate = createBodyValidator(contract);
  const known = new Map<string, readonly BodyProblem[]>();
  let last: { readonly exchange: Exchange; readonly problems: readonly BodyProblem[] } | undefined;
  const problemsOf = (exchange: Exchange): readonly BodyProblem[] => {
    const { operation, status, response } = exchange;
    if (operation === undefined || !exchange.isJson()) return [];
    const key = `${operation} ${status} ${response?.body}`;
    const problems = known.get(key) ?? validate(operation, status, exchange.json());
    if (known.size < maxKnownBodies) known.set(key, problems);
    return problems;
  };
  return {
    ...createLawContext(contract, rateLimits),
    problems(exchange) {
      if (last?.exchange !== exchange) last = { exchange, problems: problemsOf(exchange) };
      return last.problems;
    },
  };
}

/** Why a law found nothing to judge, and what would change that. */
function whyUnseen(id: string, judged: readonly Judged[], { exchanges, histories }: Sequence): string {
  const unseen = "the exchanges of this run do not show it";
  if (!id.startsWith("limit.")) return `${unseen}: it takes two accepted submissions or more`;
  const larger = `${unseen}: a lower limit or a longer window on the target for this run, or faster responses, would`;
  if (exchanges.some(is429)) return larger;
  const failed = judged.find(({ check, verdict }) => check.id.startsWith("limit.") && verdict.verdict === "fail");
  if (failed !== undefined) return `no request was answered 429: fix ${failed.check.id} first`;
  return histories.map(unansweredAtZero).find((each) => each !== undefined) ?? larger;
}

/** A sentence if requests get no answer once nothing of the limit is left, and at no other time. */
function unansweredAtZero({ exchanges, reported, windowMs }: History): string | undefined {
  const unanswered = exchanges.filter(({ status }) => status === 0);
  const zeros = reported.filter(({ remaining }) => remaining <= 0).map(({ exchange }) => exchange);
  const isAtZero = ({ receivedAt }: Exchange) =>
    zeros.some((zero) => zero.sentAt <= receivedAt && receivedAt <= zero.receivedAt + windowMs);
  const [zero] = zeros;
  if (zero === undefined || unanswered.length === 0 || !unanswered.every(isAtZero)) return undefined;
  return `no request was answered 429: once X-RateLimit-Remaining is 0 (exchange ${zero.index}), requests get no answer, such as a closed connection; let them be answered 429 first`;
}

/** A law that could not be judged is inconclusive if the run claims it, and is left out otherwise. */
function withClaim({ verdict }: Judged, isClaimed: boolean, why: string): Verdict {
  if (verdict.verdict !== "skip" && verdict.verdict !== "inconclusive") return verdict;
  if (!isClaimed) return unseen;
  // A skip for want of exchanges gives reasons about the target file, which need not hold for a scenario.
  const isExplained = verdict.verdict === "inconclusive" || verdict.reason.startsWith("what fails ");
  return unjudged("inconclusive", isExplained ? verdict.reason : why);
}

/** The verdicts of a scenario's own checks, on its `exchanges`. A script's verdict on a law is ignored, because `judgeByLaws` sees all exchanges. */
export function judgeByScript(
  judgements: readonly ScriptJudgement[],
  exchanges: readonly Exchange[],
): readonly Judged[] {
  const checks = new Set(judgements.map(({ check }) => check).filter((check) => !lawIds.has(check)));
  return [...checks].flatMap((id) =>
    worstOf(
      judgements.filter(({ check }) => check === id),
      exchanges,
    ),
  );
}

const lawIds = new Set([...laws, ...sequenceLaws].map(({ id }) => id));

/** The worst verdict that any virtual user gave on one check. */
function worstOf(judgements: readonly ScriptJudgement[], exchanges: readonly Exchange[]): readonly Judged[] {
  const verdicts = ["fail", "inconclusive", "pass"] as const;
  const [worst] = verdicts.flatMap((verdict) => judgements.find((judgement) => judgement.verdict === verdict) ?? []);
  if (worst === undefined) return [];
  const alike = judgements.filter(({ verdict }) => verdict === worst.verdict);
  const known = Object.values(scenarioChecks).find(({ id }) => id === worst.check);
  const check = { id: worst.check, clause: worst.clause, claim: known?.claim ?? "A check of the script" };
  return [{ check, verdict: verdictOf(worst, alike, exchanges) }];
}

/** Of so many virtual users a result says why each could not judge it. */
const maxReasons = 2;

/** `alike`: the judgements of all virtual users with this verdict. */
function verdictOf(
  judgement: ScriptJudgement,
  alike: readonly ScriptJudgement[],
  exchanges: readonly Exchange[],
): Verdict {
  const { verdict, expected = "", actual = "", reason = "", proof = [] } = judgement;
  const proofs = proof.flatMap(
    ([sent, received]) => exchanges.find((each) => each.sentAt === sent && each.receivedAt === received)?.index ?? [],
  );
  const counted = countOf(
    judgement.check,
    exchanges.find(({ index }) => index === proofs.at(-1)),
    exchanges,
  );
  const shares = counted === undefined ? alike.map(({ share }) => share) : [counted];
  if (verdict === "fail") return fails({ expected, actual: withShares(actual, ...shares), exchanges: proofs });
  if (verdict === "pass") return holds;
  // Each virtual user reports only the first request that was not answered.
  const isLoss = judgement.check === scenarioChecks.answered.id && exchanges.some(({ status }) => status === 0);
  if (isLoss) return unjudged(verdict, stoppedAnswering(exchanges) ?? countLost(exchanges));
  const reasons = [...new Set(alike.map(({ reason: each = reason }) => each))];
  return unjudged(verdict, reasons.slice(0, maxReasons).join("; "));
}

const rejections: readonly string[] = [
  scenarioChecks.unknownRejected.id,
  scenarioChecks.expiredRejected.id,
  scenarioChecks.deniedRejected.id,
];

/** Of a check that is judged on each exchange: on how many of the scenario's exchanges it fails. `failed`: one of them. */
function countOf(check: string, failed: Exchange | undefined, exchanges: readonly Exchange[]): string | undefined {
  if (failed === undefined) return undefined;
  if (check === scenarioChecks.answered.id) {
    if (!isFailedAnswer(failed)) return undefined;
    return `a 5xx to ${exchanges.filter(isFailedAnswer).length} of ${exchanges.length} requests`;
  }
  if (!rejections.includes(check)) return undefined;
  const ofKind = exchanges.filter(({ kind, operation, credential }) =>
    kind === "unknown"
      ? failed.kind === "unknown"
      : kind === failed.kind && operation === failed.operation && credential === failed.credential,
  );
  return `to ${ofKind.filter(({ status }) => status === failed.status).length} of ${ofKind.length} such requests`;
}
