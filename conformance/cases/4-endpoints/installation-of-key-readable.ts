/** §4, endpoint 18. */
import { defineEndpointCase, type Exchange, Skip } from "../case.ts";
import { mismatch } from "../shared/expect.ts";
import { buildEndpointFirst, keyActors } from "../shared/permitted.ts";

export const installationOfKeyReadable = defineEndpointCase("getInstallation", {
  claim: "The installation of an API key can be read with it",
  needs: { credential: "key" },
  lane: "first",
  async run(context) {
    const rejections: Exchange[] = [];
    for (const actor of keyActors(context)) {
      const exchange = await actor.read("getInstallation");
      if (exchange.isSuccess) return;
      if (isFault(exchange)) mismatch(exchange, "a 2xx for getInstallation, or a 4xx if the key has no installation");
      rejections.push(exchange);
    }
    if (rejections.length === 0) throw new Skip(context.missing("key"));
    const answers = rejections.map(({ credential, status }) => `${credential} was answered ${status}`).join(", ");
    throw new Skip(
      `needs an API key with an installation that it may read: ${answers}; ${buildEndpointFirst(rejections)}add one to the target file`,
    );
  },
});

/** Neither a success nor a legal answer to a key without an installation: the endpoint does not exist, or fails. */
const isFault = ({ status }: Exchange) => status < 400 || status >= 500 || [401, 405].includes(status);
