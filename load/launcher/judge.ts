/** Judges what k6 processes recorded, all of it together: by the suite's laws, and by what the scripts say of their own checks. */

import { createLawContext, judgeLaw, judgeSequence } from "../../conformance/laws/apply.ts";
import { laws, sequenceLaws } from "../../conformance/laws/index.ts";
import { Sequence } from "../../conformance/laws/sequence-law.ts";
import type { RateLimit } from "../../conformance/model/check.ts";
import type { Exchange } from "../../conformance/model/exchange.ts";
import { fails, holds, type Judged, unjudged, type Verdict } from "../../conformance/model/verdict.ts";
import { checksFor } from "../../conformance/run/registry.ts";
import type { Contract } from "../../spec/contract.ts";
import { ownChecks } from "../oracle/own-checks.ts";
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

/** What no exchange shows is left out. */
export function judge(recorded: Recorded, contract: Contract, rateLimit: RateLimit | null): readonly Judged[] {
  const byLaw = judgeByLaws(recorded, contract, rateLimit);
  const known = new Set(byLaw.map(({ check }) => check.id));
  const said = recorded.judgements.filter(({ check }) => !known.has(check));
  const own = [...new Set(said.map(({ check }) => check))].map((id) => ownOf(said.filter(({ check }) => check === id)));
  return [...byLaw.filter(({ verdict }) => verdict.verdict !== "skip"), ...own.flatMap((one) => one ?? [])];
}

const unseen = unjudged("skip", "no exchange of this run shows it");

function judgeByLaws(recorded: Recorded, contract: Contract, rateLimit: RateLimit | null): readonly Judged[] {
  const { exchanges, judgements, instances, claims } = recorded;
  const context = createLawContext(contract, rateLimit);
  const sequence = new Sequence(exchanges, rateLimit);
  const single = laws.map((check) => ({ kind: "law", check }) as const);
  const sequences = sequenceLaws.map((check) => ({ kind: "sequence", check }) as const);
  return checksFor([...single, ...sequences], contract).flatMap((one): readonly Judged[] => {
    if (one.kind === "case") return [];
    const { check } = one;
    const said = judgements.filter((judgement) => judgement.check === check.id);
    if (one.kind === "law") {
      const judged = judgeLaw(one.check, exchanges, context);
      return [{ ...judged, verdict: withScript(judged.verdict, said) }];
    }
    const judged = judgeSequence(one.check, sequence, unseen);
    const outcome = judged.verdict;
    // One of several processes has judged its part of a sequence, which shows less than all of it.
    const heard = instances > 1 ? [] : said;
    const open = heard.find(({ verdict }) => verdict === "inconclusive");
    // Of what several processes of a script of one's own claim nothing is known: what is open stays so.
    const isUnknown = claims === undefined && instances > 1 && outcome.verdict === "inconclusive";
    const isClaimed = claims?.includes(check.id) === true || open !== undefined || isUnknown;
    return [{ ...judged, verdict: withClaim(withScript(outcome, heard), isClaimed, open?.reason) }];
  });
}

/** The script has seen bodies whole that are cut in the record: what it found stands. */
function withScript(outcome: Verdict, said: readonly ScriptJudgement[]): Verdict {
  const failed = said.find(({ verdict }) => verdict === "fail");
  return outcome.verdict === "fail" || failed === undefined ? outcome : outcomeOf(failed);
}

/** Open is what the run claims and nobody could judge; of what it does not claim nothing is said. */
function withClaim(outcome: Verdict, isClaimed: boolean, reason: string | undefined): Verdict {
  if (outcome.verdict !== "skip" && outcome.verdict !== "inconclusive") return outcome;
  if (!isClaimed) return unseen;
  const why = outcome.verdict === "inconclusive" ? outcome.reason : "the exchanges of this run do not tell";
  return unjudged("inconclusive", reason ?? why);
}

/** Of a check of the scenario's own, the worst that any virtual user says. */
function ownOf(said: readonly ScriptJudgement[]): Judged | undefined {
  const worst = (["fail", "inconclusive", "pass"] as const).flatMap(
    (verdict) => said.find((one) => one.verdict === verdict) ?? [],
  )[0];
  if (worst === undefined) return undefined;
  const known = Object.values(ownChecks).find(({ id }) => id === worst.check);
  const check = known ?? { id: worst.check, clause: worst.clause, claim: "What the script says of it" };
  return { check, verdict: outcomeOf(worst) };
}

function outcomeOf({ verdict, expected = "", actual = "", reason = "" }: ScriptJudgement): Verdict {
  if (verdict === "fail") return fails({ expected, actual });
  return verdict === "pass" ? holds : unjudged(verdict, reason);
}
