/** Prints, before the cases, how many requests and seconds the run will take, and what it waits for. */
import { plural } from "../../../cli/plural.ts";
import type { KnownBeforeWait } from "../discovery/discover.ts";
import type { Run } from "../run.ts";
import { forecast } from "./forecast.ts";

export function announce(run: Run, known: KnownBeforeWait): void {
  const { requests, seconds, waitSeconds } = forecast(run, known);
  const sent = plural(requests, "request");
  const waiting = waitSeconds > 0 ? `, ${waitSeconds} of them waiting for the window` : "";
  const time = seconds < 1 ? `${sent}, under 1 s` : `about ${sent}, ${seconds} s${waiting}`;
  run.progress?.say(`${time}; more if checks fail, since each failed check runs again${lagging(run)}`);
  const { cases, laws } = run;
  const judging = laws.length === 0 ? "" : `, ${laws.length} to judge the responses`;
  run.progress?.say(`${plural(cases.length, "check")} to send requests${judging}`);
  if (run.allCasesNeededBy !== undefined)
    run.progress?.say(`all cases are sent: ${run.allCasesNeededBy} judges the responses to all of them`);
  if (known.waitMs > 0) run.progress?.waiting({ seconds: known.waitMs / 1000, why: "for a fresh window" });
}

/** The run may take longer, since a target may show writes only after some time. */
function lagging({ readOnly, cases, target: { feedbackGraceSeconds } }: Run): string {
  if (readOnly || feedbackGraceSeconds === 0 || cases.every(({ needs }) => needs?.writes !== true)) return "";
  return `, or if the target shows writes late (at most ${feedbackGraceSeconds} s for each: feedbackGraceSeconds)`;
}
