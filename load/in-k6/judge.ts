/** Judges each response of a virtual user by the suite's laws, at once. Pure but for its counts. */
import type { Finding, Judgement, Law, LawContext } from "../../conformance/check.ts";
import type { Exchange } from "../../conformance/exchange.ts";
import * as headers from "../../conformance/laws/rate-limit-headers.ts";

/** How many exchanges a law has judged, and how many of them failed. */
interface Counts {
  judged: number;
  failed: number;
}
export type Tally = ReadonlyMap<Law, Counts>;

export interface Judge {
  judge(exchange: Exchange): void;
  /** What each law has said so far. */
  tally(): Tally;
  /** How many judgements there were since it was asked last. */
  takeJudged(): number;
}

/** Told of every finding; `isFirst`: the first of this law. */
export type OnFinding = (law: Law, finding: Finding, isFirst: boolean) => void;

/** They look at what changes with each answer. */
const isAboutHeaders = (law: Law) => Object.values(headers).some((one) => one === law);

/** So many answers are remembered, and only such as are not longer, in characters. */
const most = { answers: 200, length: 8192 };

/** What was said of an answer, and how often it has come again since it was counted. */
interface Known {
  readonly counts: readonly Counts[];
  times: number;
}

export function createJudge(laws: readonly Law[], context: LawContext, onFinding: OnFinding): Judge {
  const tally = new Map<Law, Counts>();
  let judgedSince = 0;
  /** Its counts, where the law has anything to say. */
  function count(law: Law, judgement: Judgement): Counts | undefined {
    if (judgement.verdict === "not-applicable") return undefined;
    let counts = tally.get(law);
    if (counts === undefined) {
      counts = { judged: 0, failed: 0 };
      tally.set(law, counts);
    }
    counts.judged += 1;
    judgedSince += 1;
    if (judgement.verdict !== "fail") return counts;
    counts.failed += 1;
    onFinding(law, judgement, counts.failed === 1);
    return counts;
  }

  /** `keyOf`: what all exchanges have in common of which these laws say the same; where they held it is remembered. */
  function judgeBy(some: readonly Law[], keyOf: (exchange: Exchange) => string | undefined) {
    const known = new Map<string, Known>();
    const settle = () => {
      for (const one of known.values()) {
        for (const counts of one.counts) counts.judged += one.times;
        one.times = 0;
      }
    };
    const judge = (exchange: Exchange): void => {
      const key = keyOf(exchange);
      const before = key === undefined ? undefined : known.get(key);
      if (before !== undefined) {
        before.times += 1;
        judgedSince += before.counts.length;
        return;
      }
      const judgements = some.map((law) => ({ law, judgement: law.judge(exchange, context) }));
      const counts = judgements.flatMap(({ law, judgement }) => count(law, judgement) ?? []);
      if (key === undefined || judgements.some(({ judgement }) => judgement.verdict === "fail")) return;
      if (known.size >= most.answers) {
        settle();
        known.clear();
      }
      known.set(key, { counts, times: 0 });
    };
    return { judge, settle };
  }

  const byHeaders = judgeBy(laws.filter(isAboutHeaders), sameHeaders);
  const byAnswer = judgeBy(
    laws.filter((law) => !isAboutHeaders(law)),
    sameAnswer,
  );
  return {
    judge(exchange) {
      byHeaders.judge(exchange);
      byAnswer.judge(exchange);
    },
    tally() {
      byHeaders.settle();
      byAnswer.settle();
      return tally;
    },
    takeJudged() {
      const count = judgedSince;
      judgedSince = 0;
      return count;
    },
  };
}

/**
 * Two exchanges with the same text here are the same to the laws about the rate limit's headers; a test holds the laws to it.
 * What is left, where it is written as it mostly is and lies within the limit, is told by an `n`: it is another with each
 * answer. Undefined where no answer came.
 */
export function sameHeaders(exchange: Exchange): string | undefined {
  if (exchange.status === 0) return undefined;
  const { operation, kind } = exchange;
  const limit = exchange.header("x-ratelimit-limit");
  const left = exchange.header("x-ratelimit-remaining");
  const isUsual = left !== undefined && usual.test(left) && Number(left) <= Number(limit);
  return `${operation === undefined} ${kind} ${limit} ${isUsual ? "n" : left} ${exchange.header("x-ratelimit-reset")}`;
}

const usual = /^(?:0|[1-9]\d{0,14})$/;

/**
 * Two exchanges with the same text here are the same to every law that is not about the rate limit's headers: a test holds the
 * laws to it. Undefined where it is not worth remembering.
 */
export function sameAnswer(exchange: Exchange): string | undefined {
  const { operation, kind, intent, request, response, holdsKey } = exchange;
  if (response === undefined || response.body.length > most.length || request.body !== "") return undefined;
  const { status, isUtf8, isCut, body } = response;
  const type = exchange.header("content-type");
  return `${operation} ${kind} ${intent} ${request.headers.length} ${holdsKey} ${status} ${isUtf8} ${isCut} ${type}\n${body}`;
}
