/** What a report says to run again shows the same check fail again: `fpk check … --only ID [--sent-by ID] --seed N`. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { virtualClock } from "../../clock.ts";
import { type ConformOptions, conform, type Report, type Result } from "../../conformance/index.ts";
import { isViolated } from "../../conformance/model/verdict.ts";
import { loadMutants, type Mutant } from "../changes/mutants/index.ts";
import { startReference } from "../start.ts";

const mutants = await loadMutants();

/** With `REPLAYS=all` every mutant's; else the sample's, and some more that the seed chooses. */
const seed = Number(process.env.FPK_SEED ?? Date.now() % 2 ** 31);
const isWhole = process.env.REPLAYS === "all";

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
  "caller-of-the-last-request",
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
function argumentsOf({ replay = "" }: Result): Pick<ConformOptions, "only" | "sentBy" | "seed"> {
  const [, only, sentBy = "", of] =
    /^fpk check(?: .+)? --only (\S+)((?: --sent-by \S+)*) --seed (\d+)$/.exec(replay) ?? [];
  if (only === undefined) throw new Error(`no command to replay: ${replay}`);
  const senders = sentBy.split(" --sent-by ").slice(1);
  return { only: only.split(","), ...(senders.length === 0 ? {} : { sentBy: senders }), seed: Number(of) };
}

const failuresOf = ({ results }: Report) => results.filter(isViolated);

const fresh = { hasFreshTokens: true };
const otherSeed = { seed: 1 };

/** What only tokens that are known to be right prove, and what is sent with some seeds and not with others. */
const conditions: Readonly<Record<string, Partial<ConformOptions>>> = {
  "keys-taken-for-sessions": fresh,
  "sessions-not-taken": fresh,
  "tier-not-kept": fresh,
  "title-unchecked": otherSeed,
  "organization-coerced": otherSeed,
  "releases-of-the-calling-key": otherSeed,
  "id-looked-up-by-like": otherSeed,
  "path-parameter-passes-the-guard": otherSeed,
  "address-after-a-name": otherSeed,
  "problem-by-its-beginning": otherSeed,
};

const all = mutants.map(({ id }) => id);
const others = fc.sample(fc.shuffledSubarray(all, { minLength: 10, maxLength: 10 }), { seed, numRuns: 1 });
const ids = isWhole ? all : [...new Set([...sample, ...others.flat()])];

describe(`a failure is seen again by its replay command (FPK_SEED=${seed})`, () => {
  it.each(ids)("%s", async (id) => {
    const mutant = mutants.find((candidate) => candidate.id === id);
    if (mutant === undefined) throw new Error(`there is no mutant ${id}`);
    // Not the default seed: the command must carry it.
    const condition = { seed: 4711, ...conditions[id] };
    const failures = failuresOf(await judged(mutant, condition));
    const first = failures.find(({ clause }) => clause === mutant.clause) ?? failures[0];
    if (first === undefined) throw new Error(`${id} was not found`);
    const command = argumentsOf(first);
    expect(command.seed).toBe(condition.seed);
    expect(failuresOf(await judged(mutant, { ...condition, ...command })).map((failure) => failure.id)).toEqual([
      first.id,
    ]);
  });
});
