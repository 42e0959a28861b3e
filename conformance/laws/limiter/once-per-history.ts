import type { History } from "./history.ts";

/** `compute`, called once for each history: several laws ask the same of it. */
export function oncePerHistory<T extends object>(compute: (history: History) => T): (history: History) => T {
  const computed = new WeakMap<History, T>();
  return (history) => {
    const known = computed.get(history) ?? compute(history);
    computed.set(history, known);
    return known;
  };
}
