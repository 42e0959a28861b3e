import { expect, it } from "vitest";
import type { LoadFigures } from "../model/report.ts";
import { renderHtml } from "./html/page.ts";
import { loadRows } from "./load-table.ts";
import { renderMarkdown } from "./markdown.ts";
import { sampleReport } from "./sample.test.report.ts";
import { renderTerminal } from "./terminal.ts";

it("each of several scenarios has a line that says what it counts", () => {
  const figures: LoadFigures = {
    requests: 259,
    perSecond: 17.24,
    limited: 3,
    unanswered: 1,
    statuses: { 200: 220, 429: 3, 503: 35 },
    latency: { count: 258, p50: 1, p95: 6.66, p99: 9, max: 12 },
  };
  const load = { ...figures, inFlight: 25, scenarios: [{ ...figures, scenario: "steady" }] };
  expect(loadRows({ ...sampleReport, load })).toEqual([
    [
      "steady",
      "259 requests, 17.2 sent a second; 3 answered 429, 1 not answered · 220 × 200, 35 × 503, 3 × 429 · p50 1 ms · p95 6.7 ms · p99 9 ms · max 12 ms",
    ],
    ["requests", "259, 17.2 sent a second, at most 25 in flight; 3 answered 429, 1 not answered"],
    ["statuses", "220 × 200, 35 × 503, 3 × 429"],
    ["latency", "p50 1 ms · p95 6.7 ms · p99 9 ms · max 12 ms"],
  ]);
});

it("what a scenario expects to be rejected is said to be expected, on the terminal and on the page", () => {
  const load = { requests: 500, perSecond: 50, limited: 0, unanswered: 0 };
  const of = (statuses: LoadFigures["statuses"] = {}, expectedStatuses: LoadFigures["statuses"] = {}) => ({
    ...sampleReport,
    load: { ...load, statuses, expectedStatuses },
  });
  const all = of({ 200: 100, 404: 386, 500: 2 }, { 404: 386 });
  const text = "386 × 404 (as expected), 100 × 200, 2 × 500";
  expect(renderTerminal(all, { colour: false, width: 100 })).toContain(`statuses      ${text}\n`);
  expect(renderHtml(all)).toContain(text.replaceAll(" × ", "\u00a0×\u00a0"));
  expect(loadRows(of({ 403: 8 }, { 403: 5 }))).toContainEqual(["statuses", "8 × 403 (5 as expected)"]);
});

it("notes on the latency stand beside its charts and figures, of several scenarios each with its name", () => {
  const note = "up to 60 requests a second every operation was answered as at the beginning";
  const figures = { requests: 9, perSecond: 1, limited: 0, scenario: "spike", latencyNotes: [note] };
  const latency = { count: 9, p50: 1, p95: 6.66, p99: 9, max: 12 };
  const single = { ...sampleReport, notes: [note, "another"], load: { ...figures, latency } };
  const load = { requests: 9, perSecond: 1, limited: 0, latency, scenarios: [figures] };
  const several = { ...sampleReport, notes: [`spike: ${note}`, "another"], load };
  for (const report of [single, several]) {
    const section = /<section aria-labelledby="load">.*?<\/section>/s.exec(renderHtml(report))?.[0];
    expect(section).toContain(`<li>${report.notes[0]}</li>`);
    const markdown = renderMarkdown(report);
    expect(markdown).toContain(`- latency: p50 1 ms · p95 6.7 ms · p99 9 ms · max 12 ms\n- ⏱️ ${report.notes[0]}\n`);
    expect(markdown.split(note)).toHaveLength(2);
    expect(markdown).toContain("\n- another\n");
  }
});

it("with --verbose the terminal shows each operation in a line of a table", () => {
  const latency = { count: 258, p50: 1, p95: 6.66, p99: 9, max: 12 };
  const operations = [
    { operation: "listProducts", requests: 259, latency },
    { operation: "getMe", requests: 1 },
  ];
  const second = { second: 0, requests: 260, limited: 0, unanswered: 2, remaining: [] };
  const report = {
    ...sampleReport,
    series: [second],
    load: { requests: 260, perSecond: 1, limited: 0, unanswered: 2, operations },
  };
  const shown = (verbose: boolean) => renderTerminal(report, { colour: false, width: 100, verbose });
  expect(shown(true)).toContain(
    `
operation     requests   p50     p95   p99    max
listProducts       259  1 ms  6.7 ms  9 ms  12 ms
getMe                1`,
  );
  expect(shown(false)).not.toContain("listProducts       259");
  expect(renderHtml(report)).toMatch(/<th scope="row">listProducts<\/th><td>259<\/td><td>1 ms<\/td><td>6.7 ms<\/td>/);
});

it("the time in the queue lies between the last read of queued and the next one", () => {
  const times = (p50: number) => ({ count: 57, p50, p95: p50 + 20, p99: p50 + 40, max: p50 + 60 });
  const load = { requests: 1, perSecond: 1, limited: 0, unanswered: 0, queue: times(800), queueAtLeast: times(300) };
  const shownOf = (figures: LoadFigures) => loadRows({ ...sampleReport, load: figures }).at(-1);
  expect(shownOf(load)).toEqual([
    "in the queue",
    "p50 300–800 ms · p95 320–820 ms · max 360–860 ms, of 57 submissions: between two reads of the status",
  ]);
  const readOnce = { ...load, queueAtLeast: { count: 57, p50: 0, p95: 0, p99: 12, max: 40 } };
  expect(loadRows({ ...sampleReport, load: readOnce }).map(([label]) => label)).not.toContain("in the queue");
  expect(renderHtml({ ...sampleReport, load: readOnce })).not.toMatch(/in the queue/i);
  expect(shownOf({ ...load, queueAtLeast: times(800) })?.[1]).toMatch(/^p50 800 ms · p95 820 ms · max 860 ms, /);
});

it("a threshold that holds is in no section of the document", () => {
  const claim = "Your own threshold: all responses come within 2 s";
  const results = sampleReport.results
    .slice(0, 1)
    .map((each) => ({ ...each, id: "latency.p100", clause: "--latency max=2s", section: "", claim }));
  const report = { ...sampleReport, results };
  const terminal = renderTerminal(report, { colour: false, width: 100, verbose: true });
  expect(terminal).toContain("✓ latency.p100   threshold   Your own threshold: ");
});
