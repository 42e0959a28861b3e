/** The time and waiting, real and virtual. Everything that waits or measures takes a `Clock`. */

export interface Clock {
  /** Milliseconds since the Unix epoch, with fractions. Never runs backwards. */
  now(): number;
  /** Resolves after `ms` milliseconds of this clock; rejects with the signal's reason if it is aborted first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /**
   * Tells the clock that work is in progress that takes no time on it, such as a request in flight. A virtual clock
   * does not advance until the returned function is called.
   */
  hold(): () => void;
}

/** The machine's time. Monotonic: a change of the system's date does not move it. */
export const realClock: Clock = {
  now: () => performance.timeOrigin + performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const timer = setTimeout(() => {
        signal?.removeEventListener("abort", abort);
        resolve();
      }, ms);
      const abort = () => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      signal?.addEventListener("abort", abort, { once: true });
    }),
  hold: () => () => {},
};

interface Sleeper {
  readonly wakesAt: number;
  wake(): void;
}

/** Time that stands still while anything holds the clock. When all work sleeps, it jumps to the next waking. */
export interface VirtualClock extends Clock {
  /** Advances the time by `ms` milliseconds, and ends the sleeps that are due in it. */
  advance(ms: number): void;
}

/** A virtual clock that starts at `start`, in milliseconds since the epoch. */
export function virtualClock(start = Date.UTC(2026, 0, 1)): VirtualClock {
  let now = start;
  let holds = 0;
  let scheduled = false;
  const sleepers = new Set<Sleeper>();

  function wakeUntil(time: number): void {
    const due = [...sleepers].filter((sleeper) => sleeper.wakesAt <= time).sort((a, b) => a.wakesAt - b.wakesAt);
    for (const sleeper of due) {
      sleepers.delete(sleeper);
      now = Math.max(now, sleeper.wakesAt);
      sleeper.wake();
    }
    now = Math.max(now, time);
  }

  /** Two turns of the event loop, so that work whose sleep has just ended can start its next request first. */
  function advanceWhenIdle(): void {
    if (scheduled) return;
    scheduled = true;
    setImmediate(() =>
      setImmediate(() => {
        scheduled = false;
        if (holds > 0 || sleepers.size === 0) return;
        wakeUntil(Math.min(...[...sleepers].map((sleeper) => sleeper.wakesAt)));
        if (sleepers.size > 0) advanceWhenIdle();
      }),
    );
  }

  return {
    now: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        signal?.throwIfAborted();
        const sleeper: Sleeper = {
          wakesAt: now + Math.max(0, ms),
          wake: () => {
            signal?.removeEventListener("abort", abort);
            resolve();
          },
        };
        const abort = () => {
          sleepers.delete(sleeper);
          reject(signal?.reason);
        };
        signal?.addEventListener("abort", abort, { once: true });
        sleepers.add(sleeper);
        advanceWhenIdle();
      }),
    hold: () => {
      holds += 1;
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        holds -= 1;
        if (holds === 0 && sleepers.size > 0) advanceWhenIdle();
      };
    },
    advance: (ms) => wakeUntil(now + ms),
  };
}
