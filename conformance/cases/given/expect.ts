/** What cases expect of an answer. Each throws `Mismatch` with what was expected and what came. */
import { Mismatch } from "../../model/check.ts";
import type { Exchange } from "../../model/exchange.ts";
import { answerOf, pathOf } from "../../model/response-text.ts";

/** `after`: what came before it and is needed to see why a 2xx is expected. */
export function expectSuccess(exchange: Exchange, what: string, after: readonly Exchange[] = []): void {
  if (!exchange.isSuccess) mismatch(exchange, `a 2xx ${what}`, { after });
}

export function expectStatus(exchange: Exchange, status: number, what = ""): void {
  if (exchange.status !== status) mismatch(exchange, what === "" ? String(status) : `${status} ${what}`);
}

/** A 4xx: the caller's error, whichever the target chose. */
export function expectRefused(exchange: Exchange, what: string): void {
  if (exchange.isSuccess) mismatch(exchange, `a 4xx ${what}`);
}

/** What else a mismatch tells. */
interface Told {
  /** What is wrong with the answer; its status and the beginning of its body by default. */
  readonly actual?: string;
  /** The exchanges on which `expected` or `actual` rests besides. */
  readonly after?: readonly Exchange[];
}

export function mismatch(exchange: Exchange, expected: string, { actual, after = [] }: Told = {}): never {
  throw new Mismatch({
    expected,
    actual: `${exchange.request.method} ${pathOf(exchange)}: ${actual ?? answerOf(exchange)}`,
    exchanges: [...new Set(after)].filter((one) => one !== exchange).concat(exchange),
  });
}
