/** Which organizations' rows a query may see, as SQL. */

/** Ids of organizations, or `everything`: no limit at all. */
export type Scope = readonly string[] | "everything";

/** A condition that holds `column` (an organization's id) within `scope`, and its parameters. */
export function scopeCondition(
  column: string,
  scope: Scope,
): { readonly sql: string; readonly parameters: readonly string[] } {
  if (scope === "everything") return { sql: "TRUE", parameters: [] };
  return { sql: `${column} IN (${scope.map(() => "?").join(", ")})`, parameters: scope };
}
