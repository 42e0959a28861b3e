/** The order of causes: no consequence before what it follows from. */

interface Explained {
  readonly checks: readonly string[];
  /** The failed check of which this is a consequence. */
  readonly explanation: string | undefined;
}

/** The same causes, but each after the one whose check explains it. Otherwise in the given order. */
export function afterTheirCauses<Each extends Explained>(causes: readonly Each[]): readonly Each[] {
  const ordered: Each[] = [];
  const visited = new Set<Each>();
  const place = (each: Each): void => {
    if (visited.has(each)) return;
    visited.add(each);
    const { explanation } = each;
    const behind = causes.find(({ checks }) => explanation !== undefined && checks.includes(explanation));
    if (behind !== undefined) place(behind);
    ordered.push(each);
  };
  for (const each of causes) place(each);
  return ordered;
}
