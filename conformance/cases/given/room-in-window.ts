/** §8: whether the rate limit has room for a case that the run can do without. */
import { remainingOf } from "../../model/rate-limit-headers.ts";
import { type CaseContext, Skip } from "../case.ts";

/** More requests than any such case sends. */
const enough = 25;

/** True after a 429, since the window was reset after it. Without one, all cases share the first window, and `enough` must remain. */
export function hasRoomInWindow({ operations, exchangesOf }: CaseContext): boolean {
  const sent = operations.flatMap(({ id }) => exchangesOf(id).map(({ exchange }) => exchange));
  if (sent.some(({ status }) => status === 429)) return true;
  const remaining = sent.map(remainingOf).filter((each) => each !== undefined);
  return Math.min(...remaining) >= enough;
}

/** Throws `Skip` where it has not. */
export function needsRoomInWindow(context: CaseContext): void {
  if (!hasRoomInWindow(context))
    throw new Skip(
      "needs more requests than the window has left, as the limit was not crossed: nothing is to be done, or run it by itself with --only",
    );
}
