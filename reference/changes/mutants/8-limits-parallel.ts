/** §8: limiters that read the count in one step and write it in another, so that they count concurrent requests wrongly. */
import type { LimitAlgorithm } from "../../limiters/algorithm.ts";
import { FixedWindow } from "../../limiters/fixed-window.ts";
import { listCredentials } from "../seams/callers.ts";
import { type Change, combine, replace } from "../seams/replace.ts";
import { defineMutant, type Mutant } from "./mutant.ts";

/** The time in milliseconds between the last of concurrent requests and the writing of their counts. */
const writeMs = 10;

/** Counts requests later than it checks the limit. If `isLost`, only one of several concurrent requests is counted. */
const writtenLater =
  ({ isLost }: { readonly isLost: boolean }): Change =>
  (parts) => {
    const writes: (() => void)[] = [];
    let timer: NodeJS.Timeout | undefined;
    const later = (write: () => void) => {
      clearTimeout(timer);
      writes.push(write);
      timer = setTimeout(() => {
        for (const each of writes.splice(0)) each();
      }, writeMs);
    };
    return combine(
      replace("limiter", {
        createAlgorithm: (): LimitAlgorithm => {
          const windows = new FixedWindow();
          return {
            hit(...of) {
              const read = windows.peek(...of);
              if (read.admitted) {
                later(() => {
                  if (!isLost || windows.peek(...of).remaining === read.remaining) windows.hit(...of);
                });
              }
              return { ...read, remaining: Math.max(0, read.remaining - 1) };
            },
            peek: (...of) => windows.peek(...of),
            decrement: (bucket) => windows.decrement(bucket),
          };
        },
      }),
      // The response waits until its request is counted.
      replace("responseWriter", { beforeBody: () => new Promise<void>(later) }),
    )(parts);
  };

export default [
  defineMutant({
    id: "limit-checked-before-counted",
    clause: "limit.standard",
    fault: "Concurrent requests exceed the limit, because they are counted after the limit is checked",
    change: writtenLater({ isLost: false }),
  }),
  defineMutant({
    id: "counts-lost",
    clause: "limit.remaining",
    fault: "Of concurrent requests, only one is counted",
    change: writtenLater({ isLost: true }),
  }),
  defineMutant({
    id: "limit-checked-before-counted-of-one-key",
    clause: "limit.standard",
    fault: "Like limit-checked-before-counted, on a target with one API key",
    change: combine(
      writtenLater({ isLost: false }),
      listCredentials((credentials) => credentials.slice(0, 1)),
    ),
  }),
] satisfies readonly Mutant[];
