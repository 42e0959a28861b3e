/** When a target contradicts itself: one thing was answered in two ways under the same conditions. */
import type { Exchange } from "../model/exchange.ts";

/** An answer, and all that it may legally depend on. */
export interface Conditioned {
  readonly exchange: Exchange;
  /** Equal for what is asked under the same conditions. */
  readonly conditions: string;
  readonly answer: string;
}

/**
 * An answer that came back after another had taken its place. A single change shows nothing: something may be answered
 * otherwise when it comes a second time, or since somebody changed it.
 */
export function wavering(answers: readonly Conditioned[]): string | undefined {
  for (const alike of groups(answers)) {
    const turns = alike.filter((one, at) => at === 0 || one.answer !== alike[at - 1]?.answer);
    if (turns.length >= 3) return told(turns.slice(0, 3));
  }
  return undefined;
}

/** Two answers where nothing that the run knows of could have changed between them. */
export function differing(answers: readonly Conditioned[]): string | undefined {
  for (const alike of groups(answers)) {
    const [first] = alike;
    const other = alike.find(({ answer }) => answer !== first?.answer);
    if (first !== undefined && other !== undefined) return told([first, other]);
  }
  return undefined;
}

/** In the order in which they were sent. */
function groups(answers: readonly Conditioned[]): readonly (readonly Conditioned[])[] {
  const known = new Map<string, Conditioned[]>();
  for (const one of answers) {
    const alike = known.get(one.conditions);
    if (alike === undefined) known.set(one.conditions, [one]);
    else alike.push(one);
  }
  return [...known.values()].map((alike) => alike.sort((a, b) => a.exchange.sentAt - b.exchange.sentAt));
}

function told(answers: readonly Conditioned[]): string {
  const [first] = answers;
  const shown = answers.map(({ answer, exchange }) => `${answer} (exchange ${exchange.index})`);
  return `${first?.exchange.operation ?? ""} answered the same with ${shown.join(", then ")}`;
}
