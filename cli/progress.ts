/** Shows how far a run is: one rewritten line on a terminal, a few plain lines elsewhere. On standard error, so that standard output holds only results. */
import picocolors from "picocolors";
import { hasColour } from "./colour.ts";
import { plural } from "./plural.ts";
import type { Output, VerbContext } from "./verb.ts";
import { visible } from "./visible-text.ts";
import { cut } from "./wrap.ts";

export interface Progress {
  /** Prints a line that stays. */
  say(line: string): void;
  /** `done` of `total` checks have ended; `id` is the check that runs now. */
  step(at: { readonly done: number; readonly total: number; readonly id: string }): void;
  /** The run waits for `seconds` more; called again as they pass. */
  waiting(on: { readonly seconds: number; readonly why: string }): void;
  /** The run has ended; removes the rewritten line. */
  end(): void;
}

export function createProgress(io: Pick<VerbContext, "stdout" | "stderr" | "env">): Progress {
  const isRewritable = io.stderr.isTTY === true && io.env.CI === undefined;
  return isRewritable ? rewritten(io.stderr, hasColour(io)) : sparse(io.stderr);
}

const clear = "\r\u001b[K";

function rewritten(stream: Output, colour: boolean): Progress {
  const { dim, yellow } = picocolors.createColors(colour);
  let shown = "";
  const show = (text: string, paint: (text: string) => string) => {
    // The width is read at each line, for a terminal may be resized; one column is left free: a full line makes some terminals wrap.
    shown = paint(cut(visible(text), Math.max(20, (stream.columns ?? 80) - 1)));
    stream.write(clear + shown);
  };
  return {
    say: (line) => stream.write(`${shown === "" ? "" : clear}${visible(line)}\n${shown}`),
    step: ({ done, total, id }) => show(`${done}/${total} ${id}`, dim),
    waiting: ({ seconds, why }) => show(`waiting ${Math.ceil(seconds)} s: ${why}`, yellow),
    end: () => {
      if (shown !== "") stream.write(clear);
      shown = "";
    },
  };
}

function sparse(stream: Output): Progress {
  let last: { done: number; total: number } | undefined;
  let reported = 0;
  let reason: string | undefined;
  const say = (line: string) => stream.write(`${visible(line)}\n`);
  const report = ({ done, total }: { done: number; total: number }) => {
    reported = done;
    say(`${done} of ${total} checks done`);
  };
  return {
    say,
    step: (at) => {
      if (last === undefined) say(`${plural(at.total, "check")} to run`);
      last = at;
      reason = undefined;
      if (at.done - reported >= 10) report(at);
    },
    waiting: ({ seconds, why }) => {
      if (why !== reason) say(`waiting ${Math.ceil(seconds)} s: ${why}`);
      reason = why;
    },
    end: () => {
      if (last !== undefined && last.done > reported) report(last);
      last = undefined;
      reported = 0;
    },
  };
}
