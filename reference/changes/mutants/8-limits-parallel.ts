/** §8: parallel requests count, too: faults of a count that is read in one step and written in another. */
import type { LimitAlgorithm } from "../../limiters/algorithm.ts";
import { FixedWindow } from "../../limiters/fixed-window.ts";
import { type Change, combine, listCredentials, replace } from "../seams.ts";
import { defineMutant, type Mutant } from "./mutant.ts";

/** Counts are written so long after the last request, in milliseconds: those that come meanwhile all read the earlier one. */
const writeMs = 10;

/** `isLost`: a count that was read before another was written overwrites that one. */
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
      replace("limiter", () => ({
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
      })),
      // A request is answered once it is counted.
      replace("responseWriter", () => ({ beforeBody: () => new Promise<void>(later) })),
    )(parts);
  };

export default [
  defineMutant({
    id: "limit-checked-before-counted",
    clause: "limit.standard",
    fault: "A request is counted after the limit was checked: parallel requests all find the last one left",
    change: writtenLater({ isLost: false }),
  }),
  defineMutant({
    id: "counts-lost",
    clause: "limit.remaining",
    fault: "The count is read, raised and written back: of parallel requests only one is counted",
    change: writtenLater({ isLost: true }),
  }),
  defineMutant({
    id: "limit-checked-before-counted-of-one-key",
    clause: "limit.standard",
    fault: "As limit-checked-before-counted, on a target with one API key",
    change: combine(
      writtenLater({ isLost: false }),
      listCredentials((credentials) => credentials.slice(0, 1)),
    ),
  }),
] satisfies readonly Mutant[];
