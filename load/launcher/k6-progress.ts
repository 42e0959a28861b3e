/** Shows k6's progress on standard error: no banner, no bars, and on a terminal one line that is rewritten. */
import { plural } from "../../cli/plural.ts";
import type { Output } from "../../cli/verb.ts";
import { visible } from "../../cli/visible-text.ts";
import { abortMessage } from "../in-k6/stopped-answering.ts";

const clear = "\r\u001b[K";

/** Without a terminal a progress line is printed at most this often. */
const minIntervalMs = 5000;

export interface K6Progress {
  /** Shows a line that k6 has printed. */
  line(text: string): void;
  /** Shows a line of fpk's, which is not overwritten. */
  say(text: string): void;
  /** To be called when a k6 process has ended; another one may follow. */
  end(): void;
}

/** `redact` is applied to everything that k6 prints. `now`: in milliseconds. */
export function k6Progress(stream: Output, redact: (text: string) => string, now: () => number): K6Progress {
  let hasAnnounced = false;
  /** Lines before the one in which k6 announces its scenarios. If k6 runs nothing they give the reason, and the launcher reports that. */
  let early: string[] = [];
  /** The progress line on the terminal, to be overwritten; empty if there is none. */
  let shown = "";
  let lastAt = Number.NEGATIVE_INFINITY;
  const exceptions = createExceptionFilter();
  const say = (text: string) => {
    stream.write(`${shown === "" ? "" : clear}${visible(text)}\n`);
    shown = "";
  };
  const showEarly = () => {
    for (const line of early) if (!isBanner(line)) say(line);
    early = [];
  };
  const showProgress = (line: string) => {
    if (stream.isTTY === true) {
      shown = visible(line).slice(0, Math.max(20, (stream.columns ?? 80) - 1));
      stream.write(clear + shown);
    } else if (now() - lastAt >= minIntervalMs) {
      lastAt = now();
      say(line);
    }
  };
  return {
    say,
    line(text) {
      const line = redact(text).trimEnd().replaceAll("\t", "    ");
      if (line === "" || isBar(line) || isInReport(line)) return;
      hasAnnounced ||= /^\s*(execution|scenarios): /.test(line);
      if (!hasAnnounced) return void early.push(line);
      showEarly();
      if (exceptions.isRepeated(line)) return;
      if (line.startsWith("running (")) showProgress(line);
      else say(line);
    },
    end() {
      if (shown !== "") stream.write(clear);
      shown = "";
      const count = exceptions.takeRepeated();
      if (count > 0) say(`thrown again: ${plural(count, "time")}`);
      hasAnnounced = false;
      early = [];
    },
  };
}

/** Every iteration may throw the same exception: its lines are shown once. */
function createExceptionFilter() {
  const shown = new Set<string>();
  let repeated = 0;
  return {
    /** Whether the line belongs to an exception and was shown before. */
    isRepeated(line: string): boolean {
      if (!isException(line) && !isFrame(line)) return false;
      const isKnown = shown.has(line);
      if (isKnown && isException(line)) repeated += 1;
      shown.add(line);
      return isKnown;
    },
    /** How many exceptions were not shown. Afterwards every exception counts as new. */
    takeRepeated(): number {
      const count = repeated;
      repeated = 0;
      shown.clear();
      return count;
    },
  };
}

const isException = (line: string) => /^(?:Uncaught )?\w*Error: /.test(line);
const isFrame = (line: string) => /^\s+at \S/.test(line);

/** Shows no `GoError`, with which a scenario's `setup` ends the run: the report has its sentence. */
export function withoutRefusals(show: (line: string) => void): (line: string) => void {
  let isRefusal = false;
  return (line) => {
    isRefusal = /\bGoError: /.test(line) || (isRefusal && isFrame(line));
    if (!isRefusal) show(line);
  };
}

/** Lines that repeat what the report says: requests without an answer, crossed thresholds, a target that stopped, an interrupted run. */
const isInReport = (line: string) =>
  line.startsWith(`test aborted: ${abortMessage}`) ||
  /^(?:Request Failed$|thresholds on metrics '.*' (?:have been|were) crossed)/.test(line) ||
  /^(?:setTimeout \d+ was stopped because|test run was aborted because k6 received a 'interrupt' signal)/.test(line);

/** k6's name in large letters. */
export const isBanner = (line: string) => /^[\s/\\_|‾~()<]*(Grafana)?[\s/\\_|‾~()<]*$/u.test(line);

/** A progress bar, such as `limit   [  33% ] 00/04 VUs  1.0s/3s`. */
export const isBar = (line: string) => /^\S+\s+[^\s\w]?\s*\[\s*(\d+%|-+)\s*\]/u.test(line);
