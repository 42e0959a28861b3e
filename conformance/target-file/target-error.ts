/** A fault in a target file, or in the options that replace it: wrong configuration, exit code 2. */
import { formatPointer, type Step } from "../../cli/json-pointer.ts";
import { UsageError } from "../../cli/usage-error.ts";

/** The message is a sentence that says where the fault is and what to change. It never contains a token. */
export class TargetError extends UsageError {
  override readonly name = "TargetError";
}

/** `fpk.target.json, /credentials/0/token: sentence`. `at`: the place in the file; empty for the whole file. */
export function targetError(where: string, at: readonly Step[], sentence: string): TargetError {
  const place = at.length === 0 ? where : `${where}, ${formatPointer(at)}`;
  return new TargetError(`${place}: ${sentence}`);
}
