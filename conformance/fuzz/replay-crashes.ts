/**
 * §2.11: a text may be any string. If a generated submission was answered 5xx, its texts are put into a submission that is
 * accepted without them. If that is answered 5xx, too, the texts are the cause.
 */
import type { Caller } from "../client/caller.ts";
import { type Client, Cut } from "../client/client.ts";
import { type Body, valueAt, withValue } from "../generate/place.ts";
import { isObject, requestJson } from "../model/body.ts";
import { Unanswered } from "../model/check.ts";
import type { Exchange } from "../model/exchange.ts";
import { answerOf } from "../model/response-text.ts";
import { fails, type Judged } from "../model/verdict.ts";

const check = {
  id: "fuzz.submission-text",
  clause: "submission.text",
  claim: "A submission is not answered 5xx for a text or for metadata that Schemathesis generates",
};

/** Fields that take any text, or any object. */
const freeFields: readonly { readonly path: readonly string[]; accepts(value: unknown): boolean }[] = [
  { path: ["content", "body"], accepts: (value) => typeof value === "string" },
  { path: ["content", "title"], accepts: (value) => typeof value === "string" },
  { path: ["notes"], accepts: (value) => typeof value === "string" },
  { path: ["metadata"], accepts: isObject },
];

/** How many bodies of each kind are tried at most. */
const maxTried = 4;

/** The name that `hooks/fpk_cases.py` puts into metadata. */
const markName = "fpk";

/** Submissions with credentials that were answered 5xx, the smallest first. */
export const crashedSubmissions = (exchanges: readonly Exchange[]): readonly Exchange[] =>
  exchanges
    .filter(({ operation, status, kind }) => operation === "submitFeedback" && status >= 500 && kind !== "none")
    .toSorted((a, b) => a.request.body.length - b.request.body.length);

/** `accepted` is a body that should be accepted. Resolves to undefined if no text is shown to be the cause, or the run is cut. */
export async function replayCrashes(
  crashed: readonly Exchange[],
  sending: { readonly client: Client; readonly caller: Caller; readonly accepted: Body },
): Promise<Judged | undefined> {
  for (const body of bodiesToTry(crashed.map(requestJson), sending.accepted)) {
    try {
      const shown = await replay(body, sending);
      if (shown !== undefined) return shown;
    } catch (error) {
      if (error instanceof Cut) return undefined;
      if (!(error instanceof Unanswered)) throw error;
    }
  }
  return undefined;
}

/** Twice with the texts, and once without them. */
async function replay(
  body: Body,
  { client, caller, accepted }: Parameters<typeof replayCrashes>[1],
): Promise<Judged | undefined> {
  const send = (sent: Body) => client.send({ operation: "submitFeedback", caller, body: sent });
  const first = await send(body);
  if (first.status < 500) return undefined;
  const second = await send(body);
  const without = await send(accepted);
  if (second.status < 500 || !without.isSuccess) return undefined;
  const expected = "a 2xx or a 4xx: with other texts and metadata the same submission is accepted";
  const actual = answerOf(second);
  const exchanges = [without.index, first.index, second.index];
  return { check, verdict: fails({ expected, actual, exchanges, shown: second.index }) };
}

/** The accepted body with generated texts in fields that take any text. */
function bodiesToTry(generated: readonly unknown[], accepted: Body): readonly Body[] {
  const known = new Set([...textsIn(accepted), markName]);
  const newTexts = (body: unknown) => textsIn(body).filter((text) => !known.has(text) && !/\p{Cs}/u.test(text));
  const inTheirFields = generated.map((body) => withFreeFieldsOf(accepted, body));
  // A text from a field that does not take any text is tried as notes.
  const asNotes = generated.map((body) => {
    const texts = newTexts(body);
    return texts.length === 0 ? accepted : withValue(accepted, ["notes"], texts.join(" "));
  });
  const seen = new Set([JSON.stringify(accepted)]);
  return [inTheirFields, asNotes].flatMap((bodies) =>
    bodies
      .map((body) => ({ body, json: JSON.stringify(body), hasNewText: newTexts(body).length > 0 }))
      .toSorted((a, b) => Number(b.hasNewText) - Number(a.hasNewText) || a.json.length - b.json.length)
      .filter(({ json }) => !seen.has(json) && seen.add(json))
      .slice(0, maxTried)
      .map(({ body }) => body),
  );
}

/** Every string and every name in a value. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isObject(value) ? Object.entries(value).flatMap(([name, inner]) => [name, ...textsIn(inner)]) : [];
}

function withFreeFieldsOf(accepted: Body, generated: unknown): Body {
  const fields = freeFields.filter(({ path, accepts }) => accepts(valueAt(generated, path)));
  return fields.reduce((body, { path }) => withValue(body, path, valueAt(generated, path)), accepted);
}
