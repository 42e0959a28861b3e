/** What a run leaves in a GitHub workflow: annotations, and the job's summary. */
import { appendFileSync } from "node:fs";
import { plural } from "../../cli/plural.ts";
import type { VerbContext } from "../../cli/verb.ts";
import { visible } from "../../cli/visible-text.ts";
import { shorten } from "../../cli/wrap.ts";
import { baselineProblems } from "../baseline/problems.ts";
import type { Report } from "../model/report.ts";
import { renderMarkdown } from "./markdown.ts";
import { knownText, type Outcome, outcomeOf } from "./outcome.ts";
import { workflowCommand } from "./workflow-commands.ts";

/** The longest message, in columns. */
const maxLength = 500;

/** GitHub shows as many annotations of each level for a step. */
const maxShown = 10;

const levels = [
  ["error", ["failed"]],
  ["warning", ["warning", "unjudged"]],
  ["notice", ["open"]],
] as const satisfies readonly (readonly [string, readonly Outcome[]])[];

/** A line for each check that does not hold or could not be judged; the last of many says how many more there are. */
export function renderAnnotations(report: Report): string {
  const { exitCode, summary, results } = report;
  const lines = levels.flatMap(([level, outcomes]) => {
    const concerned = results.filter((result) => outcomes.some((outcome) => outcome === outcomeOf(result)));
    const isWhole = concerned.length <= maxShown;
    const shown = isWhole ? concerned : concerned.slice(0, maxShown - 1);
    return [
      ...shown.map((result) => {
        const { id, section, claim, message, known } = result;
        const title = section === "" ? id : `${id} §${section}`;
        const text = `${claim}: ${shorten(message, maxLength)}${known === undefined ? "" : ` (${knownText(result)})`}`;
        return workflowCommand(level, { title: visible(title) }, visible(text));
      }),
      ...(isWhole ? [] : [workflowCommand(level, {}, `and ${plural(concerned.length - shown.length, "more check")}`)]),
    ];
  });
  for (const problem of baselineProblems(report))
    lines.push(workflowCommand("error", { title: "baseline" }, visible(problem)));
  if (exitCode === 3) lines.push(workflowCommand("error", {}, visible(summary)));
  return lines.map((line) => `${line}\n`).join("");
}

/** In a step of a workflow: annotates, and adds to the job's summary. The annotations are written to `output`. */
export function publishInWorkflow(
  report: Report,
  output: VerbContext["stdout"],
  { env, stderr }: Pick<VerbContext, "env" | "stderr">,
): void {
  if (env.GITHUB_ACTIONS !== "true") return;
  output.write(renderAnnotations(report));
  addToJobSummary(renderMarkdown(report), { env, stderr });
}

/** If the step has a summary. */
export function addToJobSummary(markdown: string, { env, stderr }: Pick<VerbContext, "env" | "stderr">): void {
  const { GITHUB_STEP_SUMMARY: file } = env;
  if (file === undefined || file === "") return;
  try {
    appendFileSync(file, markdown);
  } catch {
    stderr.write(`the job's summary could not be written to ${file}\n`);
  }
}
