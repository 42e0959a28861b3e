import * as fc from "fast-check";
import type { CaseContext, Exchange } from "../case.ts";

/** At most this many smaller values are sent after a failure. */
const maxShrinks = 12;

interface Failing<T> {
  readonly value: T;
  readonly exchange: Exchange;
}

/**
 * Sends `count` values, chosen by the run's seed. If one fails, sends at most `maxShrinks` smaller ones and resolves to
 * the smallest that fails; otherwise to undefined. Rejects with an error of `send`.
 */
export async function smallestFailingValue<T>(
  { seed }: Pick<CaseContext, "seed">,
  values: fc.Arbitrary<T>,
  count: number,
  send: (value: T) => Promise<Exchange>,
  fails: (exchange: Exchange) => boolean,
): Promise<Failing<T> | undefined> {
  let failing: Failing<T> | undefined;
  let unsent: { readonly reason: unknown } | undefined;
  let shrinks = 0;
  const holds = async (value: T) => {
    if (failing !== undefined) shrinks += 1;
    if (shrinks > maxShrinks || unsent !== undefined) return true;
    try {
      const exchange = await send(value);
      if (!fails(exchange)) return true;
      failing = { value, exchange };
      return false;
    } catch (reason) {
      unsent = { reason };
      return true;
    }
  };
  // With its bias, fast-check would begin with the shortest values.
  await fc.check(fc.asyncProperty(values, holds), { seed, numRuns: count, unbiased: true });
  if (failing === undefined && unsent !== undefined) throw unsent.reason;
  return failing;
}
