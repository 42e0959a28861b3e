/** §5.1: the bearer value may be a session token, at every endpoint. */
import { defineCase, isServerError } from "../case.ts";
import { knownIdsAndFeedback } from "../shared/all-operations.ts";
import { mismatch } from "../shared/expect.ts";
import { isDeclaredDenied } from "../shared/permitted.ts";
import { hasRoomInWindow } from "../shared/room-in-window.ts";

/** At least this many reads are sent in each run, chosen by the seed; all but one of them if the window has room. */
const minReads = 5;

/**
 * Which roles may call an endpoint is open (§5.7), so only a 5xx or a 401 proves that it does not accept sessions.
 * These reads are sent late, since the other cases need the first window.
 */
export const sessionOnEveryRead = defineCase({
  id: "auth.session-on-every-read",
  clause: "auth.bearer",
  claim: "A session that reads products or feedback is answered neither 401 nor 5xx, and for the installation no 5xx",
  needs: { credential: "session" },
  lane: "late",
  async run(context) {
    const actor = context.as("session");
    const parameters = await knownIdsAndFeedback(context);
    const reads = context.operations
      .filter(({ id }) => /^(?:get|list)(?!Me$|Member|Organization)/.test(id))
      .filter(({ id }) => !isDeclaredDenied(actor.caller, id));
    const always = context.sample(reads, minReads);
    const others = context.sample(
      reads.filter((read) => !always.includes(read)),
      reads.length - minReads - 1,
    );
    for (const [at, { id, parameters: names }] of [...always, ...others].entries()) {
      // If the limit is not crossed, these reads share the first window with all other cases.
      if (at >= minReads && !hasRoomInWindow(context)) return;
      const given = Object.fromEntries(names.map((name) => [name, parameters[name as keyof typeof parameters]]));
      const exchange = await actor.read(id, given);
      // The installation belongs to the calling API key, so a session may count as no credentials there.
      const may401 = id === "getInstallation";
      const isRejected = exchange.status === 401 && !may401;
      if (isRejected || isServerError(exchange))
        mismatch(
          exchange,
          `a 2xx or a 4xx${may401 ? "" : " other than 401"} for ${id} with the session ${actor.caller.label}`,
        );
    }
  },
});
