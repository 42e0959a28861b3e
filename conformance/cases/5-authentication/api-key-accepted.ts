/** §5.1: the bearer value may be an API key. */
import { defineCase, Skip } from "../case.ts";
import { expectSuccess } from "../shared/expect.ts";

export const apiKeyAccepted = defineCase({
  id: "auth.key-accepted",
  clause: "auth.bearer",
  claim: "A request with Authorization: Bearer and an API key is served",
  needs: { credential: "key" },
  failsWithout: "api-key",
  async run(context) {
    const actor = context.as("key");
    if (actor.caller.kind !== "api-key") throw new Skip(context.missing("key"));
    expectSuccess(await actor.read("listProducts"), `with the API key ${actor.caller.label}`);
  },
});
