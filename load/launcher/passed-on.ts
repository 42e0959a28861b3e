/** What the user passes on to k6, after `--`. */
import { UsageError } from "../../cli/usage-error.ts";

/** The launcher sets these itself and reads what comes of them. */
const taken = new Map([
  ["--console-output", "the launcher reads it"],
  ["--log-format", "the launcher reads what is logged"],
  ["--summary-export", "the launcher reads it; --report writes a report"],
  ["--execution-segment", "--instances N divides the work"],
  ["--execution-segment-sequence", "--instances N divides the work"],
]);

/** Throws `UsageError` for an option of k6 that the launcher needs for itself. */
export function requirePassable(args: readonly string[]): void {
  for (const arg of args) {
    const name = arg.split("=", 1)[0] ?? "";
    const why = taken.get(name);
    if (why !== undefined) throw new UsageError(`${name} is not passed on to k6: ${why}`);
  }
}

/** Throws `UsageError` for an output file: several processes would write over each other's. */
export function requireApart(passedOn: readonly string[]): void {
  const values = passedOn.map((arg, at) =>
    /^(?:-o|--out)$/.test(passedOn[at - 1] ?? "") ? arg : /^(?:-o|--out=)(.+)/.exec(arg)?.[1],
  );
  const file = values.find((value) => value !== undefined && /^(?:json|csv)(?:=|$)/.test(value));
  if (file !== undefined) {
    throw new UsageError(
      `${file} would be written by each of several instances; leave --out away, or take one instance`,
    );
  }
}
