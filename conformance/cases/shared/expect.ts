/** What cases expect of a response; and how they continue if another case judges what is missing. */
import { isAuthenticated } from "../../model/exchange.ts";
import { pathOf } from "../../model/path-of.ts";
import { answerOf } from "../../model/response-text.ts";
import { type CaseContext, type Exchange, Mismatch, NotJudgeable, Skip } from "../case.ts";

/** `after`: earlier exchanges that show why a 2xx is expected. */
export function expectSuccess(exchange: Exchange, what: string, after: readonly Exchange[] = []): void {
  if (!exchange.isSuccess) mismatch(exchange, `a 2xx ${what}`, { after });
}

export function expectStatus(exchange: Exchange, status: number, what: string): void {
  if (exchange.status !== status) mismatch(exchange, `${status} ${what}`);
}

/** Any status but 2xx. (A law finds 5xx.) */
export function expectNotServed(exchange: Exchange, what: string): void {
  if (exchange.isSuccess) mismatch(exchange, `a 4xx ${what}`);
}

/** At most this many characters of the body are in a failure. */
const maxBody = 240;

interface Details {
  /** What is wrong with the response; by default its status and the beginning of its body. */
  readonly actual?: string;
  /** Earlier exchanges that prove `expected` or `actual`. */
  readonly after?: readonly Exchange[];
}

export function mismatch(exchange: Exchange, expected: string, { actual, after = [] }: Details = {}): never {
  throw new Mismatch({
    expected,
    actual: `${exchange.request.method} ${pathOf(exchange)}: ${actual ?? answerOf(exchange, maxBody)}`,
    exchanges: [...new Set(after)].filter((earlier) => earlier !== exchange).concat(exchange),
  });
}

/**
 * Runs all, one after the other, until one cannot be judged. Then throws the first mismatch, which names what the others found; or else
 * why there was no verdict. What was served without valid credentials comes first: it is worse than another rejection than 401.
 */
export async function expectEach(expectations: readonly (() => Promise<void>)[]): Promise<void> {
  const found: Mismatch[] = [];
  for (const expectation of expectations) {
    try {
      await expectation();
    } catch (error) {
      if (error instanceof Mismatch) found.push(error);
      else if (found.length === 0) throw error;
      else break;
    }
  }
  const [first, ...others] = found.toSorted((a, b) => Number(isServedToAnyone(b)) - Number(isServedToAnyone(a)));
  if (first === undefined) return;
  const also = others.flatMap(({ exchanges }) => exchanges.at(-1) ?? []);
  throw new Mismatch({
    expected: first.expected,
    actual: [first.actual, ...also.map((each) => `${each.request.method} ${pathOf(each)}: ${each.status}`)].join(
      "; and ",
    ),
    exchanges: [...new Set([...others, first].flatMap(({ exchanges }) => exchanges))],
  });
}

const isServedToAnyone = ({ exchanges }: Mismatch) =>
  exchanges.slice(-1).some((shown) => shown.isSuccess && !isAuthenticated(shown));

/** The last response: sends until `isExpected` holds, the credentials are rejected, or the declared grace is over. */
export async function eventually(
  context: CaseContext,
  ask: () => Promise<Exchange>,
  isExpected: (exchange: Exchange) => boolean,
): Promise<Exchange> {
  const until = context.now() + context.feedbackGraceMs;
  for (let pauseMs = 250; ; pauseMs *= 2) {
    const exchange = await ask();
    const remainingMs = until - context.now();
    if (isExpected(exchange) || remainingMs <= 0 || exchange.status === 401) return exchange;
    await context.waitForWrite(Math.min(pauseMs, remainingMs), remainingMs);
  }
}

const unless =
  (...expected: readonly (typeof Mismatch | typeof Skip | typeof NotJudgeable)[]) =>
  async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await work();
    } catch (error) {
      if (expected.some((kind) => error instanceof kind)) return undefined;
      throw error;
    }
  };

// Each of these returns what `work` returns, or undefined if `work` throws one of the listed errors. `unlessFailed` takes a skip for a
// failure, too; `whereAvailable` is for what a case can do without.
export const unlessSkipped = unless(Skip);
export const unlessMismatched = unless(Mismatch);
export const unlessNotJudgeable = unless(NotJudgeable);
export const unlessFailed = unless(Skip, Mismatch);
export const whereAvailable = unless(Skip, Mismatch, NotJudgeable);
