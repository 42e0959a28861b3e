/** How a body that the server left unread on a connection is reported (`client/unread-bodies.ts`). */
import type { Exchange } from "../../model/exchange.ts";
import { requestName } from "../../model/path-of.ts";
import type { Fail } from "../../model/verdict.ts";

/** What the server does wrong, and what to do. `before`: the request that had the body. */
export const unreadBodyOf = (before: Exchange) =>
  `the body of ${requestName(before)}, which is answered ${before.status}, is left unread on the connection and taken for the beginning of the next request: read it, or close the connection (RFC 9112, 9.3)`;

/** The failure, with what came before it on the connection. */
export const afterUnreadBody = (failure: Fail, before: Exchange): Fail => ({
  ...failure,
  actual: `${failure.actual}; only after ${requestName(before)} on the same connection, whose body was left unread`,
});
