/** The causes of the failures, as the terminal numbers them in the order in which to fix them. */
import { plural } from "../../cli/plural.ts";
import { visible } from "../../cli/visible-text.ts";
import { isBinding } from "../../spec/level.ts";
import type { Cause, Report, Result } from "../model/report.ts";
import { type Page, paragraph } from "./terminal-page.ts";

/** The number of check ids that a cause shows without `verbose`. */
const maxIds = 4;

/** Prints nothing for a single failed check that hides no other, unless its cause asks a question: its line would repeat the failure. */
export function renderCauses(page: Page): string[] {
  const { causes = [] } = page.report;
  const ids = new Set(causes.flatMap(({ checks }) => checks));
  if (ids.size < 2 && causes.every(({ cause, hides }) => hides.length === 0 && !cause.includes("?"))) return [];
  const order = causes.length < 2 ? "" : ", in the order in which to fix them";
  return [
    ...paragraph(page, `${counted(page.report, ids)}, ${plural(causes.length, "cause")}${order}:`, 2),
    ...causes.flatMap((cause, at) => paragraph(page, `  ${at + 1}. ${describe(page, cause)}`, 5)),
  ];
}

/** `6 failures and 1 warning`. */
function counted({ results, strict }: Report, ids: ReadonlySet<string>): string {
  const isWarning = ({ level, known }: Result) => known !== undefined || (!isBinding(level) && !strict);
  const warnings = results.filter((result) => ids.has(result.id) && isWarning(result)).length;
  const counts = [
    ...(ids.size > warnings ? [plural(ids.size - warnings, "failure")] : []),
    ...(warnings > 0 ? [plural(warnings, "warning")] : []),
  ];
  return counts.join(" and ");
}

function describe(page: Page, { cause, checks, hides }: Cause): string {
  // Several scenarios of fpk load may fail one check.
  const ids = [...new Set(checks)];
  const some = page.verbose ? ids : ids.slice(0, maxIds);
  const rest = ids.length > some.length ? ` and ${ids.length - some.length} more` : "";
  const hidden = hides.length === 0 ? "" : `; ${plural(hides.length, "check")} skipped because of it`;
  return visible(`${cause} (${some.join(", ")}${rest}${hidden})`);
}

/** The failures because of which a skipped check had nothing to judge, as a text; undefined if there is none. */
export function skippedBecause({ causes = [] }: Report, skipped: string): string | undefined {
  const cause = causes.find(({ hides }) => hides.includes(skipped));
  const others = cause?.checks.length === 1 ? "" : ", or what fails for the same reason";
  return cause === undefined ? undefined : `because ${cause.checks[0]} fails${others}`;
}
