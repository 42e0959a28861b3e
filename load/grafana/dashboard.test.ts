import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const dashboard = JSON.parse(readFileSync(new URL("./dashboard.json", import.meta.url), "utf8"));
const source = readFileSync(new URL("../in-k6/metrics.ts", import.meta.url), "utf8");

/** k6's built-in metrics. */
const ofK6 = {
  http_reqs: "Counter",
  http_req_duration: "Trend",
  http_req_failed: "Rate",
  vus: "Gauge",
};

/** The names that k6's Prometheus remote write gives a metric of each type. */
const suffixes: Readonly<Record<string, readonly string[]>> = {
  Counter: ["_total"],
  Trend: ["_p50", "_p95", "_p99", "_max"],
  Rate: ["_rate"],
  Gauge: [""],
};

const declared = Object.fromEntries(
  [...source.matchAll(/new (\w+)\("(\w+)"/g)].map(([, type = "", name = ""]) => [name, type]),
);
const seriesOf = (metrics: Readonly<Record<string, string>>) =>
  Object.entries(metrics).flatMap(([name, type]) => (suffixes[type] ?? []).map((suffix) => `k6_${name}${suffix}`));

interface Panel {
  readonly title: string;
  readonly targets: readonly { readonly expr: string }[];
}
const queries: readonly string[] = [
  ...dashboard.panels.flatMap(({ targets }: Panel) => targets.map(({ expr }) => expr)),
  ...dashboard.templating.list.flatMap(({ query }: { query?: string }) => query ?? []),
];
const drawn = new Set(queries.flatMap((query) => query.match(/\bk6_\w+/g) ?? []));

describe("the Grafana dashboard", () => {
  it("asks for series that k6 writes of metrics that are declared", () => {
    const written = new Set([...seriesOf(declared), ...seriesOf(ofK6)]);
    expect(drawn.size).toBeGreaterThan(8);
    expect([...drawn].filter((series) => !written.has(series))).toEqual([]);
  });

  it("draws every metric but the internal ones", () => {
    const internal = ["fpk_failed", "fpk_judged", "fpk_unjudged"];
    const isDrawn = (name: string) => [...drawn].some((series) => series.startsWith(`k6_${name}_`));
    const left = Object.keys(declared).filter((name) => !isDrawn(name));
    expect(left).toEqual(internal);
  });

  it("names its data source in one place, and each panel's place is its own", () => {
    expect(JSON.stringify(dashboard).match(/"uid":"\$\{datasource\}"/g)?.length).toBeGreaterThan(queries.length);
    const places = dashboard.panels.map(({ gridPos: { x, y } }: { gridPos: { x: number; y: number } }) => `${x},${y}`);
    expect(new Set(places).size).toBe(places.length);
  });
});
