/** §8: whether the run has crossed the limit, so that the window has reset since. Where it has not, the last cases share the first window with all others. */
import { type CaseContext, Skip } from "../case.ts";

export const hasCrossedLimit = (context: CaseContext): boolean =>
  context.exchangesOf("listProducts").some(({ exchange }) => exchange.status === 429);

/** Throws `Skip` where the limit was not crossed. */
export function needsCrossedLimit(context: CaseContext): void {
  if (!hasCrossedLimit(context))
    throw new Skip(
      "needs a run that crosses the rate limit, after which there is room for more requests: leave none of §8 out",
    );
}
