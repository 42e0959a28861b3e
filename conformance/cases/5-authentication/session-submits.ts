/** §5.1: the bearer value may be a session token, also for a submission. */
import { defineCase, isServerError } from "../case.ts";
import { acceptedSubmission, anotherBody } from "../shared/accepted-submission.ts";
import { mismatch } from "../shared/expect.ts";
import { skipUnlessRoomInWindow } from "../shared/room-in-window.ts";

/** The roles are open (§5.7), and the session may be of another organization. So any 4xx but 401 is legal. */
export const sessionSubmits = defineCase({
  id: "auth.session-submits",
  clause: "auth.bearer",
  claim: "A session's submission, like one that was accepted, is answered neither 401 nor 5xx",
  needs: { credential: "session", writes: true },
  lane: "late",
  async run(context) {
    const { exchange: accepted } = await acceptedSubmission(context);
    skipUnlessRoomInWindow(context);
    const actor = context.as("session");
    const exchange = await actor.send("submitFeedback", { body: await anotherBody(context) });
    if (exchange.status === 401 || isServerError(exchange))
      mismatch(exchange, `a 2xx or a 4xx other than 401 for a submission with the session ${actor.caller.label}`, {
        after: [accepted],
      });
  },
});
