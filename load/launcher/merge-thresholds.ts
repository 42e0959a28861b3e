/**
 * Judges thresholds over several k6 processes, from the samples of all (`--out json`). The summaries of the processes do not suffice:
 * a percentile over all samples cannot be computed from each process's percentile.
 */
import { createReadStream, existsSync } from "node:fs";
import { createInterface } from "node:readline";
import { percentile } from "../../conformance/model/percentile.ts";
import { aggregateIn, rounded, type Threshold } from "./read-thresholds.ts";

type MetricType = "counter" | "gauge" | "rate" | "trend";

/** A threshold's metric, with its samples. */
interface Selected extends Selector {
  readonly values: number[];
  type: MetricType | undefined;
}

/** `files`: the samples of each process. `seconds`: how long the run took, for rates of counters. Equal thresholds become one. */
export async function mergeThresholds(
  thresholds: readonly Threshold[],
  files: readonly string[],
  seconds: number,
): Promise<readonly Threshold[]> {
  const selected = new Map<string, Selected>(
    thresholds.map(({ metric }) => [metric, { ...selectorOf(metric), values: [], type: undefined }]),
  );
  for (const file of files) await readSamples(file, [...selected.values()]);
  const unique = new Map(thresholds.map((threshold) => [`${threshold.metric} ${threshold.expression}`, threshold]));
  return [...unique.values()].map((threshold) => judgeThreshold(threshold, selected.get(threshold.metric), seconds));
}

interface Selector {
  readonly name: string;
  readonly tags: readonly (readonly [string, string])[];
}

/** Parses `name{key:value,key:value}`. */
export function selectorOf(metric: string): Selector {
  const [, name = metric, inside = ""] = /^([^{]+)\{(.*)\}$/.exec(metric) ?? [];
  const tags = inside.split(",").flatMap((tag) => {
    const colon = tag.indexOf(":");
    return colon < 0 ? [] : [[tag.slice(0, colon).trim(), tag.slice(colon + 1).trim()] as const];
  });
  return { name, tags };
}

async function readSamples(file: string, selected: readonly Selected[]): Promise<void> {
  if (!existsSync(file)) return;
  for await (const line of createInterface({ input: createReadStream(file, "utf8") })) {
    const sample = parseSample(line);
    if (sample === undefined) continue;
    for (const selection of selected.filter(({ name }) => name === sample.metric)) addSample(selection, sample);
  }
}

function addSample(selection: Selected, { type, value, tags }: Sample): void {
  selection.type ??= type;
  if (value !== undefined && selection.tags.every(([key, tag]) => tags[key] === tag)) selection.values.push(value);
}

interface Sample {
  readonly metric: string;
  readonly type?: MetricType;
  readonly value?: number;
  readonly tags: Readonly<Record<string, unknown>>;
}

/** Parses `{"type":"Metric","data":{"type":"trend",…},"metric":"…"}` or `{"metric":"…","type":"Point","data":{"value":1,"tags":{…}}}`. */
function parseSample(line: string): Sample | undefined {
  try {
    const { type, metric, data } = JSON.parse(line);
    if (typeof metric !== "string") return undefined;
    if (type === "Metric") return { metric, type: data.type, tags: {} };
    return { metric, value: data.value, tags: data.tags ?? {} };
  } catch {
    // The last line of a process that was killed may be incomplete.
    return undefined;
  }
}

function judgeThreshold(threshold: Threshold, selected: Selected | undefined, seconds: number): Threshold {
  const [, name = "", operator = "", bound = ""] =
    /^\s*([a-z]+(?:\([\d.]+\))?)\s*(<=|>=|===|==|!=|<|>)\s*([-+]?[\d.]+(?:e[-+]?\d+)?)\s*$/i.exec(
      threshold.expression,
    ) ?? [];
  // An expression that cannot be read here keeps the verdict of a process.
  if (operator === "") return threshold;
  const { values = [], type } = selected ?? {};
  // As in k6, a threshold without samples holds.
  if (values.length === 0 && type !== "counter" && !(threshold.metric.startsWith("fpk_judged") || name === "count")) {
    return { ...threshold, holds: true, actual: "" };
  }
  const value = aggregate(aggregateIn(threshold.expression), { type, values }, seconds);
  const actual = value === undefined ? "" : `${name} = ${rounded(value)}`;
  return { ...threshold, holds: value === undefined || compare[operator]?.(value, Number(bound)) === true, actual };
}

function aggregate(name: string, { type, values }: Pick<Selected, "type" | "values">, seconds: number) {
  const sorted = values.toSorted((a, b) => a - b);
  const percent = /^p\(([\d.]+)\)$/.exec(name)?.[1];
  if (percent !== undefined) return percentile(sorted, Number(percent));
  const sum = values.reduce((all, value) => all + value, 0);
  const aggregates: Readonly<Record<string, number | undefined>> = {
    count: sum,
    rate: sum / (type === "rate" ? Math.max(1, values.length) : Math.max(0.001, seconds)),
    value: values.at(-1),
    avg: sum / Math.max(1, values.length),
    med: percentile(sorted, 50),
    min: sorted[0],
    max: sorted.at(-1),
  };
  return aggregates[name];
}

const compare: Readonly<Record<string, (value: number, bound: number) => boolean>> = {
  "<": (value, bound) => value < bound,
  "<=": (value, bound) => value <= bound,
  ">": (value, bound) => value > bound,
  ">=": (value, bound) => value >= bound,
  "!=": (value, bound) => value !== bound,
  "==": (value, bound) => value === bound,
  "===": (value, bound) => value === bound,
};
