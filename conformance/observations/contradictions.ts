/** Finds contradictions: the target answered the same request under the same conditions in two ways. */
import type { Exchange } from "../model/exchange.ts";

/** Everything on which a response may legally depend. Equal, as JSON, for requests under the same conditions. */
type ConditionsOf = (exchange: Exchange) => unknown;
type AnswerOf = (exchange: Exchange) => string;

/** A response that changed twice. A single change proves nothing, since somebody may have changed the resource. */
export function findAlternation(exchanges: readonly Exchange[], conditionsOf: ConditionsOf, answerOf: AnswerOf) {
  const changes = groupByConditions(exchanges, conditionsOf)
    .map((group) =>
      group.filter((exchange, at) => at === 0 || answerOf(exchange) !== answerOf(group[at - 1] ?? exchange)),
    )
    .find(({ length }) => length >= 3);
  return changes === undefined ? undefined : describeAnswers(changes.slice(0, 3), answerOf);
}

/** Two different responses, between which nothing that is known to the run can have changed. */
export function findDifference(exchanges: readonly Exchange[], conditionsOf: ConditionsOf, answerOf: AnswerOf) {
  for (const [first, ...others] of groupByConditions(exchanges, conditionsOf)) {
    const other = others.find((exchange) => answerOf(exchange) !== answerOf(first));
    if (other !== undefined) return describeAnswers([first, other], answerOf);
  }
  return undefined;
}

/** Exchanges under equal conditions, in the order in which their requests were sent. */
function groupByConditions(exchanges: readonly Exchange[], conditionsOf: ConditionsOf) {
  const groups = new Map<string, [Exchange, ...Exchange[]]>();
  for (const exchange of exchanges) {
    const conditions = JSON.stringify(conditionsOf(exchange));
    const group = groups.get(conditions);
    if (group === undefined) groups.set(conditions, [exchange]);
    else group.push(exchange);
  }
  return [...groups.values()].map((group) => group.sort((a, b) => a.sentAt - b.sentAt));
}

function describeAnswers(exchanges: readonly Exchange[], answerOf: AnswerOf): string {
  const shown = exchanges.map((exchange) => `${answerOf(exchange)} (exchange ${exchange.index})`);
  return `${exchanges[0]?.operation ?? ""} answered the same request with ${shown.join(", then ")}`;
}
