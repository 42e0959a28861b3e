/** What cases expect of a response. Each function throws `Mismatch`, with what was expected and what came. */
import { Mismatch } from "../../model/check.ts";
import type { Exchange } from "../../model/exchange.ts";
import { answerOf, pathOf } from "../../model/response-text.ts";

/** `after`: earlier exchanges that show why a 2xx is expected. */
export function expectSuccess(exchange: Exchange, what: string, after: readonly Exchange[] = []): void {
  if (!exchange.isSuccess) mismatch(exchange, `a 2xx ${what}`, { after });
}

export function expectStatus(exchange: Exchange, status: number, what: string): void {
  if (exchange.status !== status) mismatch(exchange, `${status} ${what}`);
}

/** Anything but a 2xx: no 5xx is a law of its own. */
export function expectRefused(exchange: Exchange, what: string): void {
  if (exchange.isSuccess) mismatch(exchange, `a 4xx ${what}`);
}

interface Details {
  /** What is wrong with the response; by default its status and the beginning of its body. */
  readonly actual?: string;
  /** Earlier exchanges on which `expected` or `actual` rests. */
  readonly after?: readonly Exchange[];
}

export function mismatch(exchange: Exchange, expected: string, { actual, after = [] }: Details = {}): never {
  throw new Mismatch({
    expected,
    actual: `${exchange.request.method} ${pathOf(exchange)}: ${actual ?? answerOf(exchange)}`,
    exchanges: [...new Set(after)].filter((earlier) => earlier !== exchange).concat(exchange),
  });
}
