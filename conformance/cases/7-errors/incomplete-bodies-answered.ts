/** §7: which fields a body must have is not shown (§2.11): one that lacks some is accepted, or refused as the caller's error. */
import { type Field, fieldsOf, isStructured, nameOf } from "../../generate/fields.ts";
import { valueAt, withoutValue, withValue } from "../../generate/place.ts";
import { requestBodyOf } from "../../generate/request-body.ts";
import { type CaseContext, defineCase, isServerError } from "../case.ts";
import { accepted, anotherBody } from "../given/accepted-submission.ts";
import { unissuedIds } from "../given/all-operations.ts";
import { bisect } from "../given/bisect.ts";
import { mismatch } from "../given/expect.ts";
import { essentialFields } from "../given/first-submission.ts";
import { spareKey } from "../given/permitted.ts";

const changes = [
  ["without", withoutValue],
  ["with null as", (body, path) => withValue(body, path, null)],
] satisfies readonly (readonly [what: string, change: typeof withoutValue])[];

export const incompleteBodiesAnswered = defineCase({
  id: "error.incomplete-bodies",
  clause: "error.no-server-error",
  claim: "No submission without its optional fields, or with null in them, is answered with a 5xx",
  needs: { credential: "key", writes: true },
  lane: "last",
  async run(context) {
    const { actor, exchange: plain } = await accepted(context);
    for (const [what, change] of changes) {
      const send = async (fields: readonly Field[]) => {
        const body = fields.reduce((rest, { path }) => change(rest, path), await anotherBody(context));
        return actor.send("submitFeedback", { body });
      };
      const fields = await optionalFields(context);
      let cause = { items: fields, exchange: await send(fields) };
      // One of them may be required: then the others are not reached.
      const sample = context.sample(fields, 1);
      if (cause.exchange.status < 500 && !cause.exchange.isSuccess)
        cause = { items: sample, exchange: await send(sample) };
      if (!isServerError(cause.exchange)) continue;
      const { items, exchange } = await bisect(cause, send);
      mismatch(exchange, `no 5xx for a submission ${what} ${items.map(nameOf).join(" and ")}`, { after: [plain] });
    }
    await sendUnknown(context);
  },
});

async function optionalFields(context: CaseContext): Promise<readonly Field[]> {
  const body = await anotherBody(context);
  return fieldsOf(requestBodyOf(context.contract, "submitFeedback")).filter(
    (field) =>
      !isStructured(field) && !essentialFields.includes(nameOf(field)) && valueAt(body, field.path) !== undefined,
  );
}

/** The laws judge these answers: whether what is unknown is looked up at once, or later, is open. */
async function sendUnknown(context: CaseContext): Promise<void> {
  const { actor, references, bodyFor } = await accepted(context);
  const { productId, orgId } = unissuedIds(context);
  for (const unknown of [{ productId }, ...context.sample([{ contextId: productId }, { actorId: productId }], 1)]) {
    const body = { ...(await anotherBody(context)), ...unknown };
    if (Object.keys(unknown).every((name) => name in bodyFor(references, "")))
      await actor.send("submitFeedback", { body, intent: "unknown-id" });
  }
  const inviter = spareKey(context);
  const address = { email: `${context.mark}@example.com` };
  await inviter.send("inviteMember", { parameters: { orgId }, body: address, intent: "unknown-id" });
  const parameters = { orgId: inviter.caller.organization ?? orgId };
  for (const operation of ["inviteMember", "createOrganization"] as const)
    await inviter.send(operation, { parameters, body: {}, intent: "invalid" });
}
