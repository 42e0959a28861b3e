/** Exceeds the limit by parallel requests (§8), which show whether a request is counted only some time after the limit was checked. */
import { type LimitRun, read } from "./limit-run.ts";
import { inBursts, readUntilRefused } from "./until-refused.ts";

/** At the end of a run: with keys of two organizations that of the second was exceeded so before. */
export async function exceedInParallel(run: LimitRun): Promise<void> {
  await readUntilRefused(run, run.key, inBursts(true));
  await read(run.client, run.key);
}
