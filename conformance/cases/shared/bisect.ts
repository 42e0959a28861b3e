/** Finds which of several things in one request causes a response. */
import type { Exchange } from "../case.ts";

/** The part of the items that still fails, halved until neither half fails alone. Does not call `fails` with all items. */
export async function smallestFailing<T>(
  all: readonly T[],
  fails: (part: readonly T[]) => Promise<boolean>,
): Promise<readonly T[]> {
  if (all.length <= 1) return all;
  const half = Math.ceil(all.length / 2);
  for (const part of [all.slice(0, half), all.slice(half)]) {
    if (await fails(part)) return smallestFailing(part, fails);
  }
  return all;
}

/** The cause of a response, and the exchange that proves it. */
export interface Cause<T> {
  readonly items: readonly T[];
  readonly exchange: Exchange;
}

/** Narrows the items down to those that cause a status of the same class: 2xx, 4xx or 5xx. */
export async function bisect<T>(
  { items, exchange }: Cause<T>,
  send: (part: readonly T[]) => Promise<Exchange>,
): Promise<Cause<T>> {
  let proof = exchange;
  const smallest = await smallestFailing(items, async (part) => {
    const answer = await send(part);
    const isSameClass = classOf(answer) === classOf(exchange);
    if (isSameClass) proof = answer;
    return isSameClass;
  });
  return { items: smallest, exchange: proof };
}

const classOf = ({ status }: Exchange) => Math.floor(status / 100);
