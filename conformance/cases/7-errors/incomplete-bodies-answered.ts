/**
 * §7: which fields a body must have is not shown (§2.11). So a body that lacks some is accepted, or rejected as the
 * caller's error. Bodies with unknown identifiers, without content and empty bodies are sent, too; only the laws judge
 * the responses to these.
 */
import { type Field, fieldsOf, isStructured, nameOf } from "../../generate/fields.ts";
import { type Body, valueAt, withoutValue, withValue } from "../../generate/place.ts";
import { requestBodyOf } from "../../generate/request-body.ts";
import { halfCharacter } from "../../generate/texts.ts";
import { listItems } from "../../model/body.ts";
import { type Actor, type CaseContext, defineCase, isServerError } from "../case.ts";
import { unissuedIds } from "../shared/all-operations.ts";
import { bisect } from "../shared/bisect.ts";
import { mismatch } from "../shared/expect.ts";
import { essentialFields } from "../shared/first-submission.ts";
import { spareKey } from "../shared/permitted.ts";
import { shownLists } from "../shared/product-with-list.ts";
import { type SpareSubmission, spareSubmission } from "../shared/spare-submission.ts";

const changes = [
  ["without", withoutValue],
  ["with null as", (body, path) => withValue(body, path, null)],
] satisfies readonly (readonly [what: string, change: typeof withoutValue])[];

/** Submissions that a target may reject or accept, besides one with null as its content. */
const changesOfContent: readonly ((body: Body) => Body)[] = [
  () => ({}),
  (body) => withoutValue(body, ["content"]),
  (body) => withValue(body, ["content", "body"], halfCharacter),
];

export const incompleteBodiesAnswered = defineCase({
  id: "error.incomplete-bodies",
  clause: "error.no-server-error",
  claim: "No submission without its optional fields, or with null in them, is answered with a 5xx",
  needs: { credential: "key", writes: true },
  lane: "spare",
  async run(context) {
    const submission = await spareSubmission(context);
    const { actor, exchange: plain, bodyWith } = submission;
    for (const [what, change] of changes) {
      const send = async (fields: readonly Field[]) => {
        const body = fields.reduce((rest, { path }) => change(rest, path), await bodyWith({}));
        return actor.send("submitFeedback", { body });
      };
      const fields = optionalFields(context, await bodyWith({}));
      let cause = { items: fields, exchange: await send(fields) };
      // One of them may be required. Then a target may not look at the others.
      const sample = context.sample(fields, 1);
      if (cause.exchange.status < 500 && !cause.exchange.isSuccess)
        cause = { items: sample, exchange: await send(sample) };
      if (!isServerError(cause.exchange)) continue;
      const { items, exchange } = await bisect(cause, send);
      mismatch(exchange, `no 5xx for a submission ${what} ${items.map(nameOf).join(" and ")}`, { after: [plain] });
    }
    await sendForLaws(context, submission);
  },
});

const optionalFields = ({ contract }: CaseContext, body: Body): readonly Field[] =>
  fieldsOf(requestBodyOf(contract, "submitFeedback")).filter(
    (field) =>
      !isStructured(field) && !essentialFields.includes(nameOf(field)) && valueAt(body, field.path) !== undefined,
  );

/** Whether an unknown id is looked up immediately or later is open, so only the laws judge these responses. */
async function sendForLaws(context: CaseContext, { actor, bodyWith }: SpareSubmission): Promise<void> {
  const { productId, orgId } = unissuedIds(context);
  const reference = context.sample([{ contextId: productId }, { actorId: productId }], 1);
  for (const unknown of [{ productId }, ...reference])
    await actor.send("submitFeedback", { body: await bodyWith(unknown), intent: "unknown-id" });
  await actor.send("submitFeedback", { body: await bodyWith({ content: null }), intent: "invalid" });
  const body = await bodyWith({});
  const others = [
    ...contextOfOtherProduct(context, actor, body),
    ...changesOfContent.map((change) => ({ body: change(body), intent: "invalid" as const })),
  ];
  for (const other of context.sample(others, 1)) await actor.send("submitFeedback", other);
  const inviter = spareKey(context);
  const parameters = { orgId: inviter.caller.organization ?? orgId };
  const operations = ["inviteMember", "createOrganization"] as const;
  const [withoutBody] = context.sample(operations, 1);
  for (const operation of operations) {
    const body = operation === withoutBody ? { rawBody: "" } : { body: {} };
    await inviter.send(operation, { parameters, ...body, intent: "invalid" });
  }
}

/** A context of another product, if the run has listed one. Whether a target accepts it is open (§2.11). */
function contextOfOtherProduct(context: CaseContext, actor: Actor, body: Body) {
  const other = shownLists(context, actor, "listContexts").find((shown) => shown.productId !== body.productId);
  return other === undefined
    ? []
    : listItems(other.list)
        .slice(0, 1)
        .map(({ id }) => ({ body: { ...body, contextId: id }, intent: "unknown-id" as const }));
}
