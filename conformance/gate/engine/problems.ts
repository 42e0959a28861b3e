/** What makes a document no contract: it breaks the rules of OpenAPI, or those of the pinned ruleset. */
import { join } from "node:path";
import { isRecord } from "../../../spec/contract.ts";
import type { Loaded } from "../document/load.ts";
import { tokensOf } from "../document/pointer.ts";
import type { Place } from "../judge/change.ts";

export interface Problem {
  /** The linter's rule, or `openapi`. */
  readonly rule: string;
  readonly severity: "error" | "warning";
  readonly message: string;
  readonly place: Place;
}

/** Validates by swagger-parser; `folder` holds the contract's files. */
export async function validate(loaded: Loaded, folder: string): Promise<readonly Problem[]> {
  const { default: SwaggerParser } = await import("@apidevtools/swagger-parser");
  try {
    await SwaggerParser.validate(join(folder, loaded.root.path), { resolve: { http: false } });
    return [];
  } catch (error) {
    const [first] = (error instanceof Error ? error.message : String(error)).split("\n");
    const details: unknown = isRecord(error) && Array.isArray(error.details) ? error.details.at(-1) : undefined;
    const pointer = isRecord(details) && typeof details.instancePath === "string" ? details.instancePath : "";
    const why =
      isRecord(details) && typeof details.message === "string"
        ? `${pointer || "the document"} ${details.message}`
        : undefined;
    const tokens = tokensOf(pointer);
    const place = { file: loaded.root.path, pointer, line: loaded.root.lineOf(tokens) };
    return [
      {
        rule: "openapi",
        severity: "error",
        message: why ?? (first || "it is no OpenAPI document").replaceAll(folder, ""),
        place,
      },
    ];
  }
}

/** Reads `redocly lint --format json` of several documents; `side` is the folder that a document's files are in. */
export function readProblems(reports: readonly unknown[], side: string): readonly Problem[] {
  const problems = reports.flatMap((report) =>
    isRecord(report) && Array.isArray(report.problems) ? report.problems.filter(isRecord) : [],
  );
  return problems.flatMap((problem) => {
    const [location] = Array.isArray(problem.location) ? problem.location.filter(isRecord) : [];
    const file = isRecord(location?.source) ? String(location.source.ref) : "";
    if (!file.startsWith(`${side}/`)) return [];
    const line = isRecord(location?.start) ? Number(location.start.line) : 1;
    const pointer = String(location?.pointer ?? "")
      .replace(/^#\/?/, "/")
      .replace(/^\/$/, "");
    return [
      {
        rule: String(problem.ruleId),
        severity: problem.severity === "error" ? ("error" as const) : ("warning" as const),
        message: String(problem.message)
          .replace(/\s*\n\s*/g, " ")
          .trim(),
        place: { file: file.slice(side.length + 1), pointer, line },
      },
    ];
  });
}

/** Those of `head` that `base` has not, as often as it has them. */
export function newProblems(base: readonly Problem[], head: readonly Problem[]): readonly Problem[] {
  const key = ({ rule, message }: Problem) => `${rule} ${message}`;
  const left = base.map(key);
  return head.filter((problem) => {
    const at = left.indexOf(key(problem));
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}
