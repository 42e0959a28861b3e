/** §5.1: the bearer value may be a session token, for every endpoint. */
import { defineCase, isServerError } from "../case.ts";
import { knownIdsAndFeedback } from "../given/all-operations.ts";
import { mismatch } from "../given/expect.ts";
import { hasRoomInWindow } from "../given/room-in-window.ts";

/** So many are sent in each run, chosen by the seed; all of them where the window has room. */
const minReads = 6;

/**
 * Which roles may call an endpoint is open (§5.7): only a 5xx or a 401 shows that a session is not understood there. The first
 * window is needed for the other cases, so these reads come last.
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
    const reads = context.operations.filter(({ id }) => /^(?:get|list)(?!Me$|Member|Organization)/.test(id));
    for (const [at, { id, parameters: names }] of context.sample(reads, reads.length).entries()) {
      // Where the limit is not crossed, they share the first window with all other cases.
      if (at >= minReads && !hasRoomInWindow(context)) return;
      const given = Object.fromEntries(names.map((name) => [name, parameters[name as keyof typeof parameters]]));
      const exchange = await actor.read(id, given);
      // The installation is that of the calling API key: a session may count as no credentials there.
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
