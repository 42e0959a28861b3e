/** The chart of an organization's requests in the order of sending, with the `X-RateLimit-Remaining` of each response. */
import type { History } from "../../laws/limiter/history.ts";
import type { Exchange } from "../../model/exchange.ts";
import { remainingOf } from "../../model/rate-limit-headers.ts";
import { type Point, pathOf, plot, px, renderRules, renderTimes, vertical } from "./chart.ts";
import { type Html, html } from "./html.ts";
import { remainingBounds } from "./remaining-bounds.ts";

/** A longer time without a request is drawn as a pause, in milliseconds. */
const minPauseMs = (windowMs: number) => Math.max(400, windowMs / 20);
/** The width of a pause in pixels; less if there are many pauses. */
const pauseWidth = 40;

interface Layout {
  readonly x: (position: number) => number;
  readonly pauses: readonly { readonly x: number; readonly width: number; readonly ms: number }[];
}

function layOut(exchanges: readonly Exchange[], windowMs: number): Layout {
  const gaps = exchanges.map(({ sentAt }, at) => (at === 0 ? 0 : sentAt - (exchanges[at - 1]?.sentAt ?? sentAt)));
  const isPause = (ms: number) => ms > minPauseMs(windowMs);
  const count = gaps.filter(isPause).length;
  const width = Math.min(pauseWidth, (0.4 * (plot.right - plot.left)) / Math.max(1, count));
  const step = (plot.right - plot.left - count * width - 12) / Math.max(1, exchanges.length - 1);
  const pauses: { x: number; width: number; ms: number }[] = [];
  let x = plot.left + 6 - step;
  const xs = gaps.map((ms) => {
    if (isPause(ms)) {
      pauses.push({ x: x + step / 2, width, ms });
      x += width;
    }
    x += step;
    return x;
  });
  return { x: (position) => xs[position] ?? plot.left, pauses };
}

/** `marked`: the ids of failed checks, by the indexes of the exchanges that prove the failures. */
export function renderRemaining(history: History, marked: ReadonlyMap<number, string>): Html {
  const { exchanges, limit, windowMs } = history;
  const { x, pauses } = layOut(exchanges, windowMs);
  // The headers of a response to an expired key belong to no organization's count.
  const values = exchanges.map((exchange) => (exchange.kind === "expired" ? undefined : remainingOf(exchange)));
  const max = Math.max(limit, ...values.map((value) => value ?? 0));
  const y = vertical(max);
  const at = (position: number, value: number): Point => [x(position), y(Math.max(0, value))];
  const pointsOf = (credential: string) =>
    values.flatMap((value, position) =>
      value === undefined || exchanges[position]?.credential !== credential ? [] : [at(position, value)],
    );
  const lines = [...new Set(exchanges.map(({ credential }) => credential))].map(pointsOf);
  const maxGap = Math.max(24, (3 * (plot.right - plot.left)) / exchanges.length);
  return html`${renderRules(max, "")}
${renderBand(history, at)}
${pauses.map(renderPause)}
${renderResets(history, x)}
${lines.flatMap((points) => segments(points, pauses, maxGap)).map((segment) => html`<polyline class="line" points="${pathOf(thinned(segment))}"/>`)}
${lines.flat().map(([cx, cy]) => html`<circle class="dot" cx="${px(cx)}" cy="${px(cy)}" r="${exchanges.length > 150 ? 1.2 : 1.8}"/>`)}
${renderCrosses(exchanges, (position) => at(position, values[position] ?? 0))}
${exchanges.map((exchange, position) => {
  const name = marked.get(exchange.index);
  return name === undefined ? html`` : renderMark(exchange, name, at(position, values[position] ?? 0));
})}
${renderTimes(timesOf(exchanges, x))}`;
}

/** Interrupts a line at pauses, and where the credential sends nothing for more than `maxGap` pixels: no value is reported there. */
function segments(points: readonly Point[], pauses: Layout["pauses"], maxGap: number): readonly (readonly Point[])[] {
  const found: Point[][] = [];
  for (const point of points) {
    const segment = found.at(-1);
    const [before] = segment?.at(-1) ?? point;
    const isApart = point[0] - before > maxGap || pauses.some(({ x }) => before < x && x < point[0]);
    if (segment === undefined || isApart) found.push([point]);
    else segment.push(point);
  }
  return found;
}

/** Keeps only the highest and the lowest of the points in a column of pixels. */
function thinned(points: readonly Point[]): readonly Point[] {
  const columns = new Map<number, Point[]>();
  for (const point of points) {
    const column = Math.round(point[0]);
    columns.set(column, [...(columns.get(column) ?? []), point]);
  }
  return [...columns.values()].flatMap((column) => {
    if (column.length <= 2) return column;
    const ordered = column.toSorted((a, b) => a[1] - b[1]);
    return [...ordered.slice(0, 1), ...ordered.slice(-1)].sort((a, b) => a[0] - b[0]);
  });
}

function renderBand(history: History, at: (position: number, value: number) => Point): Html {
  const bounds = remainingBounds(history);
  const upper = bounds.map(({ position, max }) => at(position, max));
  const lower = bounds.map(({ position, min, max }) => at(position, Math.min(min, max)));
  return html`<polygon class="band" points="${pathOf([...upper, ...lower.toReversed()])}"/>`;
}

function renderPause({ x, width, ms }: Layout["pauses"][number]): Html {
  const label =
    width < 26
      ? undefined
      : html`<text x="${px(x + width / 2)}" y="${plot.top - 6}" text-anchor="middle">${durationOf(ms)}</text>`;
  return html`<rect class="pause" x="${px(x)}" y="${plot.top}" width="${px(width)}" height="${plot.bottom - plot.top}"/>${label}`;
}

/** A rise of at least this, as the same credential sees it, is drawn as a reset of the window or a filled bucket. */
const minRise = 5;

function renderResets(history: History, x: (position: number) => number): readonly Html[] {
  const before = new Map<string, Exchange>();
  return history.exchanges.flatMap((exchange, position) => {
    const remaining = remainingOf(exchange);
    if (remaining === undefined) return [];
    const earlier = before.get(exchange.credential);
    before.set(exchange.credential, exchange);
    if (earlier === undefined || earlier.receivedAt > exchange.sentAt) return [];
    if (remaining - (remainingOf(earlier) ?? remaining) <= minRise) return [];
    const at = px(x(position));
    return [html`<line class="reset" x1="${at}" x2="${at}" y1="${plot.top}" y2="${plot.bottom}"/>`];
  });
}

/** The 429s, at most one for each pixel. */
function renderCrosses(exchanges: readonly Exchange[], at: (position: number) => Point): Html | undefined {
  const drawn = new Set<string>();
  for (const [position, { status }] of exchanges.entries()) {
    if (status !== 429) continue;
    const [x, y] = at(position);
    drawn.add(`M${Math.round(x) - 3} ${Math.round(y) - 3}l6 6m0-6l-6 6`);
  }
  return drawn.size === 0 ? undefined : html`<path class="limited" d="${[...drawn].join("")}"/>`;
}

const renderMark = ({ index }: Exchange, name: string, [cx, cy]: Point): Html =>
  html`<a href="#exchange-${index}" aria-label="exchange ${index}, which proves the failure of ${name}"><circle class="proof" cx="${px(cx)}" cy="${px(cy)}" r="6"/><title>${name}: exchange ${index}</title></a>`;

/** Labels with the seconds since the first request, at least 90 pixels apart. */
function timesOf(exchanges: readonly Exchange[], x: (position: number) => number) {
  const start = exchanges[0]?.sentAt ?? 0;
  const labels: { x: number; text: string }[] = [];
  for (const [position, { sentAt }] of exchanges.entries()) {
    const last = labels.at(-1);
    const text = durationOf(sentAt - start);
    if (last === undefined || (x(position) - last.x >= 90 && last.text !== text)) labels.push({ x: x(position), text });
  }
  return labels;
}

/** `0.66 s`, `41 s`. */
const durationOf = (ms: number) =>
  `${ms < 9950 ? Number((ms / 1000).toFixed(ms < 995 ? 2 : 1)) : Math.round(ms / 1000)} s`;
