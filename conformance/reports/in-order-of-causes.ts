import type { Report, Result } from "../model/report.ts";

/** The results in the order of their causes, which is the order in which to fix them, and of the checks that each cause names. */
export function inOrderOfCauses({ causes = [] }: Report, results: readonly Result[]): readonly Result[] {
  const named = causes.flatMap(({ checks }) => checks);
  const rank = ({ id }: Result) => (named.includes(id) ? named.indexOf(id) : named.length);
  return results.toSorted((a, b) => rank(a) - rank(b));
}
