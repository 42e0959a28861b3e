/** What a report says to run again shows the same failure again: `fpk check … --only ID --seed N`. */
import { describe, expect, it } from "vitest";
import { virtualClock } from "../../clock.ts";
import { type ConformOptions, conform, type Report, type Result } from "../../conformance/index.ts";
import { isViolated } from "../../conformance/model/verdict.ts";
import { loadMutants, type Mutant } from "../changes/mutants/index.ts";
import { startReference } from "../start.ts";

const mutants = await loadMutants();

/** Faults of cases, also of such as others bring about, of laws over one exchange and over many, and of the limiter. */
const sample = [
  "notes-not-in-the-schema",
  "seven-types-but-one",
  "two-fields-checked",
  "content-as-text-taken",
  "column-of-latin1",
  "metadata-walked-without-end",
  "acceptance-in-data",
  "id-of-the-text",
  "status-of-the-latest",
  "status-of-the-next",
  "queue-of-three",
  "cache-of-members-by-path",
  "url-as-object",
  "message-without-code",
  "expired-key-accepted",
  "counted-twice",
  "exceeded-503",
  "headers-without-x",
  "limit-by-key",
];

/** On the same date each time, as the moment of a run is part of what a server answers. */
async function judged(mutant: Mutant, change: Partial<ConformOptions>): Promise<Report> {
  const clock = virtualClock(Date.UTC(2026, 0, 1));
  const reference = await startReference({ clock, mutant, tokenSeed: "replay" });
  try {
    return await conform({ ...reference.target, clock, ...change });
  } finally {
    await reference.close();
  }
}

/** The arguments of the command that the report gives. */
function argumentsOf({ replay = "" }: Result): { readonly only: readonly string[]; readonly seed: number } {
  const [, only, seed] = /^fpk check(?: .+)? --only (\S+) --seed (\d+)$/.exec(replay) ?? [];
  if (only === undefined) throw new Error(`no command to replay: ${replay}`);
  return { only: [only], seed: Number(seed) };
}

/** The target issues other ids each time. */
const withoutIds = (text = "") => text.replaceAll(/\b(fb|org)_[\da-f]+/g, "$1_…");

const failuresOf = ({ results }: Report) => results.filter(isViolated);

describe("a failure is seen again by its replay command", () => {
  it.each(sample)("%s", async (id) => {
    const mutant = mutants.find((candidate) => candidate.id === id);
    if (mutant === undefined) throw new Error(`there is no mutant ${id}`);
    // Not the default seed: the command must carry it.
    const [first] = failuresOf(await judged(mutant, { seed: 4711 }));
    if (first === undefined) throw new Error(`${id} was not found`);
    const { only, seed } = argumentsOf(first);
    expect(seed).toBe(4711);
    const [again, ...others] = failuresOf(await judged(mutant, { only, seed }));
    expect(others).toEqual([]);
    expect(again?.id).toBe(first.id);
    expect(withoutIds(again?.expected)).toBe(withoutIds(first.expected));
  });
});
