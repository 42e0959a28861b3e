/** The failure for a body that the server left unread on a connection (`client/unread-bodies.ts`). */
import type { Exchange } from "../../model/exchange.ts";
import { requestName } from "../../model/path-of.ts";
import type { Fail } from "../../model/verdict.ts";

/** A sentence about the fault and its remedy. `before`: the request with the unread body. */
export const describeUnreadBody = (before: Exchange) =>
  `the body of ${requestName(before)}, which is answered ${before.status}, is left unread on the connection and taken for the beginning of the next request: read it, or close the connection (RFC 9112, 9.3)`;

/** The failure, with the request that came before it on the connection. */
export const afterUnreadBody = (failure: Fail, before: Exchange): Fail => ({
  ...failure,
  actual: `${failure.actual}; only after ${requestName(before)} on the same connection, whose body was left unread`,
});
