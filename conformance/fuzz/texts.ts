/**
 * §2.11: any text is a string. Where a generated submission was answered 5xx, its texts are sent again in one that is accepted
 * without them: then it was they, and the endpoint does not do what it is declared to do (DESIGN §6).
 */

import type { Caller } from "../client/caller.ts";
import { type Client, Cut } from "../client/client.ts";
import { type Body, valueAt, withValue } from "../generate/place.ts";
import { isObject } from "../model/body.ts";
import { Unanswered } from "../model/check.ts";
import type { Exchange } from "../model/exchange.ts";
import { answerOf } from "../model/response-text.ts";
import { fails, type Judged } from "../model/verdict.ts";
import { requestJson } from "../observations/reading.ts";
import type { Fuzzed } from "./verdicts.ts";

const check = {
  id: "fuzz.submission-text",
  clause: "submission.text",
  claim: "No text and no metadata that Schemathesis generates makes an accepted submission a 5xx",
};

/** What holds any text, or anything at all. */
const free: readonly { readonly path: readonly string[]; fits(value: unknown): boolean }[] = [
  { path: ["content", "body"], fits: (value) => typeof value === "string" },
  { path: ["content", "title"], fits: (value) => typeof value === "string" },
  { path: ["notes"], fits: (value) => typeof value === "string" },
  { path: ["metadata"], fits: isObject },
];

/** How many are tried of each kind: texts where they were generated, and texts that were generated elsewhere. */
const mostTried = 4;

/** A name that the hooks put into metadata (hooks/fpk_inputs.py). */
const marked = "fpk";

export const crashedSubmissions = (fuzzed: readonly Fuzzed[]): readonly Exchange[] =>
  fuzzed
    .map(({ exchange }) => exchange)
    .filter(({ operation, status, kind }) => operation === "submitFeedback" && status >= 500 && kind !== "none")
    .toSorted((a, b) => a.request.body.length - b.request.body.length);

/** Undefined where nothing is shown to be due to a text. Throws `Cut` where the run is cut. */
export async function judgeTexts(
  fuzzed: readonly Fuzzed[],
  of: { readonly client: Client; readonly caller: Caller; readonly plain: Body },
): Promise<Judged | undefined> {
  const send = (body: Body) => of.client.send({ operation: "submitFeedback", caller: of.caller, body });
  for (const body of candidates(crashedSubmissions(fuzzed), of.plain)) {
    try {
      const first = await send(body);
      if (first.status < 500) continue;
      const [second, without] = [await send(body), await send(of.plain)];
      if (second.status < 500 || !without.isSuccess) continue;
      const expected = "a submission that is accepted to be accepted with this text, too, or refused with a 4xx";
      const actual = answerOf(second);
      return {
        check,
        verdict: fails({
          expected,
          actual,
          exchanges: [without.index, first.index, second.index],
          shown: second.index,
        }),
      };
    } catch (error) {
      if (error instanceof Cut || !(error instanceof Unanswered)) throw error;
    }
  }
  return undefined;
}

/** Submissions that differ from the plain one in free fields alone; each once, the most likely of its kind first. */
function candidates(crashed: readonly Exchange[], plain: Body): readonly Body[] {
  const generated = crashed.map(requestJson);
  const known = new Set([...textsIn(plain), marked]);
  const newIn = (body: unknown) => textsIn(body).filter((text) => !known.has(text) && !/\p{Cs}/u.test(text));
  const inPlace = generated.map((body) => withTexts(plain, body));
  // What stood in another field, in a name or in a field of no meaning is a text, too: as notes it means nothing else.
  const elsewhere = generated.map((body) => {
    const texts = newIn(body);
    return texts.length === 0 ? plain : withValue(plain, ["notes"], texts.join(" "));
  });
  const seen = new Set([JSON.stringify(plain)]);
  return [inPlace, elsewhere].flatMap((bodies) => {
    const rank = (body: Body) => [Number(newIn(body).length === 0), JSON.stringify(body).length] as const;
    const ranked = bodies.map((body) => ({ body, text: JSON.stringify(body), rank: rank(body) }));
    const fresh = ranked
      .toSorted((a, b) => a.rank[0] - b.rank[0] || a.rank[1] - b.rank[1])
      .filter(({ text }) => !seen.has(text) && seen.add(text));
    return fresh.slice(0, mostTried).map(({ body }) => body);
  });
}

/** Every string, and every name. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isObject(value) ? Object.entries(value).flatMap(([name, one]) => [name, ...textsIn(one)]) : [];
}

/** The plain submission with what the other says in its free fields. */
function withTexts(plain: Body, generated: unknown): Body {
  const said = free.filter(({ path, fits }) => fits(valueAt(generated, path)));
  return said.reduce((body, { path }) => withValue(body, path, valueAt(generated, path)), plain);
}
