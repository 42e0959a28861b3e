/** §7.1 applies to every error response, also to too large a body. The maximum size is not shown (§8). */
import { defineCase, type Exchange, isServerError, NotJudgeable } from "../case.ts";
import { harmlessBodies } from "../shared/all-operations.ts";
import { operationsFor } from "../shared/chosen-operations.ts";
import { mismatch, unlessNotJudgeable } from "../shared/expect.ts";
import { spareKey } from "../shared/permitted.ts";
import { expectErrorLike } from "../shared/undeclared.ts";
import { spareWriter } from "../shared/writers.ts";

/** In characters. Larger than the default maximum of most body parsers and proxies. */
const padding = "~".repeat(2.5 * 1024 * 1024);

/** Written as text, because serializing it would take as long as the request. */
const withPadding = (body: unknown) =>
  JSON.stringify({ ...Object(body), padding: "" }).replace(/""\}$/, () => `"${padding}"}`);

export const oversizedBodyAnswered = defineCase({
  id: "error.oversized-body",
  clause: "error.undeclared",
  claim: "A body of 2.5 MiB, if it is rejected, gets an error body and the rate limit headers",
  needs: { credential: "key", writes: true },
  async run(context) {
    const declared = await spareKey(context).read("listProducts");
    const causes = "an oversized body";
    for (const operation of operationsFor(context, causes)) {
      const { actor, parameters } = await spareWriter(context, operation);
      const rawBody = withPadding(harmlessBodies[operation]);
      try {
        const exchange = await actor.send(operation, {
          parameters,
          rawBody,
          undeclared: {},
          intent: "invalid",
          causes,
        });
        if (isServerError(exchange))
          await expectNoCrash(exchange, () =>
            actor.send(operation, { parameters, body: harmlessBodies[operation], intent: "invalid" }),
          );
        expectErrorLike(declared, exchange, " for a body of 2.5 MiB");
      } catch (error) {
        // A target may close the connection before it has read the whole body. Then there is no response to judge.
        const isUnanswered = error instanceof NotJudgeable && error.exchange !== undefined;
        if (!isUnanswered || error.exchange.response !== undefined) throw error;
      }
    }
  },
});

/** Sent only after a 5xx: where a small body is answered so, too, the size is not the reason. No answer after a 5xx tells less than the 5xx. */
async function expectNoCrash(large: Exchange, sendSmall: () => Promise<Exchange>): Promise<void> {
  const small = await unlessNotJudgeable(sendSmall);
  if (small === undefined || !isServerError(small)) return;
  if (small.response !== undefined || large.response === undefined)
    mismatch(small, `a 4xx for ${small.request.body}, of any size`, { after: [large] });
}
