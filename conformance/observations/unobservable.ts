/** §4, §6, §9: what no request asks about, and what may stand in any answer. */
import { isAnswered } from "../model/body.ts";
import { distinct, formatValue } from "./format.ts";
import type { Observer } from "./observer.ts";

/** Headers by which a service announces that something will go: RFC 9745 and RFC 8594. */
const announcements = ["Deprecation", "Sunset"] as const;

const policy: Observer = {
  clause: "version.policy",
  unobserved: "nothing was answered",
  observe(exchanges) {
    const answers = exchanges.filter(isAnswered);
    const announced = answers.flatMap((one) =>
      announcements.flatMap((name) => {
        const value = one.header(name);
        return value === undefined ? [] : [`${one.operation}: ${name} ${formatValue(value)}`];
      }),
    );
    if (answers.length === 0 || announced.length > 0) return { choices: distinct(announced) };
    return { choices: ["no answer announces a Deprecation or a Sunset"] };
  },
};

export const elsewhereObservers: readonly Observer[] = [
  { clause: "endpoint.query", unobservable: "no request of the suite carries a query parameter" },
  { clause: "events.none", unobservable: "no endpoint has events" },
  policy,
];
