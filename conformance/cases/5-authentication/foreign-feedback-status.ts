/** §5.2: a key is scoped to one organization, so another's feedback cannot be read with it. */
import { stringIn } from "../../model/body.ts";
import { type Actor, type CaseContext, defineCase, type Exchange, Skip } from "../case.ts";
import { acceptancesOf, issuedToBoth, wasIssuedTo } from "../shared/acceptances.ts";
import { acceptedSubmission } from "../shared/accepted-submission.ts";
import { readForeign } from "../shared/conditions.ts";
import { mismatch } from "../shared/expect.ts";
import { type FeedbackNumber, isCertainlyOfAnother, numberIn } from "../shared/feedback-numbers.ts";
import { feedbackIdOf } from "../shared/feedback-status.ts";
import { expectNoStatus, showsStatusOf } from "../shared/foreign-status.ts";
import { itemsOf } from "../shared/lists.ts";
import { bothKeys } from "../shared/tenant-keys.ts";
import { uniqueMark } from "../shared/unique-names.ts";

export const foreignFeedbackStatus = defineCase({
  id: "scope.foreign-feedback-status",
  clause: "auth.scope",
  claim: "A key cannot read the status of another organization's feedback",
  needs: { credential: "other-organization", writes: true },
  async run(context) {
    const [, other] = bothKeys(context);
    const { actor, exchange } = await acceptedSubmission(context);
    const feedbackId = feedbackIdOf(exchange);
    // The owner has read this status just before: a target that caches responses must not show it to another key.
    const own = await actor.send("getFeedbackStatus", { parameters: { feedbackId } });
    const status = await readForeign(context, other, "getFeedbackStatus", { feedbackId });
    if (!showsStatusOf(context, status, { actor, exchange, feedbackId })) {
      if (stringIn(status, "status") !== undefined && status.isSuccess) throw statusOfUnknown(status);
      if (own.isSuccess) return;
      throw new Skip(
        `the organization itself cannot read the status of its feedback: ${own.status}; see answers.getFeedbackStatus`,
        ["getFeedbackStatus"],
      );
    }
    if (wasIssuedTo(context, other, feedbackId)) {
      await expectNoLaterStatus(context, other, exchange);
      throw new Skip(issuedToBoth(feedbackId), ["submitFeedback"]);
    }
    const parameters = { feedbackId: context.unissuedId(feedbackId) };
    const unknown = await other.send("getFeedbackStatus", { parameters, intent: "unknown-id" });
    if (unknown.isSuccess)
      throw new Skip("an unknown feedbackId is answered with a success, too: see error.unknown-ids");
    const asked = numberIn(feedbackId);
    const numbered = asked === undefined ? [] : await submissionsThatProve(context, other, asked);
    if (numbered === undefined) {
      await expectNoLaterStatus(context, other, exchange);
      throw new Skip(
        "each organization may number its own feedback, so that this may be the other's own: feedbackIds of 16 random characters would be judged",
      );
    }
    mismatch(status, `a 4xx for feedback of ${exchange.organization}, another organization than the key's`, {
      after: [exchange, unknown, ...numbered],
    });
  },
});

/**
 * The skip for a foreign feedbackId that is answered with another status than its owner is shown. That status may say that there is no such
 * feedback: the document does not show which values a status has.
 */
const statusOfUnknown = ({ status }: Exchange) =>
  new Skip(
    `the feedbackId of another organization is answered ${status} with a status, though not as the one that its owner is shown: check on the server whose it is; see error.unknown-ids`,
    ["getFeedbackStatus"],
  );

/** The last submission of the owner may have a number that the other organization has not reached yet. */
async function expectNoLaterStatus(context: CaseContext, other: Actor, { organization }: Exchange): Promise<void> {
  const last = acceptancesOf(context).findLast((each) => each.exchange.organization === organization);
  if (last !== undefined && isCertainlyOfAnother(context, other, last.feedbackId))
    await expectNoStatus(context, other, last);
}

/**
 * Sends at most four more submissions, the second and the fourth for the other organization. Returns them if they prove that the
 * number asked for is not the other's: the numbers of both rise together, or the other's own ones, which are consecutive, have not
 * reached it. A server that numbers each organization's feedback separately gives the owner's two neighbouring numbers.
 */
async function submissionsThatProve(
  context: CaseContext,
  other: Actor,
  asked: FeedbackNumber,
): Promise<readonly Exchange[] | undefined> {
  const { actor, references, bodyFor } = await acceptedSubmission(context);
  const [product] = await itemsOf(other, "listProducts");
  if (product === undefined) return undefined;
  const submit = async (caller: Actor, ids: { readonly productId: string }) =>
    caller.send("submitFeedback", { body: bodyFor(ids, await uniqueMark(context)) });
  const submissions = [
    await submit(actor, references),
    await submit(other, { productId: product.id }),
    await submit(actor, references),
  ];
  const [first, second, third] = submissions.map((submission) => numberIn(feedbackIdOf(submission)));
  // These are random identifiers that end in digits.
  if (first?.prefix !== third?.prefix) return submissions;
  if (first === undefined || second === undefined || third === undefined) return undefined;
  if (first.value < second.value && second.value < third.value) return submissions;
  if (second.prefix !== asked.prefix || second.value + 1n >= asked.value) return undefined;
  const again = await submit(other, { productId: product.id });
  return numberIn(feedbackIdOf(again))?.value === second.value + 1n ? [...submissions, again] : undefined;
}
