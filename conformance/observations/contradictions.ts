/** When a target contradicts itself: one thing was answered in two ways under the same conditions. */
import type { Exchange } from "../model/exchange.ts";

/** An answer, and all that it may legally depend on. */
export interface ConditionalAnswer {
  readonly exchange: Exchange;
  /** Equal for what is asked under the same conditions. */
  readonly conditions: string;
  readonly answer: string;
}

/**
 * An answer that came back after another had taken its place. A single change shows nothing: something may be answered
 * otherwise when it comes a second time, or since somebody changed it.
 */
export function findAlternation(answers: readonly ConditionalAnswer[]): string | undefined {
  for (const group of groupByConditions(answers)) {
    const changes = group.filter((one, at) => at === 0 || one.answer !== group[at - 1]?.answer);
    if (changes.length >= 3) return describeAnswers(changes.slice(0, 3));
  }
  return undefined;
}

/** Two answers where nothing that the run knows of could have changed between them. */
export function findDifference(answers: readonly ConditionalAnswer[]): string | undefined {
  for (const group of groupByConditions(answers)) {
    const [first] = group;
    const other = group.find(({ answer }) => answer !== first?.answer);
    if (first !== undefined && other !== undefined) return describeAnswers([first, other]);
  }
  return undefined;
}

/** In the order in which they were sent. */
function groupByConditions(answers: readonly ConditionalAnswer[]): readonly (readonly ConditionalAnswer[])[] {
  const known = new Map<string, ConditionalAnswer[]>();
  for (const one of answers) {
    const group = known.get(one.conditions);
    if (group === undefined) known.set(one.conditions, [one]);
    else group.push(one);
  }
  return [...known.values()].map((group) => group.sort((a, b) => a.exchange.sentAt - b.exchange.sentAt));
}

function describeAnswers(answers: readonly ConditionalAnswer[]): string {
  const [first] = answers;
  const shown = answers.map(({ answer, exchange }) => `${answer} (exchange ${exchange.index})`);
  return `${first?.exchange.operation ?? ""} answered the same with ${shown.join(", then ")}`;
}
