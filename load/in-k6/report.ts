/** Tells what was found: to the metrics, and in a sentence (for the launcher: as a line of JSON). */
import { check, group } from "k6";
import type { Finding } from "../../conformance/check.ts";
import type { Environment } from "./environment.ts";
import { isImplied } from "./judged.ts";
import { findings, judged, unjudged, warnings } from "./metrics.ts";

/** A check as it is told: a law, or one of the scenario's own. */
export interface Told {
  readonly id: string;
  readonly clause: string;
  readonly claim: string;
}

const tagsOf = ({ id, clause }: Told) => ({ check: id, clause });

/** Counts a finding; `isFirst`: it is told in words too. `isClaimed`: what it says is what the scenario claims. */
export function report(
  environment: Environment,
  told: Told,
  { expected, actual }: Pick<Finding, "expected" | "actual">,
  isFirst: boolean,
  isClaimed = false,
): void {
  const isWarning = isImplied(told.id) && !isClaimed;
  (isWarning ? warnings : findings).add(1, tagsOf(told));
  if (!isFirst) return;
  say(environment, { fpk: "judgement", verdict: "fail", check: told.id, clause: told.clause, expected, actual }, () =>
    console.error(`${isWarning ? "!" : "✗"} ${told.id}   ${told.claim}: expected ${expected}; actual ${actual}`),
  );
}

/** What the scenario claims, and its exchanges do not tell. */
export function reportOpen(environment: Environment, told: Told, reason: string): void {
  unjudged.add(1, tagsOf(told));
  say(environment, { fpk: "judgement", verdict: "inconclusive", check: told.id, clause: told.clause, reason }, () =>
    console.warn(`? ${told.id}   ${told.claim}: not judged: ${reason}`),
  );
}

export function note(environment: Environment, text: string): void {
  say(environment, { fpk: "note", text }, () => console.warn(text));
}

/** Closes the judging of a check: k6 shows it in the group of its clause. */
export function close(told: Told, of: { readonly judged: number; readonly failed: number }): void {
  judged.add(of.judged, tagsOf(told));
  group(told.clause, () => check(null, { [told.claim]: () => of.failed === 0 }, tagsOf(told)));
}

/** One of the scenario's own checks; `wrong` where it does not hold. `isFirst`: it is told in words too. */
export function tellOwn(
  environment: Environment,
  told: Told,
  wrong: Pick<Finding, "expected" | "actual"> | undefined,
  isFirst = true,
): void {
  if (wrong !== undefined) report(environment, told, wrong, isFirst, true);
  else if (environment.records && isFirst) {
    console.log(JSON.stringify({ fpk: "judgement", verdict: "pass", check: told.id, clause: told.clause }));
  }
  close(told, { judged: 1, failed: wrong === undefined ? 0 : 1 });
}

function say({ records }: Environment, line: object, inWords: () => void): void {
  if (records) console.log(JSON.stringify(line));
  else inWords();
}
