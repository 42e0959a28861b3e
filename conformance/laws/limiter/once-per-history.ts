import type { History } from "./history.ts";

/** Calls `compute` once for each history, since several laws use the result. */
export function oncePerHistory<T>(compute: (history: History) => T): (history: History) => T {
  const computed = new WeakMap<History, { readonly value: T }>();
  return (history) => {
    const known = computed.get(history) ?? { value: compute(history) };
    computed.set(history, known);
    return known.value;
  };
}
