/** Every legal way to count (§8), written apart from the reference, for the simulated server. Times in milliseconds. */

/** One bucket. `used`: how much of the limit is used at `now`, with fractions where the limiter refills. */
export interface Bucket {
  used(now: number): number;
  /** Counts one request. */
  count(now: number): void;
  /** Forgets everything. */
  clear(): void;
}

export interface Sizes {
  readonly limit: number;
  readonly windowMs: number;
  /** Where the windows of the clock begin, from 0 up to `windowMs`. */
  readonly phaseMs: number;
  /** In how many parts a window is filled or forgotten, where the algorithm has any number of them: 1 or more, with fractions. */
  readonly parts: number;
  /** How much later than after a window a request is forgotten, in milliseconds; also negative. */
  readonly expiryOffsetMs: number;
}

/** `undecidable.ts`, the tests of the limiter and `bench/limiter-faults.ts` choose some by words of their names, such as `filled each` or `rounds up`. */
export const algorithms = {
  "fixed from the first request": ({ windowMs, expiryOffsetMs }: Sizes) =>
    fixedWindow(windowMs, (now) => now + expiryOffsetMs),
  "fixed by the clock": ({ windowMs, phaseMs }: Sizes) =>
    fixedWindow(windowMs, (now) => Math.floor((now - phaseMs) / windowMs) * windowMs + phaseMs),
  "sliding log": (sizes: Sizes) => withExpiryOffset(slidingLog(sizes), sizes),
  "sliding log of whole seconds": (sizes: Sizes) => inSteps(slidingLog(sizes), 1000),
  "sliding counter": (sizes: Sizes) => slidingCounter(sizes, Math.floor),
  "sliding counter that rounds up": (sizes: Sizes) => slidingCounter(sizes, Math.ceil),
  "token bucket": tokenBucket,
  "token bucket filled twice a second": (sizes: Sizes) =>
    inSteps(tokenBucket(sizes), Math.min(500, sizes.windowMs / sizes.limit), sizes.phaseMs),
  GCRA: gcra,
  "sliding window of 4 segments": (sizes: Sizes) => slidingSegments(sizes, 4),
  "sliding window of 6 segments": (sizes: Sizes) => slidingSegments(sizes, 6),
  "sliding window of 8 segments": (sizes: Sizes) => slidingSegments(sizes, 8),
  "sliding window of 12 segments": (sizes: Sizes) => slidingSegments(sizes, 12),
  "sliding window of any segments": (sizes: Sizes) => slidingSegments(sizes, Math.max(3, Math.ceil(sizes.parts))),
  "token bucket filled 4 times a window": (sizes: Sizes) => inChunks(sizes, sizes.windowMs / 4),
  "token bucket filled 6 times a window": (sizes: Sizes) => inChunks(sizes, sizes.windowMs / 6),
  "token bucket filled 10 times a window": (sizes: Sizes) => inChunks(sizes, sizes.windowMs / 10),
  "token bucket filled 12 times a window": (sizes: Sizes) => inChunks(sizes, sizes.windowMs / 12),
  "token bucket filled 20 times a window": (sizes: Sizes) => inChunks(sizes, sizes.windowMs / 20),
  "token bucket filled 30 times a window": (sizes: Sizes) => inChunks(sizes, sizes.windowMs / 30),
  "token bucket filled each second": (sizes: Sizes) => inChunks(sizes, 1000),
  "token bucket filled each 2 seconds": (sizes: Sizes) => inChunks(sizes, 2000),
  "token bucket filled at any interval": (sizes: Sizes) => inChunks(sizes, sizes.windowMs / sizes.parts, 1),
} as const;

export type AlgorithmName = keyof typeof algorithms;
export const algorithmNames = Object.keys(algorithms) as readonly AlgorithmName[];

function fixedWindow(windowMs: number, startOf: (now: number) => number): Bucket {
  let start = Number.NEGATIVE_INFINITY;
  let counted = 0;
  const moveOn = (now: number) => {
    if (now < start + windowMs) return;
    start = startOf(now);
    counted = 0;
  };
  return {
    used: (now) => (now < start + windowMs ? counted : 0),
    count(now) {
      moveOn(now);
      counted += 1;
    },
    clear() {
      start = Number.NEGATIVE_INFINITY;
    },
  };
}

function slidingLog({ windowMs }: Sizes): Bucket {
  let log: number[] = [];
  return {
    used: (now) => log.filter((time) => time > now - windowMs).length,
    count(now) {
      log = [...log.filter((time) => time > now - windowMs), now];
    },
    clear() {
      log = [];
    },
  };
}

/** What is counted is forgotten a little earlier or later. */
const withExpiryOffset = (bucket: Bucket, { expiryOffsetMs }: Sizes): Bucket => ({
  ...bucket,
  count: (now) => bucket.count(now + expiryOffsetMs),
});

/** Its clock stands still within each step. */
function inSteps(bucket: Bucket, stepMs: number, phaseMs = 0): Bucket {
  const stepOf = (now: number) => Math.floor((now - phaseMs) / stepMs) * stepMs;
  return { ...bucket, used: (now) => bucket.used(stepOf(now)), count: (now) => bucket.count(stepOf(now)) };
}

/** A log that knows of each request only in which part of the window it came: all of a part are forgotten together. */
function slidingSegments(sizes: Sizes, segments: number): Bucket {
  const log = slidingLog(sizes);
  const segmentMs = sizes.windowMs / segments;
  return {
    ...log,
    count: (now) => log.count(Math.floor((now - sizes.phaseMs) / segmentMs) * segmentMs + sizes.phaseMs),
  };
}

/** Two windows of the clock; the earlier one counts for the part of it that the sliding window still covers. */
function slidingCounter({ windowMs, phaseMs }: Sizes, round: (used: number) => number): Bucket {
  let window = 0;
  let current = 0;
  let previous = 0;
  const windowOf = (now: number) => Math.floor((now - phaseMs) / windowMs);
  const moveOn = (now: number) => {
    const at = windowOf(now);
    if (at === window) return;
    previous = at === window + 1 ? current : 0;
    current = 0;
    window = at;
  };
  return {
    used(now) {
      moveOn(now);
      return round(previous * (1 - (now - phaseMs - window * windowMs) / windowMs)) + current;
    },
    count(now) {
      moveOn(now);
      current += 1;
    },
    clear() {
      current = 0;
      previous = 0;
    },
  };
}

function tokenBucket({ limit, windowMs }: Sizes): Bucket {
  let taken = 0;
  let at = 0;
  const used = (now: number) => Math.max(0, taken - ((now - at) * limit) / windowMs);
  return {
    used,
    count(now) {
      taken = used(now) + 1;
      at = now;
    },
    clear() {
      taken = 0;
    },
  };
}

/** A timer adds a chunk of tokens each `chunkMs`, and at least `minChunks` in a window. A rejected request takes no token. */
function inChunks(sizes: Sizes, chunkMs: number, minChunks = 4): Bucket {
  const bucket = inSteps(tokenBucket(sizes), Math.min(chunkMs, sizes.windowMs / minChunks), sizes.phaseMs);
  return {
    ...bucket,
    count(now) {
      if (bucket.used(now) < sizes.limit - 0.999) bucket.count(now);
    },
  };
}

/** The theoretical arrival time; in whole microseconds, so that nothing is lost to fractions. */
function gcra({ limit, windowMs }: Sizes): Bucket {
  const interval = Math.floor((windowMs * 1000) / limit);
  let arrival = 0;
  const micros = (now: number) => Math.round(now * 1000);
  return {
    used: (now) => Math.max(0, arrival - micros(now)) / interval,
    count(now) {
      arrival = Math.max(arrival, micros(now)) + interval;
    },
    clear() {
      arrival = 0;
    },
  };
}
