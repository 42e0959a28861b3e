/** Says what a run will send, before it sends it. */
import { UsageError } from "../../cli/usage-error.ts";
import { hostOf } from "../../conformance/tools/container.ts";
import type { Order } from "./choose-scenarios.ts";
import type { K6Progress } from "./k6-progress.ts";
import type { LoadRunOptions } from "./load-run.ts";

/** Every exchange is kept, judged and reported. */
const maxRequests = 250_000;

/** Throws `UsageError` for more than can be judged. */
export function announce(
  { scenarios, leftOut }: Order,
  { chosen }: Pick<LoadRunOptions, "chosen">,
  { say }: Pick<K6Progress, "say">,
): void {
  const host = hostOf(chosen.target.baseUrl);
  for (const reason of leftOut) say(`left out: ${reason}`);
  for (const { scenario, forecast } of scenarios) {
    const { name, path, plan } = scenario;
    if (plan === undefined || forecast === undefined) {
      say(`sends to ${host} what ${path} says`);
      continue;
    }
    const { requests, seconds } = forecast;
    if (requests > maxRequests) {
      throw new UsageError(
        `${name} would send about ${requests} requests, and a report holds ${maxRequests}: shorten --duration`,
      );
    }
    say(`${name}: ${plan.claim}`);
    const writes = plan.writes ? ", with writes," : "";
    say(`about ${requests} requests${writes} to ${host} in about ${Math.ceil(seconds)} s`);
  }
  if (scenarios.length > 1) say(sumOf(scenarios));
}

function sumOf(scenarios: Order["scenarios"]): string {
  const names = scenarios.map(({ scenario }) => scenario.name).join(", ");
  const sum = (of: "requests" | "seconds") =>
    Math.ceil(scenarios.reduce((all, { forecast }) => all + (forecast?.[of] ?? 0), 0));
  return `in the order that the window allows: ${names}; together about ${sum("requests")} requests in about ${sum("seconds")} s`;
}
