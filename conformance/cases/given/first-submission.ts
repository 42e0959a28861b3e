/**
 * The first submission of a run (§2.11): with every field set; where that is refused, with the field that the document mentions
 * and does not name; else without what may be left out, so that one field that is refused takes nothing else with it.
 */

import { fieldsOf, isStructured } from "../../generate/fields.ts";
import { type Body, valueAt, withoutValue, withValue } from "../../generate/place.ts";
import { requestBodyOf } from "../../generate/request-body.ts";
import type { Exchange } from "../../model/exchange.ts";
import type { Actor, CaseContext } from "../case.ts";
import { isForTheBody, namedBy } from "./error-response.ts";
import { fullSubmission, type References } from "./full-submission.ts";
import { newMark } from "./unique-names.ts";

type Change = (body: Body) => Body;

export interface FirstSubmission {
  readonly exchange: Exchange;
  /** What makes a body like the one that was sent of one with every field set. */
  readonly change: Change;
  /** The fields that had to be left out, and the refusal of a body with them. */
  readonly leftOut?: { readonly fields: readonly string[]; readonly refusal: Exchange };
}

type Send = (change: Change) => Promise<FirstSubmission>;

/** The last answer to it: a 2xx, or a refusal of a body with every field set. */
export async function submitFirst(
  context: CaseContext,
  actor: Actor,
  references: References,
): Promise<FirstSubmission> {
  const full = fullSubmission(references, await newMark(context), context.contract);
  const send: Send = async (change) => ({
    exchange: await actor.send("submitFeedback", { body: change(full) }),
    change,
  });
  const first = await send((body) => body);
  const { exchange: refusal } = first;
  if (!isForTheBody(refusal) && refusal.status < 500) return first;
  const listed = fieldsOf(requestBodyOf(context.contract, "submitFeedback")).filter((field) => !isStructured(field));
  const names = listed.map(({ path }) => path);
  const asked = isForTheBody(refusal) ? await withWhatIsAsked(context, refusal, names, send) : undefined;
  return asked ?? (await withoutWhatIsRefused(refusal, names, full, send)) ?? first;
}

/** §2.11: these two exist for one field, and which is not said: it may be one that the table does not list, and required. */
const sources = ["api", "manual"];

/** Of the listed strings these might take them; what the others hold is said. */
const mayTakeSources = ["content.title", "sourceUrl", "notes"];

/** The field's likely name, where a refusal names none. */
const likely = [["source"]];

const mostAsked = 4;
const untried = { tried: 0 };

/** Gives each field that a refusal names one of the two values, then the other. */
async function withWhatIsAsked(
  context: CaseContext,
  refusal: Exchange,
  listed: readonly (readonly string[])[],
  send: Send,
): Promise<FirstSubmission | undefined> {
  // Also what stands in metadata, and content as a whole.
  const isListed = (path: readonly string[]) =>
    listed.some((known) => known.slice(0, path.length).every((name, at) => name === path[at]));
  const given = new Map<string, { readonly path: readonly string[]; readonly tried: number }>();
  let last = refusal;
  for (let tries = 0; tries < mostAsked && isForTheBody(last); tries += 1) {
    const named = namedBy(last);
    const asked = (named.length > 0 ? named : likely).filter((path) => {
      const { tried } = given.get(path.join(".")) ?? untried;
      return tried < sources.length && (mayTakeSources.includes(path.join(".")) || !isListed(path));
    });
    if (asked.length === 0) return undefined;
    for (const path of asked) {
      const { tried } = given.get(path.join(".")) ?? untried;
      given.set(path.join("."), { path, tried: tried + 1 });
    }
    const values = [...given.values()].map(({ path, tried }) => ({ path, value: sources[tried - 1] }));
    const sent = await send((body) => values.reduce((at, { path, value }) => withValue(at, path, value), body));
    if (sent.exchange.isSuccess) {
      for (const { path, value } of values)
        context.observe("submission.source", `${path.join(".")}, which is required, takes ${value}`);
      return sent;
    }
    last = sent.exchange;
  }
  return undefined;
}

/** What a submission is not without: what it is about, what is said, and of which kind it is. */
const kept = ["productId", "content.body", "feedbackType"];

/** Without all that may be left out; where that is taken, without one field alone: those first that the refusal names. */
async function withoutWhatIsRefused(
  refusal: Exchange,
  listed: readonly (readonly string[])[],
  full: Body,
  send: Send,
): Promise<FirstSubmission | undefined> {
  const named = namedBy(refusal).map((path) => path.join("."));
  const rank = (path: readonly string[]) => (named.includes(path.join(".")) ? 0 : 1);
  const spare = listed
    .filter((path) => !kept.includes(path.join(".")) && valueAt(full, path) !== undefined)
    .sort((one, other) => rank(one) - rank(other));
  const sendWithout = async (paths: readonly (readonly string[])[]): Promise<FirstSubmission> => ({
    ...(await send((body) => paths.reduce(withoutValue, body))),
    leftOut: { fields: paths.map((path) => path.join(".")), refusal },
  });
  const bare = await sendWithout(spare);
  if (!bare.exchange.isSuccess) return undefined;
  for (const path of spare) {
    const sent = await sendWithout([path]);
    if (sent.exchange.isSuccess) return sent;
  }
  return bare;
}
