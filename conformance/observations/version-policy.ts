/** §9.3: whether a response announces a removal. */
import { isAnswered } from "../model/body.ts";
import { distinct, formatValue } from "./format.ts";
import type { Observer } from "./observer.ts";

/** Headers in which a service announces a removal: RFC 9745 and RFC 8594. */
const announcements = ["Deprecation", "Sunset"] as const;

export const versionPolicyObserver: Observer = {
  clause: "version.policy",
  unobserved: "no request was answered",
  observe(exchanges) {
    const answers = exchanges.filter(isAnswered);
    const announced = answers.flatMap((exchange) =>
      announcements.flatMap((name) => {
        const value = exchange.header(name);
        return value === undefined ? [] : [`${exchange.operation}: ${name} ${formatValue(value)}`];
      }),
    );
    if (answers.length === 0 || announced.length > 0) return { choices: distinct(announced) };
    return { choices: ["no response has a Deprecation or a Sunset header"] };
  },
};
