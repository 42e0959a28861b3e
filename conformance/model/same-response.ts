/** Responses that are the same in everything: one of them was given twice. */
import { type Exchange, overlap } from "./exchange.ts";

const isSame = ({ response: a }: Exchange, { response: b }: Exchange) =>
  a !== undefined &&
  a.body === b?.body &&
  a.status === b.status &&
  JSON.stringify(a.headers) === JSON.stringify(b.headers);

/** The requests in flight at the same time that were given the same response, with the same headers and body. */
export const repeatedIn = (exchange: Exchange, exchanges: readonly Exchange[]): readonly Exchange[] =>
  exchanges.filter((other) => other !== exchange && overlap(other, exchange) && isSame(other, exchange));
