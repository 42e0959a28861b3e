/** §4, §6: open clauses that no request of the suite can show anything about. */
import type { Observer } from "./observer.ts";

export const unobservableObservers: readonly Observer[] = [
  { clause: "endpoint.query", unobservable: "no request of the suite carries a query parameter" },
  { clause: "events.none", unobservable: "no endpoint has events" },
];
