/** §8: the limit is per minute; in these limiters, some requests start a new window. */
import type { OperationId } from "../../../spec/contract.ts";
import type { Moment } from "../../limiters/bucket-algorithm.ts";
import { FixedWindow, type Window } from "../../limiters/fixed-window.ts";
import type { Caller } from "../../store/caller.ts";
import { replace } from "../seams/replace.ts";
import { type Mutant, mutantsOf } from "./mutant.ts";

/** A window that ends only when no request was counted for its whole length. */
class RenewedWindow extends FixedWindow {
  protected override readonly countsRejected: boolean;

  constructor({ countsRejected }: { readonly countsRejected: boolean }) {
    super();
    this.countsRejected = countsRejected;
  }

  protected override add(window: Window, { now }: Moment): Window {
    return { ...super.add(window), startsAt: now };
  }
}

/** Resets all counts before the requests for which `isEvicting` is true. */
const evictedWhen = (isEvicting: (caller: Caller, operation?: OperationId, latest?: Caller) => boolean) =>
  replace("limiter", () => {
    let latest: Caller | undefined;
    let evictions = 0;
    return {
      bucketOf: (caller, operation) => {
        if (caller === undefined) return undefined;
        if (isEvicting(caller, operation, latest)) evictions += 1;
        latest = caller;
        return `${caller.orgId} ${evictions}`;
      },
    };
  });

export default [
  ...mutantsOf("limit.per-minute", {
    "window-renewed": {
      fault: "The window ends a minute after the last served request instead of its first",
      change: replace("limiter", { createAlgorithm: () => new RenewedWindow({ countsRejected: false }) }),
    },
    "window-renewed-by-each": {
      fault: "The window ends a minute after the last request, even if that was rejected",
      change: replace("limiter", { createAlgorithm: () => new RenewedWindow({ countsRejected: true }) }),
    },
  }),
  ...mutantsOf("limit.remaining", {
    "window-renewed-by-other-organizations": {
      fault: "A request of another organization resets the count",
      change: evictedWhen((caller, _, latest) => caller.orgId !== latest?.orgId),
    },
    "window-renewed-by-updates": {
      fault: "An update of a profile resets all counts",
      change: evictedWhen((_, operation) => operation === "updateMe"),
    },
  }),
] satisfies readonly Mutant[];
