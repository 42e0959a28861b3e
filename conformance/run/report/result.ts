/** One check's result in the report: what its verdict says there, and how to see it again. */
import { findClause } from "../../../spec/ledger.ts";
import { boundLevel, isBinding, type Level } from "../../../spec/level.ts";
import { createLawContext } from "../../laws/apply.ts";
import { laws } from "../../laws/index.ts";
import type { Check } from "../../model/check.ts";
import type { Exchange } from "../../model/exchange.ts";
import type { Result } from "../../model/report.ts";
import { type Fail, type Judged, messageOf, type Verdict } from "../../model/verdict.ts";
import type { Assembly } from "./assembly.ts";
import { byHand } from "./by-hand.ts";
import { causingWrite } from "./causing-write.ts";
import { curlOnOneConnection } from "./curl.ts";
import { afterUnreadBody } from "./unread-body.ts";

export function resultOf(of: Judged, assembly: Assembly): Result {
  const { verdict } = of;
  const shown = verdict.verdict === "fail" ? (verdict.shown ?? verdict.exchanges.at(-1)) : undefined;
  const unread = shown === undefined ? undefined : assembly.unreadBefore?.get(shown);
  if (verdict.verdict !== "fail" || unread === undefined) return plainResult(of, assembly);
  const result = plainResult({ ...of, verdict: afterUnreadBody(verdict, unread) }, assembly);
  const answered = assembly.exchanges.find(({ index }) => index === shown);
  return {
    ...result,
    after: unread.index,
    ...(answered === undefined ? {} : { curl: curlOnOneConnection(unread, answered) }),
  };
}

function plainResult({ check, verdict, judged, failed, scenario }: Judged, assembly: Assembly): Result {
  const clause = findClause(check.clause);
  const level = boundLevel(clause?.level);
  const isFailure = verdict.verdict === "fail";
  const isProof = isFailure || verdict.verdict === "inconclusive";
  const at = (isFailure ? verdict.shown : undefined) ?? verdict.exchanges.at(-1);
  const shown = isProof ? assembly.exchanges.find(({ index }) => index === at) : undefined;
  const write = isFailure && shown !== undefined ? writeBefore(check, shown, assembly) : undefined;
  const findings = isFailure ? failureOf(verdict).findings.map(({ exchanges }) => exchanges) : [];
  const sentBy = isFailure ? assembly.sendersOf?.(check, findings) : undefined;
  const curl = shown === undefined ? undefined : byHand(check, { shown, write, proof: verdict.exchanges }, assembly);
  return {
    id: check.id,
    clause: check.clause,
    section: clause?.section ?? "",
    level,
    claim: check.claim,
    verdict: reportedVerdict(verdict, level, assembly.strict === true),
    message: messageOf(verdict),
    ...(isFailure ? failureOf(verdict) : {}),
    exchanges: verdict.exchanges,
    ...(judged === undefined ? {} : { judged }),
    ...(failed === undefined ? {} : { failed }),
    ...(scenario === undefined ? {} : { scenario }),
    ...(isProof ? { replay: assembly.replayOf(check, verdict.exchanges, scenario) } : {}),
    ...(sentBy === undefined ? {} : { sentBy }),
    ...(write === undefined ? {} : { after: write.index }),
    ...(curl === undefined ? {} : { curl }),
  };
}

function writeBefore({ id }: Check, shown: Exchange, { exchanges, contract }: Assembly): Exchange | undefined {
  const law = laws.find((each) => each.id === id);
  return law && causingWrite(law, shown, exchanges, createLawContext(contract, null));
}

const failureOf = ({ expected, actual, exchanges, findings = [{ expected, actual, exchanges }] }: Fail) => ({
  expected,
  actual,
  findings,
});

function reportedVerdict({ verdict }: Verdict, level: Level, isStrict: boolean): Result["verdict"] {
  if (verdict === "not-applicable") return "skip";
  return verdict === "fail" && !isBinding(level) && !isStrict ? "warn" : verdict;
}
