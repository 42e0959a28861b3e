/** Why a document is not a valid contract: it violates OpenAPI, or the pinned ruleset of the linter. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { errorMessage } from "../../../cli/error-message.ts";
import { parsePointer } from "../../../cli/json-pointer.ts";
import { list, record } from "../document/json.ts";
import type { Loaded } from "../document/load.ts";
import type { PlacedMessage } from "../document/place.ts";
import type { Policy } from "../policy/policy.ts";
import { lint, rulesOfOpenApi } from "./redocly.ts";

export interface Problem extends PlacedMessage {
  /** The linter's rule, or `openapi`. */
  readonly rule: string;
  readonly severity: "error" | "warning";
}

/** Writes the contract's files to `folder`, where the validator and the linter read them. */
export function writeFiles({ files }: Loaded, folder: string): void {
  for (const { path, text } of files.values()) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** The first violation of OpenAPI, found by swagger-parser. `folder` has the contract's files. */
export async function violations({ root }: Loaded, folder: string): Promise<readonly Problem[]> {
  const { default: SwaggerParser } = await import("@apidevtools/swagger-parser");
  try {
    await SwaggerParser.validate(join(folder, root.path), { resolve: { http: false } });
    return [];
  } catch (error) {
    const [first = ""] = errorMessage(error).split("\n");
    const detail = record(list(record(error).details).at(-1));
    const pointer = typeof detail.instancePath === "string" ? detail.instancePath : "";
    const message =
      typeof detail.message === "string"
        ? `${pointer || "the document"} ${detail.message}`
        : first.replaceAll(folder, "") || "it is not an OpenAPI document";
    const place = { file: root.path, pointer, line: root.lineOf(parsePointer(pointer)) };
    return [{ rule: "openapi", severity: "error", message, place }];
  }
}

/** The linter's problems in `head` that `base` does not have; `folder` has the files of both, in `base/` and `head/`. */
export async function newLintProblems(
  base: Loaded,
  head: Loaded,
  folder: string,
  rules: Policy["lint"] = {},
): Promise<readonly Problem[]> {
  const problems = await lint(folder, [`base/${base.root.path}`, `head/${head.root.path}`], rules);
  const below = (prefix: string) => problems.flatMap((problem) => readProblem(problem, prefix, rules) ?? []);
  const key = ({ rule, message }: Problem) => `${rule} ${message}`;
  const known = below("base/").map(key);
  return below("head/").filter((problem) => {
    const at = known.indexOf(key(problem));
    // A problem that occurs more often than before is new.
    if (at >= 0) known.splice(at, 1);
    return at < 0;
  });
}

/** A problem of Redocly's JSON report; undefined if its file is not below `prefix`. */
function readProblem(problem: unknown, prefix: string, rules: Policy["lint"] = {}): Problem | undefined {
  const { location, ruleId, severity, message } = record(problem);
  const { source, pointer, start } = record(list(location)[0]);
  const file = String(record(source).ref ?? "");
  if (!file.startsWith(prefix)) return undefined;
  const rule = String(ruleId);
  const isError = rule in rules ? severity === "error" : rulesOfOpenApi.has(rule);
  return {
    rule,
    severity: isError ? "error" : "warning",
    message: String(message)
      .replaceAll(/\s*\n\s*/g, " ")
      .trim(),
    place: {
      file: file.slice(prefix.length),
      pointer: String(pointer ?? "")
        .replace(/^#\/?/, "/")
        .replace(/^\/$/, ""),
      line: Number(record(start).line ?? 1),
    },
  };
}
