/** §4, endpoints 12, 14 and 17: the types of the bodies' fields. */
import { type CaseContext, defineCase, type Exchange, noActionNeeded, Skip } from "../case.ts";
import { mayConcernBody } from "../shared/error-response.ts";
import { mismatch, unlessFailed } from "../shared/expect.ts";
import { acceptedInvitation, uniqueAddress } from "../shared/invitations.ts";
import { createdOrganization } from "../shared/organizations.ts";
import { noWriteAccepted } from "../shared/permitted.ts";
import { updatesSoFar } from "../shared/profile.ts";
import { uniqueMark } from "../shared/unique-names.ts";
import { updateWithWrongName, withWrongField } from "../shared/wrong-fields.ts";

const causes = "a field of another type";

/** One request for each operation, of a caller whose valid request was accepted. */
const requests: readonly ((context: CaseContext) => Promise<Exchange>)[] = [
  async (context) => {
    const { actor } = await createdOrganization(context);
    const slug = await uniqueMark(context);
    const body = withWrongField(context, "createOrganization", { name: `Conformance ${slug}`, slug });
    return actor.send("createOrganization", { body, intent: "invalid", causes });
  },
  async (context) => {
    const { actor, parameters } = await acceptedInvitation(context);
    const body = withWrongField(context, "inviteMember", { email: await uniqueAddress(context) });
    return actor.send("inviteMember", { parameters, body, intent: "invalid", causes });
  },
  async (context) => {
    const { exchange } = await updateWithWrongName(context);
    const { anyAccepted } = await updatesSoFar(context);
    if (exchange.status < 500 && !exchange.isSuccess && !anyAccepted) throw noWriteAccepted();
    return exchange;
  },
];

export const wrongTypesInBodies = defineCase({
  id: "body.wrong-types",
  clause: "body.types",
  claim: "An organization, an invitation or an update with a field of another type is rejected",
  needs: { writes: true },
  async run(context) {
    const answers: Exchange[] = [];
    for (const request of requests) {
      const exchange = await unlessFailed(() => request(context));
      if (exchange?.isSuccess) mismatch(exchange, `a 4xx for ${exchange.request.body}`);
      if (exchange !== undefined) answers.push(exchange);
    }
    if (answers.some(mayConcernBody)) return;
    const [{ status } = { status: 0 }] = answers;
    if (status === 0) throw noWriteAccepted();
    const answered = `a field of another type was answered ${status}`;
    if (status >= 500) throw new Skip(`${answered}, not rejected: see error.never-5xx`);
    throw noActionNeeded(`${answered}, which is not about the field`);
  },
});
