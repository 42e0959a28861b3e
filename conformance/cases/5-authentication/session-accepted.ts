/** §5.1: the bearer value may be a session token. */
import { defineCase, Skip } from "../case.ts";
import { mismatch } from "../shared/expect.ts";

export const sessionAccepted = defineCase({
  id: "auth.session-accepted",
  clause: "auth.bearer",
  claim: "A request with Authorization: Bearer and a session token is served",
  needs: { credential: "session" },
  failsWithout: "session",
  async run(context) {
    const actor = context.as("session");
    const rejections: string[] = [];
    for (const operation of ["getMe", "listOrganizations", "listProducts"] as const) {
      const exchange = await actor.read(operation);
      if (exchange.isSuccess) return;
      if (exchange.status === 401) mismatch(exchange, `a 2xx with the session ${actor.caller.label}`);
      rejections.push(`${operation}: ${exchange.status}`);
    }
    throw new Skip(`needs a session that may read something: ${rejections.join(", ")}; add one to the target file`);
  },
});
