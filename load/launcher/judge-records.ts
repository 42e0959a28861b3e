/** Judges the records of all k6 processes together: by the suite's laws, and by the scripts' own checks. */
import { createLawContext, judgeLaws, judgeSequence } from "../../conformance/laws/apply.ts";
import { laws, sequenceLaws } from "../../conformance/laws/index.ts";
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
import { type Flaws, unlessFlawed, whyUnseen } from "./why-unjudged.ts";

interface ClaimingRun extends Flaws {
  /** How many k6 processes shared the work. */
  readonly instances: number;
  /** Ids of the sequence laws that the scenarios claim to judge; undefined if only a user's scripts ran. */
  readonly claims: readonly string[] | undefined;
}

/** The suite's laws, without those that do not apply under this contract. */
export function lawsOf(contract: Contract) {
  const single = laws.map((check) => ({ kind: "law", check }) as const);
  const sequences = sequenceLaws.map((check) => ({ kind: "sequence", check }) as const);
  return checksFor([...single, ...sequences], contract).filter((entry) => entry.kind !== "case");
}

/** The verdicts of the laws, without those that no exchange lets judge. `exchanges`: what the laws of single exchanges judge. */
export function judgeByLaws(
  sequence: Sequence,
  { instances, claims, ...flaws }: ClaimingRun,
  contract: Contract,
  rateLimits: RateLimits | null,
  exchanges = sequence.exchanges,
): readonly Judged[] {
  const entries = lawsOf(contract);
  const single = entries.flatMap((entry) => (entry.kind === "law" ? [entry.check] : []));
  const bySingle = judgeLaws(single, exchanges, contextOf(contract, rateLimits));
  const verdicts = entries.flatMap((entry) =>
    entry.kind === "sequence" ? [unlessLocked(judgeSequence(entry.check, sequence), sequence.exchanges)] : [],
  );
  const bySequence = verdicts.map((judged): Judged => {
    // Several processes of a user's script may claim any law, so an inconclusive law stays inconclusive.
    const mayBeClaimed = claims === undefined && instances > 1 && judged.verdict.verdict === "inconclusive";
    const isClaimed = mayBeClaimed || claims?.includes(judged.check.id) === true;
    const why = () => whyUnseen(judged.check.id, verdicts, sequence, flaws.stopped);
    return { ...judged, verdict: unlessFlawed(judged, isClaimed, flaws, why) };
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

/** The verdicts of a scenario's own checks, on its `exchanges`. A script's verdict on a law is ignored, because `judgeByLaws` sees all exchanges. */
export function judgeByScript(
  judgements: readonly ScriptJudgement[],
  exchanges: readonly Exchange[],
): readonly Judged[] {
  const checks = new Set(judgements.map(({ check }) => check).filter((check) => !lawIds.has(check)));
  const judged = [...checks].flatMap((id) =>
    worstOf(
      judgements.filter(({ check }) => check === id),
      exchanges,
    ),
  );
  return [...judged, ...(checks.has(scenarioChecks.answered.id) ? [] : unansweredAtEnd(exchanges))];
}

/** A target that stops answering ends the script before it judges whether it was answered. */
function unansweredAtEnd(exchanges: readonly Exchange[]): readonly Judged[] {
  const stopped = stoppedAnswering(exchanges);
  return stopped === undefined ? [] : [{ check: scenarioChecks.answered, verdict: unjudged("inconclusive", stopped) }];
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

/** How many different reasons a result names, at most, why virtual users could not judge the check. */
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
