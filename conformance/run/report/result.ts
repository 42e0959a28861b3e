/** The result of one check in the report. */
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
import { causingWrite, updateInProof } from "./causing-write.ts";
import { curlOnOneConnection } from "./curl.ts";
import { afterUnreadBody } from "./unread-body.ts";

export function resultOf(judged: Judged, assembly: Assembly): Result {
  const of = withLaterAnswer(judged, assembly);
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

/** A failure says if its request, sent by itself at the end, was answered otherwise: the command by hand need not show it. */
function withLaterAnswer(of: Judged, { answeredOtherwise }: Assembly): Judged {
  const later = answeredOtherwise?.get(of.check.id);
  if (later === undefined || of.verdict.verdict !== "fail") return of;
  const actual = `${of.verdict.actual}; sent again by itself at the end of the run, it was answered ${later.status} (exchange ${later.index}): the connection, other requests, a cache or time change the answer`;
  return { ...of, verdict: { ...of.verdict, actual } };
}

function plainResult(of: Judged, assembly: Assembly): Result {
  const { check, verdict, judged, failed, scenario } = of;
  const clause = findClause(check.clause);
  const level = boundLevel(clause?.level);
  return {
    id: check.id,
    clause: check.clause,
    section: clause?.section ?? "",
    level,
    claim: check.claim,
    verdict: reportedVerdict(verdict, level, assembly.strict === true),
    message: messageOf(verdict),
    ...(verdict.verdict === "fail" ? failureOf(verdict) : {}),
    exchanges: verdict.exchanges,
    ...(judged === undefined ? {} : { judged }),
    ...(failed === undefined ? {} : { failed }),
    ...(scenario === undefined ? {} : { scenario }),
    ...howToSeeAgain(of, assembly),
  };
}

/** For a failure or an inconclusive verdict: the commands that repeat it, and the requests. */
function howToSeeAgain(
  { check, verdict, scenario }: Judged,
  assembly: Assembly,
): Pick<Result, "replay" | "sentBy" | "after" | "curl" | "answeredOtherwiseAt"> {
  if (verdict.verdict !== "fail" && verdict.verdict !== "inconclusive") return {};
  const failure = verdict.verdict === "fail" ? verdict : undefined;
  const at = failure?.shown ?? verdict.exchanges.at(-1);
  const shown = assembly.exchanges.find(({ index }) => index === at);
  const write = failure && shown && writeBefore(check, shown, assembly);
  const findings = failure && failureOf(failure).findings.map(({ exchanges }) => exchanges);
  const sentBy = findings && assembly.sendersOf?.(check, findings);
  const before = write ?? (failure && shown && updateInProof(shown, failure.exchanges, assembly.exchanges));
  const curl = shown && byHand(check, { shown, write: before, proof: verdict.exchanges }, assembly);
  const answeredOtherwiseAt = assembly.answeredOtherwise?.get(check.id)?.index;
  return {
    replay: assembly.replayOf(check, verdict.exchanges, scenario),
    ...(sentBy === undefined ? {} : { sentBy }),
    ...(write === undefined ? {} : { after: write.index }),
    ...(curl === undefined ? {} : { curl }),
    ...(answeredOtherwiseAt === undefined || curl === undefined ? {} : { answeredOtherwiseAt }),
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
