/**
 * §2.11: a text may be any string. If a generated submission was answered 5xx, its texts are put into a submission that is
 * accepted without them. If the result is answered 5xx, too, the texts are the cause.
 */
import type { Caller } from "../client/caller.ts";
import { type Client, Cut } from "../client/client.ts";
import { type Body, valueAt, withValue } from "../generate/place.ts";
import { isObject, requestJson } from "../model/body.ts";
import { NotJudgeable } from "../model/check.ts";
import type { Exchange } from "../model/exchange.ts";
import { answerOf } from "../model/response-text.ts";
import { fails, type Judged } from "../model/verdict.ts";
import { fuzzRunChecks } from "./fuzz-laws.ts";

/** The fields that take any text, or any object. */
const freeFields: readonly { readonly path: readonly string[]; accepts(value: unknown): boolean }[] = [
  { path: ["content", "body"], accepts: (value) => typeof value === "string" },
  { path: ["content", "title"], accepts: (value) => typeof value === "string" },
  { path: ["notes"], accepts: (value) => typeof value === "string" },
  { path: ["metadata"], accepts: isObject },
];

/** The maximum number of bodies of each kind that are sent. */
const maxTried = 4;

/** The name that `hooks/fpk_cases.py` puts into metadata. */
const markName = "fpk";

/** Submissions with credentials that were answered 5xx, the smallest first. */
export const crashedSubmissions = (exchanges: readonly Exchange[]): readonly Exchange[] =>
  exchanges
    .filter(({ operation, status, kind }) => operation === "submitFeedback" && status >= 500 && kind !== "none")
    .toSorted((a, b) => a.request.body.length - b.request.body.length);

/**
 * The failure of the first text that is shown to be the cause; undefined if there is none, or if the run is cut.
 * `accepted` is a body that the target should accept.
 */
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
      if (!(error instanceof NotJudgeable)) throw error;
    }
  }
  return undefined;
}

/** Sends the submission twice with the texts, and once without them; undefined if the texts are not the cause. */
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
  return { check: fuzzRunChecks.submissionText, verdict: fails({ expected, actual, exchanges, shown: second.index }) };
}

/** The accepted body, with generated texts in the fields that take any text. */
function bodiesToTry(generated: readonly unknown[], accepted: Body): readonly Body[] {
  const known = new Set([...textsIn(accepted), markName]);
  const newTexts = (body: unknown) => textsIn(body).filter((text) => !known.has(text) && !/\p{Cs}/u.test(text));
  const inTheirFields = generated.map((body) => withFreeFieldsOf(accepted, body));
  // Texts may come from a field that does not take any text, so all new texts are tried as notes.
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

/** Every string in a value, and every name of its objects. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isObject(value) ? Object.entries(value).flatMap(([name, inner]) => [name, ...textsIn(inner)]) : [];
}

function withFreeFieldsOf(accepted: Body, generated: unknown): Body {
  const fields = freeFields.filter(({ path, accepts }) => accepts(valueAt(generated, path)));
  return fields.reduce((body, { path }) => withValue(body, path, valueAt(generated, path)), accepted);
}
