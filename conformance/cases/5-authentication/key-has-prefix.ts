/** §5.5: the form of an API key. The prefix itself is open, and no part of a key is reported. */
import { keyPrefixOf } from "../../model/key-form.ts";
import { defineCase, Mismatch, Skip } from "../case.ts";
import { keyActors } from "../shared/permitted.ts";

export const keyHasPrefix = defineCase({
  id: "auth.key-has-prefix",
  clause: "auth.key-form",
  claim: "An API key begins with <prefix>_key_",
  needs: { credential: "key" },
  async run(context) {
    const actors = keyActors(context);
    if (actors.length === 0) throw new Skip(context.missing("key"));
    for (const actor of actors) {
      if (keyPrefixOf(actor.caller.credential?.token ?? "") !== undefined) continue;
      const exchanges = [await actor.read("getInstallation")];
      throw new Mismatch({
        expected: `${actor.caller.label} to begin with <prefix>_key_`,
        actual: "it begins otherwise",
        exchanges,
      });
    }
  },
});
