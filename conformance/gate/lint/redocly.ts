/** Runs Redocly's linter, in the version that package.json pins, with our configuration and without telemetry. */
import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { list, record } from "../document/json.ts";
import { NotJudged } from "../not-judged.ts";
import type { LintSeverity } from "../policy/policy.ts";

/** As in `.redocly.yaml` at the top, which lints our contract: an API need not have a licence, and may be at example.com. */
export const ruleset = {
  extends: ["recommended"],
  rules: { "info-license": "off", "no-server-example.com": "off" },
  telemetry: "off",
} as const;

/** The rules by whose findings a contract may be unreadable. */
export const structuralRules = ["struct", "no-unresolved-refs"];

/** The rules that only say what OpenAPI itself forbids, as Redocly's ruleset `spec` has them: their findings are errors everywhere. */
const rulesOfOpenApi: ReadonlySet<string> = new Set([
  ...structuralRules,
  ...["no-duplicated-tag-names", "no-example-value-and-externalValue"],
  ...["no-identical-paths", "no-server-variables-empty-enum", "no-undefined-server-variable"],
  ...["operation-operationId-unique", "operation-parameters-unique", "path-declaration-must-exist"],
  ...["path-not-include-query", "path-parameters-defined", "spec-components-invalid-map-name"],
  ...["spec-no-invalid-encoding-combinations", "spec-no-invalid-tag-parents", "spec-querystring-parameters"],
]);

/** What OpenAPI forbids among the findings of a rule that asks for more: security for every operation. */
const undefinedScheme = /^There is no `.*` security scheme defined/;

/** The finding says that OpenAPI itself is violated. */
export const isViolation = (rule: string, message: string) =>
  rulesOfOpenApi.has(rule) || (rule === "security-defined" && undefinedScheme.test(message));

/** The policy names a rule that Redocly does not have. */
export class UnknownLintRule extends Error {
  readonly rule: string;

  constructor(rule: string) {
    super(`${rule} is not a rule of Redocly; remove it from the policy`);
    this.rule = rule;
  }
}

/** Redocly accepts no other extension; JSON is YAML. */
const configFile = "redocly.yaml";

/**
 * The problems of the documents at `paths` below `folder`, in Redocly's JSON format. `rules`: severities in place of the usual ones.
 * Throws `UnknownLintRule`.
 */
export async function lint(
  folder: string,
  paths: readonly string[],
  rules: Readonly<Record<string, LintSeverity>> = {},
): Promise<readonly unknown[]> {
  // Assertions and the rules of plugins, which the linter accepts here and does not apply.
  const foreign = Object.keys(rules).find((rule) => rule.includes("/"));
  if (foreign !== undefined) throw new UnknownLintRule(foreign);
  const severities = Object.entries(rules).map(([rule, severity]) => [
    rule,
    severity === "warning" ? "warn" : severity,
  ]);
  const always = Object.fromEntries(structuralRules.map((rule) => [rule, "error"]));
  const config = { ...ruleset, rules: { ...ruleset.rules, ...Object.fromEntries(severities), ...always } };
  writeFileSync(join(folder, configFile), JSON.stringify(config));
  const { stdout, stderr } = await redocly(folder, ["lint", ...paths, "--config", configFile, "--format", "json"]);
  const [, unknown] = /#\/rules\/(\S+)\s+Property `.*` is not expected/.exec(stdout + stderr) ?? [];
  if (unknown !== undefined) throw new UnknownLintRule(unknown);
  const reports = parseReports(stdout);
  // It also exits with 1 if it finds a problem, so a failure is recognized by the missing report.
  if (reports.length !== paths.length) throw new NotJudged(`Redocly's linter could not be run: ${lastLines(stderr)}`);
  return reports.flatMap((report) => list(record(report).problems));
}

/** One for each document, or none if the output is unreadable. Reports are indented: only their last line begins with `}`. */
function parseReports(stdout: string): readonly unknown[] {
  const texts = stdout.split(/(?<=^\})/m).filter((text) => text.trim() !== "");
  try {
    return texts.map((text): unknown => JSON.parse(text));
  } catch {
    return [];
  }
}

function redocly(folder: string, args: readonly string[]): Promise<{ stdout: string; stderr: string }> {
  const manifest = createRequire(import.meta.url).resolve("@redocly/cli/package.json");
  // It follows references from schema to schema, and needs more stack for a large contract. Windows has no more to give.
  const stack = process.platform === "win32" ? [] : ["--stack-size=4000"];
  const runtime =
    process.versions.deno === undefined
      ? stack
      : ["run", ...stack.map((flag) => `--v8-flags=${flag}`), "-A", "--node-modules-dir=manual"];
  const env = {
    ...process.env,
    REDOCLY_TELEMETRY: "off",
    REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
    REDOCLY_SUPPRESS_NOTIFICATIONS: "true",
    NO_COLOR: "1",
    FORCE_COLOR: "0",
  };
  const command = [...runtime, join(dirname(manifest), "bin", "cli.js"), ...args];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, command, { cwd: folder, env, maxBuffer: Infinity }, (error, stdout, stderr) => {
      if (typeof error?.code !== "string") resolve({ stdout, stderr });
      else reject(new NotJudged(`Redocly could not be started: ${error.message}`));
    });
  });
}

/** The error without the box in which Redocly names the versions of Node that it supports. */
function lastLines(stderr: string): string {
  const lines = stderr.split("\n").filter((line) => /\w/.test(line) && !/[║╔╚]/.test(line));
  return lines.slice(-5).join(" ").trim() || "it printed nothing";
}
