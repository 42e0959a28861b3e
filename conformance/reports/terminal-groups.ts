/** Results that share a reason, as the terminal lists them. */
import { visible } from "../../cli/visible-text.ts";
import type { Result } from "../model/report.ts";
import { type Page, paragraph } from "./terminal-page.ts";

/** How many ids of a group are shown without `verbose`. */
const maxIds = 6;

export function byMessage(results: readonly Result[]): readonly (readonly [string, readonly Result[]])[] {
  const groups = new Map<string, Result[]>();
  for (const result of results) groups.set(result.message, [...(groups.get(result.message) ?? []), result]);
  return [...groups];
}

/** `needs an API key: auth.one, auth.two and 3 more`. */
export function renderGroup(page: Page, reason: string, results: readonly Result[]): string[] {
  const ids = results.map(({ id }) => visible(id));
  const some = page.verbose ? ids : ids.slice(0, maxIds);
  const rest = ids.length > some.length ? ` and ${ids.length - some.length} more` : "";
  return [...paragraph(page, `    ${visible(reason)}`, 6), ...paragraph(page, `      ${some.join(", ")}${rest}`, 6)];
}
