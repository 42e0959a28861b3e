/** Charts of a load run: throughput and latency in each second, and the time in the queue. */
import { plural } from "../../../cli/plural.ts";
import { listed } from "../../model/in-words.ts";
import { percentile } from "../../model/percentile.ts";
import type { Report, SeriesPoint } from "../../model/report.ts";
import {
  latencyNotesOf,
  operationTable,
  queueOf,
  queueRow,
  scenarioTable,
  shownMs,
  type Table,
} from "../load-table.ts";
import {
  endOf,
  horizontal,
  type Point,
  pathOf,
  plot,
  px,
  renderChart,
  renderMarks,
  renderRules,
  renderTimes,
  ticks,
  vertical,
} from "./chart.ts";
import { type Html, html, sentence } from "./html.ts";
import { type QueueTime, queueTimes } from "./queue-times.ts";

export function renderLoad(report: Report): Html {
  const { series = [], load } = report;
  if (load === undefined && series.length === 0) return html``;
  const notes = latencyNotesOf(report);
  const begins = (load?.scenarios ?? []).flatMap(({ scenario, firstSecond }) =>
    scenario === undefined || firstSecond === undefined ? [] : [{ text: scenario, second: firstSecond }],
  );
  return html`<section aria-labelledby="load"><h2 id="load">Load</h2>
${renderTable("Requests and latency of each scenario", scenarioTable(report))}
${renderTable("Requests and latency of each operation", operationTable(report))}
${queueRow(report) === undefined ? undefined : html`<p>In the queue: ${queueRow(report)}</p>`}
${notes.length === 0 ? undefined : html`<ul class="points">${notes.map((note) => html`<li>${sentence(note)}</li>`)}</ul>`}
${series.length === 0 ? undefined : [renderThroughput(series, begins), renderLatency(series, begins)]}
${load?.queue !== undefined && queueOf(load) === undefined ? html`` : renderQueue(queueTimes(report), load?.queue?.count)}
</section>`;
}

const renderTable = (caption: string, { header, rows }: Table): Html =>
  rows.length === 0
    ? html``
    : html`<div class="scroll" tabindex="0" role="group" aria-label="${caption}"><table class="figures"><caption>${caption}</caption>
<thead><tr>${header.map((cell) => html`<th scope="col">${cell}</th>`)}</tr></thead>
<tbody>${rows.map(([name, ...cells]) => html`<tr><th scope="row">${name}</th>${cells.map(renderCell)}</tr>`)}</tbody></table></div>`;

/** A list may have several lines, and breaks only between its items. */
const renderCell = (cell: string): Html =>
  cell.includes(", ") ? html`<td class="list">${cell.replaceAll(" × ", "\u00a0×\u00a0")}</td>` : html`<td>${cell}</td>`;

const secondsOf = (series: readonly SeriesPoint[]) => (series.at(-1)?.second ?? 0) + 1;
const timesBelow = (max: number, unit: string) =>
  renderTimes(ticks(max, 8).map((value) => ({ x: horizontal(max)(value), text: `${value} ${unit}` })));

interface Begin {
  /** The scenario's name. */
  readonly text: string;
  readonly second: number;
}

/** A line where each scenario begins. */
const renderBegins = (begins: readonly Begin[], seconds: number): Html =>
  renderMarks(begins.map(({ text, second }) => ({ text, x: horizontal(seconds)(second) })));

const beginsInWords = (begins: readonly Begin[]) =>
  begins.length === 0 ? "" : ` ${listed(begins.map(({ text, second }) => `${text} from ${second} s`))}.`;

/** How many were answered 5xx; 0 if an older report does not say it. */
const serverErrors = ({ statuses = {} }: SeriesPoint) =>
  Object.entries(statuses).reduce((sum, [status, count]) => sum + (Number(status) >= 500 ? count : 0), 0);

function renderThroughput(series: readonly SeriesPoint[], begins: readonly Begin[]): Html {
  const seconds = secondsOf(series);
  const peak = Math.max(...series.map(({ requests }) => requests));
  const max = endOf(peak);
  const [x, y] = [horizontal(seconds), vertical(max)];
  const width = Math.max(0.6, x(1) - x(0) - (seconds > 200 ? 0 : 1.5));
  const total = series.reduce((sum, { requests }) => sum + requests, 0);
  const sumOf = (of: (point: SeriesPoint) => number) => series.reduce((sum, point) => sum + of(point), 0);
  const [limited, unanswered, failed] = [sumOf((of) => of.limited), sumOf((of) => of.unanswered), sumOf(serverErrors)];
  const bar = (className: string, second: number, from: number, to: number) =>
    to === from
      ? undefined
      : html`<rect class="${className}" x="${px(x(second))}" y="${px(y(to))}" width="${px(width)}" height="${px(y(from) - y(to))}"/>`;
  const cross = ({ second, requests }: SeriesPoint) =>
    html`<path class="cross" d="M${px(x(second) + width / 2 - 3)} ${px(y(requests) - 9)}l6 6m0-6l-6 6"/>`;
  return renderChart("Requests a second", {
    label: `${plural(total, "request")} in ${seconds} s, at most ${peak} in a second; ${limited} answered 429, ${failed} answered 5xx, ${unanswered} not answered.${beginsInWords(begins)}`,
    key: [
      ["bars", "other responses"],
      ["bars-limited", "429"],
      ["bars-failed", "5xx or no answer"],
    ],
    content: html`${renderRules(max, "")}${series.map((point) => {
      const bad = serverErrors(point) + point.unanswered;
      const rejected = bad + point.limited;
      return html`${bad === 0 ? undefined : cross(point)}${bar("bars failed", point.second, 0, bad)}${bar("bars limited", point.second, bad, rejected)}${bar("bars", point.second, rejected, point.requests)}`;
    })}${renderBegins(begins, seconds)}${timesBelow(seconds, "s")}`,
  });
}

function renderLatency(series: readonly SeriesPoint[], begins: readonly Begin[]): Html {
  const measured = series.flatMap(({ second, latency }) => (latency === undefined ? [] : [{ second, ...latency }]));
  if (measured.length === 0) return html``;
  const seconds = secondsOf(series);
  const max = endOf(Math.max(...measured.map(({ p95 }) => p95)));
  const starts = measured.flatMap(({ second }, at) => (second === (measured[at - 1]?.second ?? -2) + 1 ? [] : [at]));
  const runs = starts.map((start, at) => measured.slice(start, starts[at + 1]));
  const lines = (of: "p50" | "p95", className: string) =>
    runs.map((run) => {
      const points = run.map((point): Point => [horizontal(seconds)(point.second + 0.5), vertical(max)(point[of])]);
      return html`<polyline class="${className}" points="${pathOf(points)}"/>`;
    });
  // No line shows a second between two without requests.
  const single = runs.filter(({ length }) => length === 1).flat();
  const dots = (of: "p50" | "p95", points: typeof measured, className: string) =>
    points.map(
      (point) =>
        html`<circle class="${className}" cx="${px(horizontal(seconds)(point.second + 0.5))}" cy="${px(vertical(max)(point[of]))}" r="2.5"/>`,
    );
  const range = (of: "p50" | "p95") => {
    const values = measured.map((point) => point[of]);
    return `${rounded(Math.min(...values))} to ${rounded(Math.max(...values))} ms`;
  };
  return renderChart("Latency, second by second", {
    label: `The median was ${range("p50")}, the 95th percentile ${range("p95")}.`,
    key: [
      ["line", "median"],
      ["second", "95th percentile"],
    ],
    content: html`${renderRules(max, "ms")}${lines("p95", "line second")}${lines("p50", "line")}
${dots("p95", single, "dot second")}${dots("p50", measured.length > 90 ? single : measured, "dot")}${renderBegins(begins, seconds)}${timesBelow(seconds, "s")}`,
  });
}

const rounded = (value: number) => Number(value.toPrecision(3));

/** The number of bars. */
const bins = 24;

/** `measured`: of how many submissions the figures are; a long run keeps only the first bodies, and so fewer are drawn. */
function renderQueue(ranges: readonly QueueTime[], measured = ranges.length): Html {
  const times = ranges.map(({ max }) => max).sort((a, b) => a - b);
  const shortest = ranges.map(({ min }) => min).sort((a, b) => a - b);
  const longest = times.at(-1);
  if (longest === undefined) return html``;
  const max = Math.max(longest, 1);
  const counts = Array.from({ length: bins }, () => 0);
  for (const time of times) {
    const at = Math.min(bins - 1, Math.floor((time / max) * bins));
    counts[at] = (counts[at] ?? 0) + 1;
  }
  const peak = endOf(Math.max(...counts));
  const [x, y] = [horizontal(bins), vertical(peak)];
  const figures = `median ${shownMs(percentile(times, 50))}, 95th percentile ${shownMs(percentile(times, 95))}, longest ${shownMs(longest)}, as seen by polling, so at most; the median is at least ${shownMs(percentile(shortest, 50))}.`;
  const part = `the first ${times.length} are drawn, because a long run keeps only its first bodies; the figures above are of all.`;
  return renderChart("Time in the queue, of accepted submissions", {
    label: `${plural(measured, "submission")}: ${times.length < measured ? part : figures}`,
    key: [["bars", "submissions"]],
    content: html`${renderRules(peak, "")}${counts.map((count, at) =>
      count === 0
        ? html``
        : html`<rect class="bars" x="${px(x(at) + 1)}" y="${px(y(count))}" width="${px(x(1) - x(0) - 2)}" height="${px(plot.bottom - y(count))}"/>`,
    )}${timesBelow(Number(max.toPrecision(3)), "ms")}`,
  });
}
