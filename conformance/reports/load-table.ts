/** The figures of a load run, as each report for people shows them: a label and a text. */
import { plural } from "../../cli/plural.ts";
import type { Percentiles, Report } from "../model/report.ts";

export type LoadRow = readonly [label: string, text: string];

/** Empty for a report of another run. */
export function loadRows({ load }: Report): readonly LoadRow[] {
  if (load === undefined) return [];
  const { requests, perSecond, limited, unanswered, latency, queue } = load;
  const lost = unanswered === 0 ? "" : `, ${unanswered} not answered`;
  return [
    ["requests", `${requests}, ${shown(perSecond)} a second; ${limited} answered 429${lost}`],
    ...(latency === undefined ? [] : [["latency", percentiles(latency)] as const]),
    ...(queue === undefined ? [] : [["in the queue", queueText(queue)] as const]),
  ];
}

const percentiles = ({ p50, p95, p99, max }: Percentiles) =>
  `p50 ${shown(p50)} ms · p95 ${shown(p95)} ms · p99 ${shown(p99)} ms · max ${shown(max)} ms`;

const queueText = (queue: Percentiles) =>
  `${percentiles(queue)}, of ${plural(queue.count, "submission")}; as seen by polling, so at most`;

const shown = (value: number) => String(Math.round(value * 10) / 10);
