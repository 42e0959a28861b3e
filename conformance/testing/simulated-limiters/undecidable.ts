/** Faults that no observer can distinguish from a legal limiter every time. */
import { type AlgorithmName, algorithmNames } from "./algorithms.ts";

const filledInChunks = algorithmNames.filter((name) => /filled (\d+ times|each|at any)/.test(name));

/** Pairs of a fault and an algorithm that a legal limiter may look like, in one window and a little more. */
const undecidablePairs: readonly {
  readonly fault: string;
  readonly algorithms: readonly AlgorithmName[];
  readonly reason: string;
}[] = [
  {
    fault: "one more, unreported",
    algorithms: ["sliding counter", "sliding counter that rounds up"],
    reason: "a sliding counter forgets the last window bit by bit, and may just have given back a part of a request",
  },
  {
    fault: "two thirds of the window",
    algorithms: algorithmNames.filter((name) => /^(?:sliding (?:log|window)|fixed from the first)/.test(name)),
    reason: "its window may be one of the clock, which began before the run",
  },
  {
    fault: "two thirds of the window",
    algorithms: ["token bucket", "token bucket filled twice a second", "GCRA"],
    reason: "if answers are slow, a legal sliding counter may have forgotten as much",
  },
  {
    fault: "twice the window",
    algorithms: ["fixed by the clock"],
    reason: "its window may happen to be reset within a minute",
  },
  {
    fault: "twice the window",
    algorithms: [
      "sliding counter",
      "sliding counter that rounds up",
      "token bucket",
      "token bucket filled twice a second",
      "GCRA",
    ],
    reason: "it serves like a legal sliding counter that was used half before its window moved on, and half after",
  },
  {
    fault: "twice the window",
    algorithms: filledInChunks,
    reason: "its chunks may be those of a legal limiter that come less often",
  },
  {
    fault: "one more, unreported",
    algorithms: filledInChunks.filter((name) => /30 times|each|at any/.test(name)),
    reason: "a chunk may come while the last requests of the limit are sent",
  },
  {
    fault: "sessions do not count",
    algorithms: ["token bucket filled 20 times a window"],
    reason: "a chunk comes less often than the run lasts until the limit is exceeded, and may come just then",
  },
];

/** Why a fault on top of an algorithm is not found every time; undefined if it must be. */
export const undecidable = (fault: string, algorithm: AlgorithmName): string | undefined =>
  undecidablePairs.find((pair) => pair.fault === fault && pair.algorithms.includes(algorithm))?.reason;
