/** §8: whether the rate limit leaves room for an optional case. */
import { remainingOf } from "../../model/rate-limit-headers.ts";
import { type CaseContext, Skip } from "../case.ts";

/** More requests than any optional case sends. */
const minRemaining = 25;

/** True after a 429, since the window was reset after it. Before one, `minRemaining` requests must remain for other cases. */
export function hasRoomInWindow({ operations, exchangesOf }: CaseContext): boolean {
  const sent = operations.flatMap(({ id }) => exchangesOf(id).map(({ exchange }) => exchange));
  if (sent.some(({ status }) => status === 429)) return true;
  const remaining = sent.map(remainingOf).filter((each) => each !== undefined);
  return Math.min(...remaining) >= minRemaining;
}

/** Throws `Skip` if there is no room. */
export function skipUnlessRoomInWindow(context: CaseContext): void {
  if (!hasRoomInWindow(context))
    throw new Skip(
      "needs more requests than remain in the window, and the run does not wait for another: run this check alone with --only; if no request at all is answered 429, see limit.answered-429",
    );
}
