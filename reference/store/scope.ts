/** Which organizations' rows a query may return, as SQL. */

/** Ids of organizations, or `everything`: the rows of all. */
export type Scope = readonly string[] | "everything";

/** The SQL condition that `column` (an organization's id) is in `scope`, and its parameters. */
export function scopeCondition(
  column: string,
  scope: Scope,
): { readonly sql: string; readonly parameters: readonly string[] } {
  if (scope === "everything") return { sql: "TRUE", parameters: [] };
  return { sql: `${column} IN (${scope.map(() => "?").join(", ")})`, parameters: scope };
}
