/** Prints, before a run starts, how many requests it will send and how long that takes. */
import { UsageError } from "../../cli/usage-error.ts";
import { hostOf } from "../../conformance/tools/container.ts";
import type { ChosenScenario, Order } from "./choose-scenarios.ts";
import type { K6Progress } from "./k6-progress.ts";
import type { LoadRunOptions } from "./load-run.ts";

/** Every exchange is kept in memory, judged and reported: for a million of them Node was measured to need 2.8 GB. */
const maxRequests = 500_000;

/** Throws `UsageError` for more requests than can be judged. */
export function announce(
  { scenarios, leftOut }: Order,
  { chosen, stages }: Pick<LoadRunOptions, "chosen" | "stages">,
  { say }: Pick<K6Progress, "say">,
): void {
  const host = hostOf(chosen.target.baseUrl);
  for (const reason of leftOut) say(`left out: ${reason}`);
  for (const each of scenarios) announceScenario(each, host, stages === undefined ? "--duration" : "--stages", say);
  if (scenarios.length > 1) announceTotal(scenarios, say);
}

/** Requests a second that k6 sends on any machine. */
const rateOfAnyMachine = 500;

/** `length`: the option that says how long the scenario sends. */
function announceScenario(
  { scenario, forecast }: ChosenScenario,
  host: string,
  length: "--duration" | "--stages",
  say: K6Progress["say"],
): void {
  const { name, path, plan } = scenario;
  if (plan === undefined || forecast === undefined) {
    say(`sends to ${host} what ${path} says`);
    return;
  }
  const { requests, seconds, floodRate = 0 } = forecast;
  const remedy = plan.requiresLimit ? `shorten ${length}, or lower the limit for this run` : `shorten ${length}`;
  requireJudgeable(requests, `${name} would send about ${requests} requests`, remedy);
  say(`${name}: ${plan.claim}`);
  const writes = plan.writes ? ", with writes," : "";
  const fewer =
    floodRate > rateOfAnyMachine
      ? `, fewer if this machine or the server does not manage ${Math.ceil(floodRate)} a second`
      : "";
  say(`about ${requests} requests${writes} to ${host} in about ${Math.ceil(seconds)} s, more if checks fail${fewer}`);
}

function announceTotal(scenarios: readonly ChosenScenario[], say: K6Progress["say"]): void {
  const totalOf = (figure: "requests" | "seconds") =>
    Math.ceil(scenarios.reduce((sum, { forecast }) => sum + (forecast?.[figure] ?? 0), 0));
  const requests = totalOf("requests");
  requireJudgeable(requests, `these scenarios would send about ${requests} requests together`, "name fewer");
  const names = scenarios.map(({ scenario }) => scenario.name).join(", ");
  const hasForecast = scenarios.some(({ forecast }) => forecast !== undefined);
  const hasOwn = scenarios.some(({ forecast }) => forecast === undefined);
  const parts = [
    `in the order that the window allows: ${names}`,
    ...(hasForecast
      ? [`together about ${requests} requests in about ${totalOf("seconds")} s, more if checks fail`]
      : []),
    ...(hasOwn ? ["scripts of your own are not forecast"] : []),
  ];
  say(parts.join("; "));
}

function requireJudgeable(requests: number, sentence: string, remedy: string): void {
  if (requests <= maxRequests) return;
  throw new UsageError(`${sentence}, and a report holds ${maxRequests}: ${remedy}`);
}
