/** Charts as SVG: they need no script, use the page's colours, and can be printed. */
import { type Html, html, trusted } from "./html.ts";

/** The drawing and the margins for the axes, in pixels. */
const size = { width: 960, height: 240, left: 56, right: 14, top: 22, bottom: 26 } as const;

export const plot = {
  left: size.left,
  right: size.width - size.right,
  top: size.top,
  bottom: size.height - size.bottom,
} as const;

/** Maps a value between 0 and `max` to a pixel. */
type Scale = (value: number) => number;

export const horizontal =
  (max: number): Scale =>
  (value) =>
    plot.left + ((plot.right - plot.left) * value) / Math.max(max, 1e-9);

export const vertical =
  (max: number): Scale =>
  (value) =>
    plot.bottom - ((plot.bottom - plot.top) * value) / Math.max(max, 1e-9);

/** A round number, about `max / count`. */
function stepOf(max: number, count: number): number {
  const rough = Math.max(max, 1e-9) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  return ([1, 2, 2.5, 5, 10].find((each) => each * power >= rough) ?? 10) * power;
}

/** The upper end of an axis that shows values up to `max`. */
export const endOf = (max: number) => Math.ceil(max / stepOf(max, 4) - 1e-9) * stepOf(max, 4);

/** Round numbers from 0 up to `max`, about `count` of them. */
export function ticks(max: number, count: number): readonly number[] {
  const step = stepOf(max, count);
  return Array.from({ length: Math.floor(max / step + 1e-9) + 1 }, (_, at) => Number((at * step).toPrecision(12)));
}

export const px = (value: number) => value.toFixed(1).replace(/\.0$/, "");

export type Point = readonly [x: number, y: number];
export const pathOf = (points: readonly Point[]) => points.map(([x, y]) => `${px(x)},${px(y)}`).join(" ");

/** The horizontal grid lines, with their values on the left. */
export const renderRules = (max: number, unit: string): Html =>
  html`<g class="rules">${ticks(max, 4).map((value, at, all) => {
    const y = px(vertical(max)(value));
    const label = at === all.length - 1 && unit !== "" ? `${value} ${unit}` : `${value}`;
    return html`<line x1="${plot.left}" x2="${plot.right}" y1="${y}" y2="${y}"/><text x="${plot.left - 8}" y="${y}" dy="4" text-anchor="end">${label}</text>`;
  })}</g>`;

/** Labels near an end of the plot are aligned to it, so that they do not extend beyond it. */
function anchorAt(x: number): "start" | "middle" | "end" {
  if (x > plot.right - 30) return "end";
  return x < plot.left + 20 ? "start" : "middle";
}

/** Labels below the plot. */
export const renderTimes = (labels: readonly { readonly x: number; readonly text: string }[]): Html =>
  html`<g class="times">${labels.map(({ x, text }) => html`<text x="${px(x)}" y="${plot.bottom + 17}" text-anchor="${anchorAt(x)}">${text}</text>`)}</g>`;

/** Vertical lines with labels above the plot; one that would cover the label before it is left out. */
export function renderMarks(marks: readonly { readonly x: number; readonly text: string }[]): Html {
  let free = 0;
  return html`<g class="times">${marks.map(({ x, text }) => {
    const isShown = x >= free;
    if (isShown) free = x + maxCharacter * text.length;
    return html`<line class="reset" x1="${px(x)}" x2="${px(x)}" y1="2" y2="${plot.bottom}"/>${isShown ? html`<text x="${px(x + 4)}" y="10" text-anchor="start">${text}</text>` : undefined}`;
  })}</g>`;
}

/** The width of a character of a label, with some room. */
const maxCharacter = 9;

interface Drawing {
  /** What the chart shows, in words, for screen readers, too. */
  readonly label: string;
  readonly key: readonly (readonly [className: string, text: string])[];
  readonly content: Html;
}

/** The chart scrolls if the page is narrower. */
export const renderChart = (title: string, { label, key, content }: Drawing): Html =>
  html`<figure class="chart"><figcaption>${title}</figcaption>
<ul class="key" aria-hidden="true">${key.map(([className, text]) => html`<li>${sample(className)}${text}</li>`)}</ul>
<div class="scroll" tabindex="0" role="group" aria-label="${title}"><svg viewBox="0 0 ${size.width} ${size.height}" role="group" aria-label="${label}">${content}</svg></div>
<p class="dim">${label}</p></figure>`;

const shapes: Readonly<Record<string, string>> = {
  band: '<rect class="band" y="3" width="20" height="8"/>',
  line: '<line class="line" x1="0" x2="20" y1="7" y2="7"/>',
  second: '<line class="line second" x1="0" x2="20" y1="7" y2="7"/>',
  limited: '<path class="limited" d="M6 3l8 8m0-8l-8 8"/>',
  reset: '<line class="reset" x1="10" x2="10" y1="0" y2="14"/>',
  pause: '<rect class="pause" x="4" width="12" height="14"/>',
  proof: '<circle class="proof" cx="10" cy="7" r="5"/>',
  bars: '<rect class="bars" x="4" width="12" height="14"/>',
  "bars-failed":
    '<rect class="bars failed" x="4" y="7" width="12" height="7"/><path class="cross" d="M7 0l6 6m0-6l-6 6"/>',
  "bars-limited": '<rect class="bars limited" x="4" width="12" height="14"/>',
};

const sample = (className: string) =>
  html`<svg viewBox="0 0 20 14" width="20" height="14">${trusted(shapes[className] ?? "")}</svg>`;
