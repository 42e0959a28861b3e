import type { Report, Result } from "../model/report.ts";

/** The results in the order of their causes, which is the order in which to fix them. */
export function inOrderOfCauses({ causes = [] }: Report, results: readonly Result[]): readonly Result[] {
  const rank = ({ id }: Result) => {
    const at = causes.findIndex(({ checks }) => checks.includes(id));
    return at < 0 ? causes.length : at;
  };
  return results.toSorted((a, b) => rank(a) - rank(b));
}
