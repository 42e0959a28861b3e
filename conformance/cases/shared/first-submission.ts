/**
 * The first submission of a run (§2.11). It has every field of the table. If it is rejected, the field that the
 * document mentions without naming it is added. If that does not help, optional fields are left out, so that the
 * rejection of one field fails only one case.
 */
import { fieldsOf, isStructured } from "../../generate/fields.ts";
import { type Body, valueAt, withoutValue, withValue } from "../../generate/place.ts";
import { requestBodyOf } from "../../generate/request-body.ts";
import { type Actor, type CaseContext, type Exchange, isServerError } from "../case.ts";
import { declinesFeedback, mayConcernBody, pathsNamedIn } from "./error-response.ts";
import { fullSubmission, type References } from "./full-submission.ts";
import { uniqueMark } from "./unique-names.ts";

type Path = readonly string[];
type BodyChange = (body: Body) => Body;

export interface FirstSubmission {
  readonly exchange: Exchange;
  /** Turns a body with every field into one like the body that was accepted. */
  readonly change: BodyChange;
  /** The fields that had to be left out, and the rejection of a body with them. */
  readonly omitted?: { readonly fields: readonly string[]; readonly rejection: Exchange };
}

type Send = (change: BodyChange) => Promise<FirstSubmission>;

const nameOf = (path: Path) => path.join(".");

/** The last response: a 2xx, or the rejection of a body with every field. Sends one request unless `triesOtherFields`. */
export async function submitFirst(
  context: CaseContext,
  actor: Actor,
  references: References,
  triesOtherFields: boolean,
): Promise<FirstSubmission> {
  const full = fullSubmission(references, await uniqueMark(context), context.contract);
  const send: Send = async (change) => ({
    exchange: await actor.send("submitFeedback", { body: change(full) }),
    change,
  });
  const first = await send((body) => body);
  const { exchange: rejection } = first;
  if (!triesOtherFields || declinesFeedback(rejection)) return first;
  if (!mayConcernBody(rejection) && !isServerError(rejection)) return first;
  const listed = fieldsOf(requestBodyOf(context.contract, "submitFeedback")).filter((field) => !isStructured(field));
  const paths = listed.map(({ path }) => path);
  const extended = mayConcernBody(rejection) ? await withRequiredField(context, rejection, paths, send) : undefined;
  return extended ?? (await withoutRejectedFields(rejection, paths, full, send)) ?? first;
}

/** §2.11: one field has these two values. It may be required, and the table may not list it. */
const sources = ["api", "manual"];

/** The strings of the table that may be this field. The document says what the others hold. */
const mayTakeSources = ["content.title", "sourceUrl", "notes"];

/** The field's likely name, used if a rejection names no field. */
const likelyPaths = [["source"]];

const maxAttempts = 4;

/** Gives each field that a rejection names the first of the two values, then the second. */
async function withRequiredField(
  context: CaseContext,
  rejection: Exchange,
  listed: readonly Path[],
  send: Send,
): Promise<FirstSubmission | undefined> {
  // A field of `metadata`, or of `content`, is in the table with its object.
  const isListed = (path: Path) =>
    listed.some((known) => known.slice(0, path.length).every((name, at) => name === path[at]));
  /** For each field that was named, the position in `sources` of the value that it was given last. */
  const given = new Map<string, { readonly path: Path; readonly position: number }>();
  const nextFor = (path: Path) => (given.get(nameOf(path))?.position ?? -1) + 1;
  let last = rejection;
  for (let attempt = 0; attempt < maxAttempts && mayConcernBody(last); attempt += 1) {
    const named = pathsNamedIn(last);
    const required = (named.length > 0 ? named : likelyPaths).filter(
      (path) => nextFor(path) < sources.length && (mayTakeSources.includes(nameOf(path)) || !isListed(path)),
    );
    if (required.length === 0) return undefined;
    for (const path of required) given.set(nameOf(path), { path, position: nextFor(path) });
    const values = [...given.values()].map(({ path, position }) => ({ path, value: sources[position] }));
    const sent = await send((body) => values.reduce((made, { path, value }) => withValue(made, path, value), body));
    if (sent.exchange.isSuccess) {
      for (const { path, value } of values)
        context.observe("submission.source", `${nameOf(path)}, which is required, takes ${value}`);
      return sent;
    }
    last = sent.exchange;
  }
  return undefined;
}

/** Every submission has these: the product, the text and the type. */
export const essentialFields = ["productId", "content.body", "feedbackType"];

/** Leaves out all optional fields. If that is accepted, finds the field to leave out; first tries those it names. */
async function withoutRejectedFields(
  rejection: Exchange,
  listed: readonly Path[],
  full: Body,
  send: Send,
): Promise<FirstSubmission | undefined> {
  const named = pathsNamedIn(rejection).map(nameOf);
  const rank = (path: Path) => (named.some((name) => `${name}.`.startsWith(`${nameOf(path)}.`)) ? 0 : 1);
  const optional = listed
    .filter((path) => !essentialFields.includes(nameOf(path)) && valueAt(full, path) !== undefined)
    .sort((a, b) => rank(a) - rank(b));
  const sendWithout = async (paths: readonly Path[]): Promise<FirstSubmission> => ({
    ...(await send((body) => paths.reduce(withoutValue, body))),
    omitted: { fields: paths.map(nameOf), rejection },
  });
  const bare = await sendWithout(optional);
  if (!bare.exchange.isSuccess) return undefined;
  for (const path of optional) {
    const sent = await sendWithout([path]);
    if (sent.exchange.isSuccess) return sent;
  }
  return bare;
}
