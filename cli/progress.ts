/** Prints the progress of a run to standard error: one rewritten line on a terminal, else a few lines. Standard output has only results. */
import picocolors from "picocolors";
import { type Clock, realClock } from "../clock.ts";
import { hasColour } from "./colour.ts";
import type { Output, VerbContext } from "./verb.ts";
import { visible } from "./visible-text.ts";
import { shorten } from "./wrap.ts";

interface Step {
  readonly done: number;
  readonly total: number;
  readonly failed?: number;
  readonly id: string;
}

export interface Progress {
  /** Prints a line that stays. */
  say(line: string): void;
  /** Prints a line about a failure that was found, shortened. */
  found(line: string): void;
  /** `done` of `total` checks have ended, and `failed` checks have failed so far; `id` is the check that runs now. */
  step(at: Step): void;
  /** The run waits for `seconds` more; called again as they pass. */
  waiting(on: { readonly seconds: number; readonly why: string }): void;
  /** The run has ended; removes the rewritten line. */
  end(): void;
}

export function createProgress(
  io: Pick<VerbContext, "stdout" | "stderr" | "env">,
  clock: Pick<Clock, "now"> = realClock,
): Progress {
  const isRewritable = io.stderr.isTTY === true && io.env.CI === undefined;
  return isRewritable ? rewritten(io.stderr, hasColour(io)) : sparse(io.stderr, clock);
}

/** Columns of the line about a failure; the report has the rest. */
const maxColumns = 200;

/** `, 3 failed`; empty as long as none has failed. */
const failedCount = (failed = 0) => (failed === 0 ? "" : `, ${failed} failed`);

const clear = "\r\u001b[K";

function rewritten(stream: Output, colour: boolean): Progress {
  const { dim, yellow } = picocolors.createColors(colour);
  let shown = "";
  const show = (text: string, paint: (text: string) => string) => {
    // A terminal may be resized, so the width is read for each line. One column stays free, since a full line makes
    // some terminals wrap.
    shown = paint(shorten(visible(text), Math.max(20, (stream.columns ?? 80) - 1)));
    stream.write(clear + shown);
  };
  const say = (line: string) => stream.write(`${shown === "" ? "" : clear}${visible(line)}\n${shown}`);
  return {
    say,
    found: (line) => say(shorten(visible(line), maxColumns)),
    step: ({ done, total, failed, id }) => show(`${done}/${total}${failedCount(failed)} ${id}`, dim),
    waiting: ({ seconds, why }) => show(`waiting ${Math.ceil(seconds)} s: ${why}`, yellow),
    end: () => {
      if (shown !== "") stream.write(clear);
      shown = "";
    },
  };
}

/** Waits that end within this time of each other are one wait to the reader. In milliseconds. */
const sameWaitMs = 1500;

function sparse(stream: Output, clock: Pick<Clock, "now">): Progress {
  let last: Step | undefined;
  let reported = 0;
  /** When the wait that was last printed is over. */
  let waitsUntil = 0;
  const say = (line: string) => stream.write(`${visible(line)}\n`);
  const report = ({ done, total, failed }: Step) => {
    reported = done;
    say(`${done} of ${total} checks done${failedCount(failed)}`);
  };
  return {
    say,
    found: (line) => say(shorten(visible(line), maxColumns)),
    step: (at) => {
      last = at;
      if (at.done - reported >= 10) report(at);
    },
    waiting: ({ seconds, why }) => {
      const until = clock.now() + seconds * 1000;
      if (until > waitsUntil + sameWaitMs) say(`waiting ${Math.ceil(seconds)} s: ${why}`);
      waitsUntil = Math.max(waitsUntil, until);
    },
    end: () => {
      if (last !== undefined && last.done > reported) report(last);
      last = undefined;
      reported = 0;
    },
  };
}
