/** Judges one subject: the whole suite against the reference, in process, on a clock of its own. */

import { errorMessage } from "../../cli/error-message.ts";
import { virtualClock } from "../../clock.ts";
import { conform, type Report, type Result } from "../../conformance/index.ts";
import { loadMutants } from "../changes/mutants/index.ts";
import { loadVariants, type Variant } from "../changes/variants/index.ts";
import { startReference } from "../start.ts";
import { falsePositives } from "./false-positives.ts";
import { shrink } from "./shrink.ts";
import { type CheckVerdict, type Judged, joinId, type Subject, type Task } from "./subject.ts";

/** Never rejects: the outcome says why a subject could not be judged. */
export async function judge({ subject, without }: Task): Promise<Judged> {
  try {
    const judged = await run(subject, without);
    if (subject.kind !== "variant" || subject.variants.length < 2) return judged;
    const fewest = await shrinkJoin(subject.variants, judged, without);
    return fewest === undefined ? judged : { ...judged, smallest: fewest };
  } catch (error) {
    return { id: subject.id, failure: errorMessage(error) };
  }
}

type Run = Exclude<Judged, { readonly failure: string }>;

async function run(subject: Subject, without: readonly string[]): Promise<Run> {
  const clock = virtualClock(Date.now());
  const variants = subject.kind === "variant" ? await variantsOf(subject.variants) : [];
  const mutant = subject.kind === "mutant" ? (await mutantsById()).get(subject.id) : undefined;
  const reference = await startReference({ clock, mutant: mutant ?? idOfMutant(subject), variants });
  try {
    const strict = subject.kind !== "mutant" && variants.every((one) => one.strict !== false);
    return judgedOf(subject.id, await conform({ ...reference.target, clock, seed: 1, strict, skip: without }));
  } finally {
    await reference.close();
  }
}

/** An unknown mutant is rejected by the reference, with its own sentence. */
const idOfMutant = (subject: Subject) => (subject.kind === "mutant" ? subject.id : undefined);

function judgedOf(id: string, { exitCode, requests, suite, results, clauses }: Report): Run {
  return {
    id,
    exitCode,
    requests: requests.total,
    suite,
    verdicts: results.map(verdictOf),
    unjudged: clauses.unjudged.map(({ clause }) => clause),
  };
}

const verdictOf = (result: Result): CheckVerdict => ({
  id: result.id,
  clause: result.clause,
  section: result.section,
  level: result.level,
  verdict: result.verdict,
  message: result.message,
  requestsToFailure: result.verdict === "fail" ? requestsToFailure(result) : null,
});

/** A law that failed on several exchanges had failed on the first; any other failure needs all that prove it. */
export function requestsToFailure({ exchanges, failed = 0 }: Pick<Result, "exchanges" | "failed">): number | null {
  const shown = failed > 1 ? exchanges.slice(0, 1) : exchanges;
  return shown.length === 0 ? null : Math.max(...shown) + 1;
}

async function shrinkJoin(
  ids: readonly string[],
  judged: Run,
  without: readonly string[],
): Promise<readonly string[] | undefined> {
  if (falsePositives(judged, await variantsOf(ids)).length === 0) return undefined;
  return shrink(ids, async (fewer) => {
    const again = await run({ kind: "variant", id: joinId(fewer), variants: fewer }, without);
    return falsePositives(again, await variantsOf(fewer)).length > 0;
  });
}

let mutants: ReturnType<typeof readMutants> | undefined;
const readMutants = async () => new Map((await loadMutants()).map((one) => [one.id, one]));

function mutantsById(): ReturnType<typeof readMutants> {
  mutants ??= readMutants();
  return mutants;
}

let variants: Promise<readonly Variant[]> | undefined;

async function variantsOf(ids: readonly string[]): Promise<readonly Variant[]> {
  variants ??= loadVariants();
  const all = await variants;
  return ids.map((id) => {
    const found = all.find((one) => one.id === id);
    if (found === undefined) throw new Error(`there is no variant ${id}`);
    return found;
  });
}
