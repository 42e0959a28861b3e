import type { Hit, LimitAlgorithm } from "./algorithm.ts";

interface Window {
  readonly startsAt: number;
  count: number;
}

/** A window that starts with the first request after the last one ended. */
export class FixedWindow implements LimitAlgorithm {
  readonly #windows = new Map<string, Window>();

  hit(bucket: string, now: number, limit: number, windowMs: number): Hit {
    const window = this.#current(bucket, now, windowMs) ?? { startsAt: this.startOf(now, windowMs), count: 0 };
    window.count += 1;
    this.#windows.set(bucket, window);
    return {
      limit,
      admitted: window.count <= limit,
      remaining: Math.max(0, limit - window.count),
      resetAt: window.startsAt + windowMs,
    };
  }

  peek(bucket: string, now: number, limit: number, windowMs: number): Hit {
    const window = this.#current(bucket, now, windowMs) ?? { startsAt: this.startOf(now, windowMs), count: 0 };
    return {
      limit,
      admitted: window.count < limit,
      remaining: Math.max(0, limit - window.count),
      resetAt: window.startsAt + windowMs,
    };
  }

  decrement(bucket: string): void {
    const window = this.#windows.get(bucket);
    if (window !== undefined && window.count > 0) window.count -= 1;
  }

  /** When a window that is opened now starts. */
  protected startOf(now: number, _windowMs: number): number {
    return now;
  }

  #current(bucket: string, now: number, windowMs: number): Window | undefined {
    const window = this.#windows.get(bucket);
    return window !== undefined && now < window.startsAt + windowMs ? window : undefined;
  }
}
