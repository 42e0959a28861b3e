/** Shows k6's progress on standard error: no banner, no bars, and on a terminal a line that is rewritten. */

import { plural } from "../../cli/plural.ts";
import type { Output } from "../../cli/verb.ts";
import { visible } from "../../cli/visible-text.ts";

const clear = "\r\u001b[K";

/** Without a terminal a progress line is printed at most this often. */
const minIntervalMs = 5000;

export interface K6Progress {
  /** A line that k6 has printed. */
  line(text: string): void;
  /** A line of ours, which is not overwritten. */
  say(text: string): void;
  /** k6 has ended; another one may follow. */
  end(): void;
}

/** `redact` is applied to everything that k6 prints. */
export function k6Progress(stream: Output, redact: (text: string) => string, now: () => number): K6Progress {
  let isUnderWay = false;
  /** What k6 prints before it announces what it will do: the reason where it does nothing, which the launcher says. */
  let early: string[] = [];
  let shown = "";
  let lastAt = Number.NEGATIVE_INFINITY;
  /** The lines of exceptions that were shown, and how many exceptions came again: each iteration may throw the same one. */
  const thrown = new Set<string>();
  let thrownAgain = 0;
  const isTerminal = stream.isTTY === true;
  const say = (text: string) => {
    stream.write(`${shown === "" ? "" : clear}${visible(text)}\n`);
    shown = "";
  };
  return {
    say,
    line(text) {
      const line = redact(text).trimEnd().replaceAll("\t", "    ");
      if (line === "" || isBar(line) || isInReport(line)) return;
      isUnderWay ||= /^\s*(execution|scenarios): /.test(line);
      if (!isUnderWay) {
        if (!isBanner(line)) early.push(line);
        return;
      }
      for (const waiting of early) say(waiting);
      early = [];
      if (thrown.has(line)) {
        if (!isFrame(line)) thrownAgain += 1;
        return;
      }
      if (isException(line) || isFrame(line)) thrown.add(line);
      if (!line.startsWith("running (")) return say(line);
      if (isTerminal) {
        shown = visible(line).slice(0, Math.max(20, (stream.columns ?? 80) - 1));
        stream.write(clear + shown);
      } else if (now() - lastAt >= minIntervalMs) {
        lastAt = now();
        say(line);
      }
    },
    end() {
      if (shown !== "") stream.write(clear);
      shown = "";
      if (thrownAgain > 0) say(`thrown again: ${plural(thrownAgain, "time")}`);
      thrown.clear();
      thrownAgain = 0;
      isUnderWay = false;
      early = [];
    },
  };
}

const isException = (line: string) => /^(?:Uncaught )?\w*Error: /.test(line);
const isFrame = (line: string) => /^\s+at \S/.test(line);

/** The report says it in sentences, and counts the requests that were not answered. */
const isInReport = (line: string) => /^(?:Request Failed$|thresholds on metrics '.*' have been crossed)/.test(line);

/** k6's name in large letters. */
export const isBanner = (line: string) => /^[\s/\\_|‾~()<]*(Grafana)?[\s/\\_|‾~()<]*$/u.test(line);

/** `limit   [  33% ] 00/04 VUs  1.0s/3s`. */
export const isBar = (line: string) => /^\S+\s+[✓✗↳•]?\s*\[\s*(\d+%|-+)\s*\]/u.test(line);
