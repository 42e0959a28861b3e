/**
 * Exceeds the limit by parallel requests (§8), which show whether a request is counted only some time after the limit was checked.
 * With keys of two organizations that of the second was exceeded so.
 */
import { historiesOf } from "../../laws/limiter/history.ts";
import { parallelOverrunsOf, wasExceededInParallel } from "../../laws/limiter/parallel-overrun.ts";
import { exchangesOf, type LimitRun } from "./limit-run.ts";
import { readAgainIfOverrun } from "./recovery.ts";
import { inBursts, readUntilRefused } from "./until-refused.ts";

/** At the end of a run, where no burst has exceeded a limit. Where one was served too many, once more, later: that proves it. */
export async function exceedInParallel(run: LimitRun): Promise<void> {
  const isShown = historiesOf(exchangesOf(run), run.rateLimit).some(
    (history) => wasExceededInParallel(history) || parallelOverrunsOf(history).length > 0,
  );
  if (!isShown) await readUntilRefused(run, run.key, inBursts(true));
  await readAgainIfOverrun(run);
}
