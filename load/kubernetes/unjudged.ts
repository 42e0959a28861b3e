/** Sentences about what the pods of a run do not judge. */
import { readEnvironment } from "../in-k6/environment.ts";
import { maxExchanges } from "../in-k6/shapes.ts";
import { needsOneInstance } from "../launcher/run-notes.ts";
import { settingVariables } from "../launcher/script-environment.ts";
import type { ManifestOptions } from "./manifests.ts";

export function unjudgedByPods({ scenario, settings, target }: ManifestOptions): readonly string[] {
  const { name, plan } = scenario;
  if (plan === undefined) {
    return [`${name} is judged by its thresholds only, unless it sends with the client of an ejected scenario`];
  }
  const [, shared] = Object.entries(needsOneInstance).find(([known]) => known === name) ?? [];
  if (settings.instances > 1) {
    return shared === undefined ? [] : [`whether ${shared} is judged with --parallelism 1 only`];
  }
  const { requests } = plan.forecast(readEnvironment(settingVariables(settings, target)));
  if (requests <= maxExchanges) return [];
  return [
    `a pod judges at most ${maxExchanges} requests of an organization in their order, and about ${requests} are to be sent: with --parallelism 2 they are recorded, and fpk load --judge judges them`,
  ];
}
