/** The submissions of one virtual user, and whose status it reads next. Pure. */
import { exchangeOf } from "../../conformance/model/exchange.ts";
import type { Role } from "./environment.ts";
import type { SetupData } from "./setup.ts";
import { type Submission, submissionIn } from "./submission.ts";

/** How many of a virtual user's latest submissions are kept: those of more than 10 s, even if it pauses only 0.2 s between its requests. */
const maxKept = 12;

export interface RecentSubmissions {
  /** Undefined: one that was not accepted. */
  add(submission: Submission | undefined): void;
  /** `now`: milliseconds since the epoch. Undefined if none was accepted. */
  next(now: number): Submission | undefined;
}

/**
 * `next` alternates between the latest submission, whose status may still be missing, and one whose grace period has ended. A round of the
 * scenario has two reads, and from one round to the next their order changes. `user`: the virtual user's number; with an even number it
 * begins with the latest submission, with an odd number with the other.
 */
export function recentSubmissions(graceMs: number, user: number): RecentSubmissions {
  let kept: readonly Submission[] = [];
  let reads = 0;
  return {
    add(submission) {
      if (submission !== undefined) kept = [...kept, submission].slice(-maxKept);
    },
    next(now) {
      const isLatest = (reads + Math.floor(reads / 2) + user) % 2 === 0;
      reads += 1;
      const aged = kept.filter(({ acceptance }) => now - acceptance.receivedAt > graceMs);
      return (isLatest ? undefined : aged.at(-1)) ?? kept.at(-1);
    },
  };
}

/**
 * A submission that `role` sent in the setup. Each virtual user of `spike` begins one step after the user before it, and after six steps the same
 * read of a status comes again. So users that begin with this read take different submissions.
 */
export function submissionOfSetup(
  { before }: Pick<SetupData, "before">,
  role: Role,
  user: number,
): Submission | undefined {
  const sent = before.filter(({ operation, credential }) => operation === "submitFeedback" && credential === role);
  const record = sent[Math.floor(user / 6) % sent.length];
  return record && submissionIn(exchangeOf(record));
}
