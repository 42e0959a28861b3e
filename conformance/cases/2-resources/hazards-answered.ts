/** §2.11: a string is any text, and metadata any object. So no unusual text or structure may cause a 5xx. */
import { jsonOf } from "../../generate/exact-numbers.ts";
import { extremesOf } from "../../generate/extremes.ts";
import { type Field, isFreeForm, nameOf } from "../../generate/fields.ts";
import {
  fieldsOfHazards,
  generatedText,
  type Hazard,
  hazardsOf,
  inFields,
  withHazards,
  withoutHazards,
} from "../../generate/hazards.ts";
import { type Body, valueAt } from "../../generate/place.ts";
import { requestBodyOf } from "../../generate/request-body.ts";
import { type CaseContext, defineCase, type Exchange, isServerError, Skip } from "../case.ts";
import { acceptancesOf } from "../shared/acceptances.ts";
import { acceptedSubmission, anotherBody } from "../shared/accepted-submission.ts";
import { bisect, type Cause } from "../shared/bisect.ts";
import { pathsNamedIn } from "../shared/error-response.ts";
import { mismatch } from "../shared/expect.ts";

type Send = (hazards: readonly Hazard[]) => Promise<Exchange>;

/** After this many rejections, the rejected fields are sent without hazards one last time. */
const maxRejections = 4;

export const hazardsAnswered = defineCase({
  id: "submission.hazards",
  clause: "submission.text",
  claim: "No text and no metadata in a submission is answered with a 5xx",
  needs: { credential: "key", writes: true },
  async run(context) {
    const { actor } = await acceptedSubmission(context);
    const body = await anotherBody(context);
    const schema = requestBodyOf(context.contract, "submitFeedback");
    const sendAll = async (hazards: readonly Hazard[], at: number) => {
      const { type, plain } = await acceptedType(context, at);
      const send: Send = async (chosen) => {
        const typed = { ...(await anotherBody(context)), ...type };
        return actor.send("submitFeedback", { rawBody: jsonOf(withHazards(typed, chosen)) });
      };
      return acceptedOf(context, ofFieldsIn(body, hazards), send, plain);
    };
    const accepted = await sendAll(hazardsOf(schema, context.seed), 0);
    const takesUnusual = fieldsOfHazards(accepted);
    // If the target rejects metadata with any unusual entry, each further entry would cost a request.
    const isWorthMore = (field: Field) => !isFreeForm(field) || takesUnusual.includes(field);
    for (const [at, extremes] of extremesOf(schema, context.seed).entries())
      await sendAll(inFields(extremes, fieldsOfHazards(extremes).filter(isWorthMore)), at + 1);
    if (accepted.length === 0)
      throw new Skip(
        "every submission with unusual text or metadata was rejected with a 4xx. A limit that the document does not show (§8) may be the reason; --verbose lists the rejections: fix those that are not intended",
      );
  },
});

/** A feedbackType that was accepted in this run, so that each type is sent with other texts (`at`). */
async function acceptedType(context: CaseContext, at: number) {
  const { actor, exchange: first } = await acceptedSubmission(context);
  const accepted = new Map<unknown, Exchange>();
  for (const { exchange, actor: sender } of acceptancesOf(context)) {
    const { feedbackType } = JSON.parse(exchange.request.body);
    if (sender.caller.label === actor.caller.label && feedbackType !== undefined) accepted.set(feedbackType, exchange);
  }
  const all = [...accepted];
  const [feedbackType, plain] = all[(at + 1) % all.length] ?? [];
  return plain === undefined ? { type: {}, plain: first } : { type: { feedbackType }, plain };
}

/** Without the hazards of fields that had to be left out, which another case judges. */
const ofFieldsIn = (body: Body, hazards: readonly Hazard[]): readonly Hazard[] =>
  inFields(
    hazards,
    fieldsOfHazards(hazards).filter(({ path }) => valueAt(body, path) !== undefined),
  );

/** The hazards that are accepted together in the end. Throws `Mismatch` if one is answered with a 5xx. */
async function acceptedOf(
  context: CaseContext,
  all: readonly Hazard[],
  send: Send,
  plain: Exchange,
): Promise<readonly Hazard[]> {
  let hazards = all;
  const rejected: Field[] = [];
  for (let rejections = 0; rejections <= maxRejections && hazards.length > 0; rejections += 1) {
    const exchange = await send(hazards);
    if (exchange.isSuccess) return hazards;
    const cause = await causeOf(hazards, exchange, send);
    if (isServerError(exchange)) {
      const { items, exchange: failed } = await shortened(cause, send);
      mismatch(failed, `no 5xx for ${placesOf(items)}`, { after: [plain] });
    }
    const places = placesOf(cause.items);
    // A 4xx may be due to a limit that the document leaves open (§8). It is reported, and the other hazards are sent
    // without this one.
    context.observe("limit.other-tiers", `a submission with ${places} is answered ${exchange.status}`);
    rejected.push(...fieldsOfHazards(cause.items));
    hazards =
      rejections + 1 < maxRejections
        ? await acceptable(hazards, cause.items, send)
        : withoutHazards(hazards, inFields(hazards, rejected));
  }
  return [];
}

/**
 * The hazards of the fields that the rejection names, if each has only one. Otherwise finds the field, then the hazard.
 */
async function causeOf(hazards: readonly Hazard[], exchange: Exchange, send: Send): Promise<Cause<Hazard>> {
  const sendIn: (fields: readonly Field[]) => Promise<Exchange> = (fields) => send(inFields(hazards, fields));
  const fields = fieldsOfHazards(hazards);
  const named = isServerError(exchange) ? [] : fields.filter((field) => isNamedIn(exchange, field));
  const ofNamed = named.map((field) => inFields(hazards, [field]));
  const single = ofNamed.filter(({ length }) => length === 1).flat();
  if (single.length > 0) return { items: single, exchange };
  const where =
    named[0] === undefined ? await bisect({ items: fields, exchange }, sendIn) : { items: [named[0]], exchange };
  return bisect({ items: inFields(hazards, where.items), exchange: where.exchange }, send);
}

/** If the cause is a generated text: the part of it that is the cause by itself. */
async function shortened(cause: Cause<Hazard>, send: Send): Promise<Cause<Hazard>> {
  const [hazard, ...others] = cause.items;
  const [field] = hazard?.fields ?? [];
  if (field === undefined || hazard?.generated === undefined || others.length > 0) return cause;
  const hazardOf = (characters: readonly string[]) => [generatedText(field, characters.join(""))];
  const { items, exchange } = await bisect({ items: [...hazard.generated], exchange: cause.exchange }, (part) =>
    send(hazardOf(part)),
  );
  return { items: hazardOf(items), exchange };
}

const isNamedIn = (rejection: Exchange, field: Field) =>
  pathsNamedIn(rejection).some((path) => path.join(".") === nameOf(field));

/** The hazards to send next. If several are rejected only together, they are too large, and their field gets none. */
async function acceptable(hazards: readonly Hazard[], rejected: readonly Hazard[], send: Send) {
  const [only, ...more] = rejected;
  if (only === undefined || more.length > 0)
    return withoutHazards(hazards, inFields(hazards, fieldsOfHazards(rejected)));
  const sameName = hazards.filter(({ name }) => name === only.name);
  const inOtherFields = withoutHazards(sameName, [only]);
  const isRejectedThere = inOtherFields.length > 0 && !(await send(inOtherFields)).isSuccess;
  return withoutHazards(hazards, isRejectedThere ? [only, ...inOtherFields] : [only]);
}

const placesOf = (hazards: readonly Hazard[]) => hazards.map(placeOf).join(" with ");

/** `markup in content.title`. */
const placeOf = ({ name, fields }: Hazard) => `${name} in ${fields.map(nameOf).join(" and ")}`;
