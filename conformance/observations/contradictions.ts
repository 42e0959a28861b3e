/** Finds where a target contradicts itself: the same request, under the same conditions, was answered in two ways. */
import type { Exchange } from "../model/exchange.ts";

/** An answer with everything that it may legally depend on. */
export interface ConditionalAnswer {
  readonly exchange: Exchange;
  /** Equal for requests under the same conditions. */
  readonly conditions: string;
  readonly answer: string;
}

/**
 * An answer that changed and then changed again. A single change shows nothing: a repeated request may legally be answered
 * in another way, and somebody may have changed the resource in between.
 */
export function findAlternation(answers: readonly ConditionalAnswer[]): string | undefined {
  for (const group of groupByConditions(answers)) {
    const changes = group.filter((answer, at) => at === 0 || answer.answer !== group[at - 1]?.answer);
    if (changes.length >= 3) return describeAnswers(changes.slice(0, 3));
  }
  return undefined;
}

/** Two different answers, for requests between which nothing that the run knows of could have changed. */
export function findDifference(answers: readonly ConditionalAnswer[]): string | undefined {
  for (const group of groupByConditions(answers)) {
    const [first] = group;
    const other = group.find(({ answer }) => answer !== first?.answer);
    if (first !== undefined && other !== undefined) return describeAnswers([first, other]);
  }
  return undefined;
}

/** Answers with equal conditions, in the order in which their requests were sent. */
function groupByConditions(answers: readonly ConditionalAnswer[]): readonly (readonly ConditionalAnswer[])[] {
  const known = new Map<string, ConditionalAnswer[]>();
  for (const answer of answers) {
    const group = known.get(answer.conditions);
    if (group === undefined) known.set(answer.conditions, [answer]);
    else group.push(answer);
  }
  return [...known.values()].map((group) => group.sort((a, b) => a.exchange.sentAt - b.exchange.sentAt));
}

function describeAnswers(answers: readonly ConditionalAnswer[]): string {
  const [first] = answers;
  const shown = answers.map(({ answer, exchange }) => `${answer} (exchange ${exchange.index})`);
  return `${first?.exchange.operation ?? ""} answered the same request with ${shown.join(", then ")}`;
}
