/** What cases read from a response and expect of it; and how they go on where another case judges what is missing. */
import { pathOf } from "../../model/path-of.ts";
import { answerOf } from "../../model/response-text.ts";
import { type CaseContext, type Exchange, Mismatch, Skip, Unanswered } from "../case.ts";

/** `after`: earlier exchanges that show why a 2xx is expected. */
export function expectSuccess(exchange: Exchange, what: string, after: readonly Exchange[] = []): void {
  if (!exchange.isSuccess) mismatch(exchange, `a 2xx ${what}`, { after });
}

export function expectStatus(exchange: Exchange, status: number, what: string): void {
  if (exchange.status !== status) mismatch(exchange, `${status} ${what}`);
}

/** Anything but a 2xx: no 5xx is a law of its own. */
export function expectNotServed(exchange: Exchange, what: string): void {
  if (exchange.isSuccess) mismatch(exchange, `a 4xx ${what}`);
}

/** Characters of the body in a failure. */
const maxBody = 240;

interface Details {
  /** What is wrong with the response; by default its status and the beginning of its body. */
  readonly actual?: string;
  /** Earlier exchanges on which `expected` or `actual` rests. */
  readonly after?: readonly Exchange[];
}

export function mismatch(exchange: Exchange, expected: string, { actual, after = [] }: Details = {}): never {
  throw new Mismatch({
    expected,
    actual: `${exchange.request.method} ${pathOf(exchange)}: ${actual ?? answerOf(exchange, maxBody)}`,
    exchanges: [...new Set(after)].filter((earlier) => earlier !== exchange).concat(exchange),
  });
}

/** Asks until `isExpected` holds, the credentials are rejected, or the declared grace is over; the last answer. */
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
  (...expected: readonly (typeof Mismatch | typeof Skip | typeof Unanswered)[]) =>
  async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await work();
    } catch (error) {
      if (expected.some((kind) => error instanceof kind)) return undefined;
      throw error;
    }
  };

/** What `work` returns; undefined where it throws `Skip`. */
export const unlessSkipped = unless(Skip);

/** What `work` returns; undefined where it throws `Mismatch`. */
export const unlessMismatched = unless(Mismatch);

/** What `work` returns; undefined where it throws `Unanswered`. */
export const unlessUnanswered = unless(Unanswered);

/** What `work` returns; undefined where it throws `Mismatch` or `Skip`. */
export const unlessFailed = unless(Skip, Mismatch);

/** What `work` returns; undefined where the target does not let it, for whatever reason. */
export const whereAvailable = unless(Skip, Mismatch, Unanswered);
