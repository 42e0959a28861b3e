/** Judges what k6 processes recorded, all of it together: by the suite's laws, and by the scripts' own checks. */
import type { RateLimit } from "../../conformance/check.ts";
import { checksFor } from "../../conformance/checks.ts";
import type { Exchange } from "../../conformance/exchange.ts";
import { createLawContext, judgeLaw, judgeSequence } from "../../conformance/judge.ts";
import { laws, sequenceLaws } from "../../conformance/laws/index.ts";
import type { Judged } from "../../conformance/reports/assemble.ts";
import type { Contract } from "../../spec/contract.ts";
import { scenarioChecks } from "../in-k6/scenario-checks.ts";
import type { ScriptJudgement } from "./read-console.ts";

export interface Recorded {
  /** In the order in which they were sent, and numbered so. */
  readonly exchanges: readonly Exchange[];
  readonly judgements: readonly ScriptJudgement[];
  /** How many k6 processes shared the work. */
  readonly instances: number;
  /** Ids of the sequence laws that the run is about; undefined where nothing is known of the script. */
  readonly claims: readonly string[] | undefined;
}

type Outcome = Judged["outcome"];

/** Leaves out what no exchange shows. */
export function judgeRecords(recorded: Recorded, contract: Contract, rateLimit: RateLimit | null): readonly Judged[] {
  const byLaws = judgeByLaws(recorded, contract, rateLimit);
  const lawIds = new Set(byLaws.map(({ check }) => check.id));
  const byScript = new Map<string, ScriptJudgement[]>();
  for (const judgement of recorded.judgements) {
    if (lawIds.has(judgement.check)) continue;
    byScript.set(judgement.check, [...(byScript.get(judgement.check) ?? []), judgement]);
  }
  return [...byLaws.filter(({ outcome }) => outcome.verdict !== "skip"), ...[...byScript.values()].flatMap(worstOf)];
}

const unseen: Outcome = { verdict: "skip", message: "no exchange of this run shows it", exchanges: [] };

function judgeByLaws(recorded: Recorded, contract: Contract, rateLimit: RateLimit | null): readonly Judged[] {
  const { exchanges, instances, claims } = recorded;
  const context = createLawContext(contract, rateLimit);
  const single = laws.map((check) => ({ kind: "law", check }) as const);
  const sequences = sequenceLaws.map((check) => ({ kind: "sequence", check }) as const);
  return checksFor([...single, ...sequences], contract).flatMap((entry): readonly Judged[] => {
    if (entry.kind === "case") return [];
    const { check } = entry;
    if (entry.kind === "law") return [{ check, outcome: judgeLaw(entry.check, exchanges, context) }];
    const outcome = judgeSequence(entry.check, exchanges, context, unseen);
    // What several processes of an unknown script claim is not known: what is inconclusive stays so.
    const mayBeClaimed = claims === undefined && instances > 1 && outcome.verdict === "inconclusive";
    return [{ check, outcome: withClaim(outcome, mayBeClaimed || claims?.includes(check.id) === true) }];
  });
}

/** What the run claims and nobody could judge is inconclusive; what it does not claim is left out then. */
function withClaim(outcome: Outcome, isClaimed: boolean): Outcome {
  if (outcome.verdict !== "skip" && outcome.verdict !== "inconclusive") return outcome;
  if (!isClaimed) return unseen;
  const isUnseen = outcome.verdict === "skip";
  const message = isUnseen ? "the exchanges of this run do not show it" : outcome.message;
  return { verdict: "inconclusive", message, exchanges: [] };
}

/** The worst verdict of any virtual user on one of the script's checks. */
function worstOf(judgements: readonly ScriptJudgement[]): readonly Judged[] {
  const verdicts = ["fail", "inconclusive", "pass"] as const;
  const [worst] = verdicts.flatMap((verdict) => judgements.find((judgement) => judgement.verdict === verdict) ?? []);
  if (worst === undefined) return [];
  const known = Object.values(scenarioChecks).find(({ id }) => id === worst.check);
  const check = known ?? { id: worst.check, clause: worst.clause, claim: "A check of the script" };
  return [{ check, outcome: outcomeOf(worst) }];
}

function outcomeOf({ verdict, expected = "", actual = "", reason = "" }: ScriptJudgement): Outcome {
  if (verdict === "fail") {
    return { verdict, message: `expected ${expected}; actual ${actual}`, expected, actual, exchanges: [] };
  }
  return { verdict, message: verdict === "pass" ? "" : reason, exchanges: [] };
}
