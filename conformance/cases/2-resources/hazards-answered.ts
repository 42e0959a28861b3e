/** §2.11: a string is any text, and metadata any object: nothing within the types of a submission breaks a target. */
import { type Field, nameOf } from "../../generate/fields.ts";
import {
  emptyTextsOf,
  fieldsOfHazards,
  type Hazard,
  hazardsOf,
  inFields,
  withHazards,
  withoutHazards,
} from "../../generate/hazards.ts";
import { type Body, valueAt } from "../../generate/place.ts";
import { requestBodyOf } from "../../generate/request-body.ts";
import { type CaseContext, defineCase, type Exchange, isServerError, Skip } from "../case.ts";
import { acceptedSubmission, anotherBody } from "../given/accepted-submission.ts";
import { bisect, type Cause } from "../given/bisect.ts";
import { mismatch } from "../given/expect.ts";

type Send = (hazards: readonly Hazard[]) => Promise<Exchange>;

/** After this many refusals the fields that were refused are sent without hazards, one last time. */
const maxRefusals = 4;

export const hazardsAnswered = defineCase({
  id: "submission.hazards",
  clause: "submission.text",
  claim: "No text and no metadata in a submission is answered with a 5xx",
  needs: { credential: "key", writes: true },
  async run(context) {
    const { actor, exchange: plain } = await acceptedSubmission(context);
    const send: Send = async (chosen) => {
      const body = withHazards(await anotherBody(context), chosen);
      return actor.send("submitFeedback", { rawBody: JSON.stringify(body) });
    };
    const body = await anotherBody(context);
    const schema = requestBodyOf(context.contract, "submitFeedback");
    const isAccepted = await isAnyAccepted(context, ofFieldsIn(body, hazardsOf(schema, context.seed)), send, plain);
    await isAnyAccepted(context, ofFieldsIn(body, emptyTextsOf(schema)), send, plain);
    if (!isAccepted)
      throw new Skip(
        "every submission with unusual text or metadata was answered with a 4xx, which a limit may explain that the document does not show (§8); --verbose lists them: fix what is not refused on purpose",
      );
  },
});

/** Not in a field that had to be left out: another case judges that. */
const ofFieldsIn = (body: Body, hazards: readonly Hazard[]): readonly Hazard[] =>
  inFields(
    hazards,
    fieldsOfHazards(hazards).filter(({ path }) => valueAt(body, path) !== undefined),
  );

/** Whether a submission with some of the hazards is accepted. Throws `Mismatch` where one is answered with a 5xx. */
async function isAnyAccepted(
  context: CaseContext,
  all: readonly Hazard[],
  send: Send,
  plain: Exchange,
): Promise<boolean> {
  let hazards = all;
  const refused: Field[] = [];
  for (let refusals = 0; refusals <= maxRefusals && hazards.length > 0; refusals += 1) {
    const exchange = await send(hazards);
    if (exchange.isSuccess) return true;
    const cause = await causeOf(hazards, exchange, send);
    const places = cause.items.map(placeOf).join(" with ");
    if (isServerError(exchange)) mismatch(cause.exchange, `no 5xx for ${places}`, { after: [plain] });
    // A 4xx may be a limit that the document leaves open (§8): it is reported, and the others are sent without it.
    context.observe("limit.other-tiers", `a submission with ${places} is answered ${exchange.status}`);
    refused.push(...fieldsOfHazards(cause.items));
    hazards =
      refusals + 1 < maxRefusals
        ? await acceptable(hazards, cause.items, send)
        : withoutHazards(hazards, inFields(hazards, refused));
  }
  return false;
}

/** First the field, then which of the hazards in it. */
async function causeOf(hazards: readonly Hazard[], exchange: Exchange, send: Send): Promise<Cause<Hazard>> {
  const sendIn: (fields: readonly Field[]) => Promise<Exchange> = (fields) => send(inFields(hazards, fields));
  const where = await bisect({ items: fieldsOfHazards(hazards), exchange }, sendIn);
  return bisect({ items: inFields(hazards, where.items), exchange: where.exchange }, send);
}

/** What remains when some are refused. Where several are refused only together, it is for their size: their field takes no more. */
async function acceptable(hazards: readonly Hazard[], refused: readonly Hazard[], send: Send) {
  const [only, ...more] = refused;
  if (only === undefined || more.length > 0)
    return withoutHazards(hazards, inFields(hazards, fieldsOfHazards(refused)));
  const sameName = hazards.filter(({ name }) => name === only.name);
  const inOtherFields = withoutHazards(sameName, [only]);
  const isRefusedThere = inOtherFields.length > 0 && !(await send(inOtherFields)).isSuccess;
  return withoutHazards(hazards, isRefusedThere ? [only, ...inOtherFields] : [only]);
}

/** `markup in content.title`. */
const placeOf = ({ name, fields }: Hazard) => `${name} in ${fields.map(nameOf).join(" and ")}`;
