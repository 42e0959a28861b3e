/** A user's own thresholds are judged on what is recorded, so a script must send with the scenarios' client. */
import { UsageError } from "../../cli/usage-error.ts";
import { bundleScript } from "./bundle-script.ts";
import { isUserScript, type Scenario } from "./scenario.ts";
import type { UserThresholds } from "./user-thresholds.ts";

/** Throws `UsageError` for a threshold on a script of which nothing would be recorded, with how to write it in the script. */
export async function requireRecording(
  { latencies, maxErrorPercent, minCapacity }: UserThresholds,
  scenarios: readonly Scenario[],
): Promise<void> {
  const options = [
    ...latencies.map(({ percent, maxMs }) => ["--latency", `http_req_duration: ["p(${percent})<=${maxMs}"]`]),
    ...(maxErrorPercent === undefined
      ? []
      : [["--max-errors", `http_req_failed: ["rate<=${Number((maxErrorPercent / 100).toPrecision(6))}"]`]]),
  ];
  const first = options[0]?.[0] ?? (minCapacity === undefined ? undefined : "--min-capacity");
  if (first === undefined) return;
  const instead =
    options.length === 0
      ? ""
      : `: give the script thresholds of k6, ${options.map(([, threshold]) => threshold).join(", ")}`;
  for (const scenario of scenarios.filter(isUserScript)) {
    if (await records(scenario)) continue;
    throw new UsageError(
      `${first} judges what the scenarios' client records, and ${scenario.operand} does not send with it (fpk.js, which --eject writes)${instead}`,
    );
  }
}

/** Whether the script, or what it imports, can write a record. Of one that cannot be bundled, k6 says what is wrong. */
const records = ({ path }: Scenario): Promise<boolean> =>
  bundleScript(path).then(
    (code) => code.includes('"fpk":"response"'),
    () => true,
  );
