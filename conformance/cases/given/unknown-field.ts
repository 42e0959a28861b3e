/** §4, endpoint 12: whether a target refuses a field because it does not know it, or for its value, which may be too small or too large. */
import type { Actor, Exchange } from "../case.ts";
import { errorTextOf, issuesOf } from "./error-response.ts";
import { mismatch } from "./expect.ts";

/**
 * Throws `Mismatch` where an update with this field alone is refused in the words for a field that no update has, and those are not
 * the words for everything.
 */
export async function expectKnownField(actor: Actor, name: string, value: unknown, refusal: Exchange): Promise<void> {
  if (issuesOf(refusal).length === 0) return;
  const otherName = `${name}x`;
  const intent = "invalid";
  const other = await actor.send("updateMe", { body: { [otherName]: value }, intent });
  if (errorTextOf(other).replaceAll(otherName, name) !== errorTextOf(refusal)) return;
  const wrong = await actor.send("updateMe", { body: { preferences: "not an object" }, intent });
  if (errorTextOf(wrong) === errorTextOf(refusal)) return;
  mismatch(refusal, `${name} to be accepted, or refused for its value, not as a field that does not exist`, {
    after: [other, wrong],
  });
}
