/** Finds what is guilty of an answer among things that were sent together. */
import type { Exchange } from "../../model/exchange.ts";

/** The smallest part found by halving that still fails: a single one where one alone is guilty. Never asked of the whole. */
export async function guiltyOf<T>(
  all: readonly T[],
  fails: (part: readonly T[]) => Promise<boolean>,
): Promise<readonly T[]> {
  if (all.length <= 1) return all;
  const half = Math.ceil(all.length / 2);
  for (const part of [all.slice(0, half), all.slice(half)]) {
    if (await fails(part)) return guiltyOf(part, fails);
  }
  return all;
}

/** What is guilty, and the exchange that proves it. */
export interface Narrowed<T> {
  readonly guilty: readonly T[];
  readonly exchange: Exchange;
}

/** Narrows down what the answer to `all` is due to: to what is answered with a status of the same class, 2xx, 4xx or 5xx. */
export async function narrowed<T>(
  { guilty: all, exchange }: Narrowed<T>,
  send: (part: readonly T[]) => Promise<Exchange>,
): Promise<Narrowed<T>> {
  let proof = exchange;
  const guilty = await guiltyOf(all, async (part) => {
    const answer = await send(part);
    const isAlike = classOf(answer) === classOf(exchange);
    if (isAlike) proof = answer;
    return isAlike;
  });
  return { guilty, exchange: proof };
}

const classOf = ({ status }: Exchange) => Math.floor(status / 100);
