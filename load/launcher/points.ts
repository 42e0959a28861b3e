/**
 * Thresholds over several k6 processes: from the raw points of all of them (`--out json`). A percentile of all is no mean of
 * each one's, and a process that had nothing to do has crossed nothing.
 */
import { createReadStream, existsSync } from "node:fs";
import { createInterface } from "node:readline";
import { percentile } from "./series.ts";
import { aggregateOf, rounded, type Threshold } from "./thresholds.ts";

type Kind = "counter" | "gauge" | "rate" | "trend";

interface Gathered {
  kind: Kind | undefined;
  readonly values: number[];
}

/** The same thresholds, each judged over all points of its metric. `seconds`: how long the run took, for rates of counters. */
export async function judgeMerged(
  thresholds: readonly Threshold[],
  files: readonly string[],
  seconds: number,
): Promise<readonly Threshold[]> {
  const wanted = new Map(thresholds.map(({ metric }) => [metric, selectorOf(metric)]));
  const gathered = new Map<string, Gathered>(
    [...wanted.keys()].map((metric) => [metric, { kind: undefined, values: [] }]),
  );
  const kinds = new Map<string, Kind>();
  for (const file of files) await gather(file, wanted, gathered, kinds);
  const unique = new Map(thresholds.map((one) => [`${one.metric} ${one.expression}`, one]));
  return [...unique.values()].map((threshold) => {
    const { values } = gathered.get(threshold.metric) ?? { values: [] };
    const kind = kinds.get(selectorOf(threshold.metric).name);
    return judged(threshold, kind, values, seconds);
  });
}

interface Selector {
  readonly name: string;
  readonly tags: readonly (readonly [string, string])[];
}

/** `name{key:value,key:value}`. */
export function selectorOf(metric: string): Selector {
  const [, name = metric, inside = ""] = /^([^{]+)\{(.*)\}$/.exec(metric) ?? [];
  const tags = inside.split(",").flatMap((tag) => {
    const at = tag.indexOf(":");
    return at < 0 ? [] : [[tag.slice(0, at).trim(), tag.slice(at + 1).trim()] as const];
  });
  return { name, tags };
}

async function gather(
  file: string,
  wanted: ReadonlyMap<string, Selector>,
  gathered: ReadonlyMap<string, Gathered>,
  kinds: Map<string, Kind>,
): Promise<void> {
  if (!existsSync(file)) return;
  for await (const line of createInterface({ input: createReadStream(file, "utf8") })) {
    const point = pointIn(line);
    if (point === undefined) continue;
    if (point.kind !== undefined) kinds.set(point.metric, point.kind);
    if (point.value === undefined) continue;
    for (const [metric, { name, tags }] of wanted) {
      if (name !== point.metric || tags.some(([key, value]) => point.tags[key] !== value)) continue;
      gathered.get(metric)?.values.push(point.value);
    }
  }
}

interface Point {
  readonly metric: string;
  readonly kind?: Kind;
  readonly value?: number;
  readonly tags: Readonly<Record<string, unknown>>;
}

/** `{"type":"Metric","data":{"type":"trend",…},"metric":"…"}` or `{"metric":"…","type":"Point","data":{"value":1,"tags":{…}}}`. */
function pointIn(line: string): Point | undefined {
  try {
    const { type, metric, data } = JSON.parse(line);
    if (typeof metric !== "string") return undefined;
    if (type === "Metric") return { metric, kind: data.type, tags: {} };
    return { metric, value: data.value, tags: data.tags ?? {} };
  } catch {
    // The last line of a process that was ended.
    return undefined;
  }
}

function judged(threshold: Threshold, kind: Kind | undefined, values: readonly number[], seconds: number): Threshold {
  const [, name = "", operator = "", bound = ""] =
    /^\s*([a-z]+(?:\([\d.]+\))?)\s*(<=|>=|===|==|!=|<|>)\s*([-+]?[\d.]+(?:e[-+]?\d+)?)\s*$/i.exec(
      threshold.expression,
    ) ?? [];
  // What cannot be read here is as the process says that tells it.
  if (operator === "") return threshold;
  // As k6 does: what has no sample crosses nothing.
  if (values.length === 0 && kind !== "counter" && !(threshold.metric.startsWith("fpk_judged") || name === "count")) {
    return { ...threshold, holds: true, actual: "" };
  }
  const value = aggregate(aggregateOf(threshold.expression), kind, values, seconds);
  const actual = value === undefined ? "" : `${name} = ${rounded(value)}`;
  return { ...threshold, holds: value === undefined || compare(value, operator, Number(bound)), actual };
}

function aggregate(
  name: string,
  kind: Kind | undefined,
  values: readonly number[],
  seconds: number,
): number | undefined {
  const sorted = values.toSorted((a, b) => a - b);
  const sum = values.reduce((all, value) => all + value, 0);
  const ofPercent = /^p\(([\d.]+)\)$/.exec(name)?.[1];
  if (ofPercent !== undefined) return percentile(sorted, Number(ofPercent));
  switch (name) {
    case "count":
      return sum;
    case "rate":
      return kind === "rate" ? sum / Math.max(1, values.length) : sum / Math.max(0.001, seconds);
    case "value":
      return values.at(-1);
    case "avg":
      return sum / Math.max(1, values.length);
    case "med":
      return percentile(sorted, 50);
    case "min":
      return sorted[0];
    case "max":
      return sorted.at(-1);
    default:
      return undefined;
  }
}

function compare(value: number, operator: string, bound: number): boolean {
  switch (operator) {
    case "<":
      return value < bound;
    case "<=":
      return value <= bound;
    case ">":
      return value > bound;
    case ">=":
      return value >= bound;
    case "!=":
      return value !== bound;
    default:
      return value === bound;
  }
}
