/** What ends a run early: Ctrl-C, the time, or a restart of the server. */
import { Restarted, untilRestarted } from "./next-occasion.ts";

interface EndOfRun {
  /** Aborted when the run is to end; its reason says why. */
  readonly signal: AbortSignal;
  /** Under `endsAtRestart`, the run also ends when this server has stopped and is back. */
  watch(server: URL, onStop: () => void): void;
  /** Throws `Restarted` if that ended the run. */
  throwIfRestarted(): void;
  /** Until then, a timer runs and the server is tried. */
  stop(): void;
}

interface Reasons {
  readonly seconds: number | undefined;
  readonly endsAtRestart: boolean;
}

export function endOfRun(byHand: AbortSignal, { seconds, endsAtRestart }: Reasons): EndOfRun {
  const cut = new AbortController();
  const over = new AbortController();
  const end = (reason: Error) => cut.abort(reason);
  const byUser = () => end(new Error("the run was interrupted"));
  if (byHand.aborted) byUser();
  byHand.addEventListener("abort", byUser, { once: true, signal: over.signal });
  const inTime = () => end(new Error(`the run was stopped after ${seconds} s, by --timeout`));
  const timer = seconds === undefined ? undefined : setTimeout(inTime, seconds * 1000);
  return {
    signal: cut.signal,
    watch: (server, onStop) => {
      if (!endsAtRestart) return;
      untilRestarted(server, over.signal, onStop).then(
        () => end(new Restarted("the server was restarted")),
        () => {},
      );
    },
    throwIfRestarted: () => {
      if (cut.signal.reason instanceof Restarted) throw cut.signal.reason;
    },
    stop: () => {
      clearTimeout(timer);
      over.abort();
    },
  };
}
