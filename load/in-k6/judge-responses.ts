/** Judges each response by the suite's laws when it comes. */
import * as headers from "../../conformance/laws/rate-limit-headers.ts";
import { judgesOperation, type Law, type LawContext } from "../../conformance/model/check.ts";
import { type Exchange, isOverloaded } from "../../conformance/model/exchange.ts";
import { isRejectedByHttpServer } from "../../conformance/model/rejected-by-http-server.ts";
import { type Fail, notApplicable, type Verdict } from "../../conformance/model/verdict.ts";

/** The number of exchanges that a law has judged, and on how many it failed. */
interface Counts {
  judged: number;
  failed: number;
}
export type CountsByLaw = ReadonlyMap<Law, Counts>;

interface ResponseJudge {
  judge(exchange: Exchange): void;
  countsByLaw(): CountsByLaw;
  /** The number of judgements since the last call. */
  takeJudgedCount(): number;
}

/** Called for every failure. `isFirst`: this law has not failed before. */
type OnFailure = (law: Law, finding: Fail, isFirst: boolean) => void;

const isAboutHeaders = (law: Law) => Object.values(headers).some((headerLaw) => headerLaw === law);

const maxRemembered = 200;
/** In characters. */
const maxBodyLength = 8192;

export function createResponseJudge(laws: readonly Law[], context: LawContext, onFailure: OnFailure): ResponseJudge {
  const countsByLaw = new Map<Law, Counts>();
  let judgedCount = 0;

  function countsOf(law: Law): Counts {
    const counts = countsByLaw.get(law) ?? { judged: 0, failed: 0 };
    countsByLaw.set(law, counts);
    return counts;
  }

  function judgeBy(law: Law, exchange: Exchange): Verdict["verdict"] {
    const judgement = judgesOperation(law, exchange.operation) ? law.judge(exchange, context) : notApplicable;
    if (judgement.verdict === "not-applicable") return judgement.verdict;
    const counts = countsOf(law);
    counts.judged += 1;
    judgedCount += 1;
    if (judgement.verdict === "fail") {
      counts.failed += 1;
      onFailure(law, judgement, counts.failed === 1);
    }
    return judgement.verdict;
  }

  function countAgain(passed: readonly Counts[]): void {
    for (const counts of passed) counts.judged += 1;
    judgedCount += passed.length;
  }

  /** `keyOf` returns the same key for exchanges that these laws judge alike. If no law fails on the first of them, the others are only counted. */
  function remembering(these: readonly Law[], keyOf: (exchange: Exchange) => string | undefined) {
    const passedByKey = new Map<string | undefined, readonly Counts[]>();
    return (exchange: Exchange): void => {
      const key = keyOf(exchange);
      const remembered = passedByKey.get(key);
      if (remembered !== undefined) return void countAgain(remembered);
      const verdicts = these.map((law) => judgeBy(law, exchange));
      if (key === undefined || verdicts.includes("fail")) return;
      if (passedByKey.size >= maxRemembered) passedByKey.clear();
      passedByKey.set(key, these.filter((_, at) => verdicts[at] === "pass").map(countsOf));
    };
  }

  const judgeHeaders = remembering(laws.filter(isAboutHeaders), headersKey);
  const judgeContent = remembering(
    laws.filter((law) => !isAboutHeaders(law)),
    contentKey,
  );
  return {
    judge(exchange) {
      judgeHeaders(exchange);
      judgeContent(exchange);
    },
    countsByLaw: () => countsByLaw,
    takeJudgedCount() {
      const count = judgedCount;
      judgedCount = 0;
      return count;
    },
  };
}

/**
 * All properties of an exchange that the laws about the rate limit's headers read; a test checks that. `X-RateLimit-Remaining` differs
 * in each response, so `n` stands for any integer within the limit. Undefined if no response came.
 */
function headersKey(exchange: Exchange): string | undefined {
  if (exchange.status === 0) return undefined;
  const { operation, kind } = exchange;
  const limit = exchange.header("x-ratelimit-limit");
  const remaining = exchange.header("x-ratelimit-remaining");
  const isOrdinary = remaining !== undefined && plainInteger.test(remaining) && Number(remaining) <= Number(limit);
  const reset = exchange.header("x-ratelimit-reset");
  return `${operation === undefined} ${kind} ${isRejectedByHttpServer(exchange)} ${limit} ${isOrdinary ? "n" : remaining} ${reset}`;
}

const plainInteger = /^(?:0|[1-9]\d{0,14})$/;

/** All properties that the other laws read; a test checks that. Undefined without a response, with a request body, or for a long response. */
function contentKey(exchange: Exchange): string | undefined {
  const { operation, kind, intent, request, response, holdsKey } = exchange;
  if (response === undefined || response.body.length > maxBodyLength || request.body !== "") return undefined;
  const { status, isUtf8, isCut, body } = response;
  const type = exchange.header("content-type");
  const asked = `${operation} ${kind} ${intent} ${request.headers.length} ${holdsKey}`;
  return `${asked} ${status} ${isOverloaded(exchange)} ${isRejectedByHttpServer(exchange)} ${isUtf8} ${isCut} ${type}\n${body}`;
}
