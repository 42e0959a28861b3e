/** The arguments after `--`, which are forwarded to k6. */
import { UsageError } from "../../cli/usage-error.ts";

/** The launcher sets these itself, and reads what k6 writes there. */
const reserved = new Map([
  ["--console-output", "the launcher reads it"],
  ["--log-format", "the launcher reads what is logged"],
  ["--summary-export", "the launcher reads it; --report writes a report"],
  ["--execution-segment", "--instances N divides the work"],
  ["--execution-segment-sequence", "--instances N divides the work"],
]);

/** Throws `UsageError` for an option of k6 that the launcher sets itself. */
export function requireForwardable(args: readonly string[]): void {
  for (const arg of args) {
    const name = arg.split("=", 1)[0] ?? "";
    const why = reserved.get(name);
    if (why !== undefined) throw new UsageError(`${name} is not forwarded to k6: ${why}`);
  }
}

/** Throws `UsageError` for an output file: several processes would overwrite each other's. */
export function requireNoOutputFile(args: readonly string[]): void {
  const outputs = args.map((arg, index) =>
    /^(?:-o|--out)$/.test(args[index - 1] ?? "") ? arg : /^(?:-o|--out=)(.+)/.exec(arg)?.[1],
  );
  const file = outputs.find((output) => output !== undefined && /^(?:json|csv)(?:=|$)/.test(output));
  if (file !== undefined) {
    throw new UsageError(`${file} would be written by each of several instances; omit --out, or use one instance`);
  }
}
