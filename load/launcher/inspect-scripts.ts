/** Asks k6 to read a user's scripts, before anything waits for them. */
import { UsageError } from "../../cli/usage-error.ts";
import type { Environment, FoundTool } from "../../conformance/tools/tool.ts";
import { refusedByK6 } from "./refused-by-k6.ts";
import { runK6 } from "./run-k6.ts";
import { isUserScript, type Scenario } from "./scenario.ts";

interface Inspection {
  readonly found: FoundTool;
  readonly variables: Readonly<Record<string, string>>;
  readonly forwardedArgs: readonly string[];
  readonly env: Environment;
  readonly signal: AbortSignal;
  readonly redact: (text: string) => string;
}

/**
 * A sentence for each script without thresholds. Throws `UsageError` for one that k6 cannot read. With forwarded arguments, which may change
 * what k6 reads, and in a container, only the run shows it.
 */
export async function inspectScripts(
  scenarios: readonly Scenario[],
  { found, variables, forwardedArgs, env, signal, redact }: Inspection,
): Promise<readonly string[]> {
  if (found.kind === "docker" || forwardedArgs.length > 0) return [];
  const sentences: string[] = [];
  for (const { name, path } of scenarios.filter(isUserScript)) {
    const args = ["inspect", "--log-format", "raw", "--include-system-env-vars", path];
    const exit = await runK6({ command: found.command, args, env: { ...env, ...variables } }, () => {}, signal);
    const complaint = refusedByK6([exit]);
    if (complaint !== undefined) throw new UsageError(`k6 refuses the script: ${redact(complaint)}`);
    if (/^ {2}"thresholds": (?:null|\{\})/m.test(exit.output))
      sentences.push(`${name} has no thresholds: nothing is judged unless it sends with the scenarios' client`);
  }
  return sentences;
}
