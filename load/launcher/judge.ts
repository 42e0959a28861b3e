/** Judges what k6 processes recorded, all of it together: by the suite's laws, and by what the scripts say of their own checks. */
import type { RateLimit } from "../../conformance/check.ts";
import { checksFor } from "../../conformance/checks.ts";
import type { Exchange } from "../../conformance/exchange.ts";
import { createLawContext, judgeLaw, judgeSequence } from "../../conformance/judge.ts";
import { laws, sequenceLaws } from "../../conformance/laws/index.ts";
import type { Judged } from "../../conformance/reports/assemble.ts";
import type { Contract } from "../../spec/contract.ts";
import { ownChecks } from "../in-k6/own-checks.ts";
import type { ScriptJudgement } from "./console.ts";

export interface Recorded {
  /** Ordered by when they were sent, and numbered so. */
  readonly exchanges: readonly Exchange[];
  readonly judgements: readonly ScriptJudgement[];
  /** How many k6 processes shared the work: each of several saw only its part of an organization's requests. */
  readonly instances: number;
  /** Ids of the sequence laws that the run is about; absent for a script of one's own, which says it itself. */
  readonly claims?: readonly string[];
}

type Outcome = Judged["outcome"];

/** What no exchange shows is left out. */
export function judge(recorded: Recorded, contract: Contract, rateLimit: RateLimit | null): readonly Judged[] {
  const byLaw = judgeByLaws(recorded, contract, rateLimit);
  const known = new Set(byLaw.map(({ check }) => check.id));
  const said = recorded.judgements.filter(({ check }) => !known.has(check));
  const own = [...new Set(said.map(({ check }) => check))].map((id) => ownOf(said.filter(({ check }) => check === id)));
  return [...byLaw.filter(({ outcome }) => outcome.verdict !== "skip"), ...own.flatMap((one) => one ?? [])];
}

const unseen: Outcome = { verdict: "skip", message: "no exchange of this run shows it", exchanges: [] };

function judgeByLaws(recorded: Recorded, contract: Contract, rateLimit: RateLimit | null): readonly Judged[] {
  const { exchanges, judgements, instances, claims } = recorded;
  const context = createLawContext(contract, rateLimit);
  const single = laws.map((check) => ({ kind: "law", check }) as const);
  const sequences = sequenceLaws.map((check) => ({ kind: "sequence", check }) as const);
  return checksFor([...single, ...sequences], contract).flatMap((one): readonly Judged[] => {
    if (one.kind === "case") return [];
    const { check } = one;
    const said = judgements.filter((judgement) => judgement.check === check.id);
    if (one.kind === "law") return [{ check, outcome: withScript(judgeLaw(one.check, exchanges, context), said) }];
    const outcome = judgeSequence(one.check, exchanges, context, unseen);
    // One of several processes has judged its part of a sequence, which shows less than all of it.
    const heard = instances > 1 ? [] : said;
    const open = heard.find(({ verdict }) => verdict === "inconclusive");
    // Of what several processes of a script of one's own claim nothing is known: what is open stays so.
    const isUnknown = claims === undefined && instances > 1 && outcome.verdict === "inconclusive";
    const isClaimed = claims?.includes(check.id) === true || open !== undefined || isUnknown;
    return [{ check, outcome: withClaim(withScript(outcome, heard), isClaimed, open?.reason) }];
  });
}

/** The script has seen bodies whole that are cut in the record: what it found stands. */
function withScript(outcome: Outcome, said: readonly ScriptJudgement[]): Outcome {
  const failed = said.find(({ verdict }) => verdict === "fail");
  return outcome.verdict === "fail" || failed === undefined ? outcome : outcomeOf(failed);
}

/** Open is what the run claims and nobody could judge; of what it does not claim nothing is said. */
function withClaim(outcome: Outcome, isClaimed: boolean, reason: string | undefined): Outcome {
  if (outcome.verdict !== "skip" && outcome.verdict !== "inconclusive") return outcome;
  if (!isClaimed) return unseen;
  const why = outcome.verdict === "inconclusive" ? outcome.message : "the exchanges of this run do not tell";
  return { verdict: "inconclusive", message: reason ?? why, exchanges: [] };
}

/** Of a check of the scenario's own, the worst that any virtual user says. */
function ownOf(said: readonly ScriptJudgement[]): Judged | undefined {
  const worst = (["fail", "inconclusive", "pass"] as const).flatMap(
    (verdict) => said.find((one) => one.verdict === verdict) ?? [],
  )[0];
  if (worst === undefined) return undefined;
  const known = Object.values(ownChecks).find(({ id }) => id === worst.check);
  const check = known ?? { id: worst.check, clause: worst.clause, claim: "What the script says of it" };
  return { check, outcome: outcomeOf(worst) };
}

function outcomeOf({ verdict, expected = "", actual = "", reason = "" }: ScriptJudgement): Outcome {
  if (verdict === "fail") {
    return { verdict, message: `expected ${expected}; actual ${actual}`, expected, actual, exchanges: [] };
  }
  return { verdict, message: verdict === "pass" ? "" : reason, exchanges: [] };
}
