/** §5.3: after its expiry date a key stops working. */
import { type CaseContext, defineCase, type Operation } from "../case.ts";
import { anotherBody } from "../shared/accepted-submission.ts";
import { expect401, knownIdsAndFeedback, sendable, sendHarmless } from "../shared/all-operations.ts";
import { whereAvailable } from "../shared/expect.ts";
import { conditionsOrOther, expectNotServedWithQuery, readByColleague } from "../shared/unguarded-forms.ts";

/** The run's seed chooses three reads, of which each has another form, and whether the submission is a valid one. */
export const expiredKey = defineCase({
  id: "auth.expired-key",
  clause: "auth.key-expiry",
  claim: "An expired API key is answered with 401 on every endpoint, and served in no form of a request",
  needs: { credential: "expired" },
  async run(context) {
    const expired = context.as("expired");
    const ids = await knownIdsAndFeedback(context);
    const what = "with an expired key (or is `expired` wrong in the target file?)";
    const [afterColleague, conditional, withQuery] = readsInTurn(context);
    const isValid = context.seed % 2 === 1 && !context.isReadOnly;
    const valid = isValid ? await whereAvailable(() => anotherBody(context)) : undefined;
    for (const operation of sendable(context, context.operations)) {
      const name = `${operation.id} ${what}`;
      const send = async () => {
        if (operation.id === "submitFeedback" && valid !== undefined)
          return expired.send(operation.id, { body: valid });
        if (operation === afterColleague) await readByColleague(context, expired, operation, ids);
        return sendHarmless(
          expired,
          operation,
          ids,
          operation === conditional ? conditionsOrOther(context, operation, ids) : [],
        );
      };
      await expect401(context, name, send, `for ${name}`);
      if (operation === withQuery)
        await context.once(`not served: ${name}`, () => expectNotServedWithQuery(expired, operation, ids, ` ${what}`));
    }
  },
});

/** All reads, beginning with the one that the run's seed chooses. */
function readsInTurn({ operations, seed }: CaseContext): readonly Operation[] {
  const reads = operations.filter(({ method }) => method === "GET");
  const start = seed % reads.length;
  return [...reads.slice(start), ...reads.slice(0, start)];
}
