/** What is wrong with a target file or with the options in its place: wrong configuration, exit code 2. */
import { formatPointer, type Step } from "../../cli/json-pointer.ts";
import { UsageError } from "../../cli/usage-error.ts";

/** One sentence saying where and what to change. The message never holds a token. */
export class TargetError extends UsageError {
  override readonly name = "TargetError";
}

/** `fpk.target.json, /credentials/0/token: sentence`. `at` is a place in the file; the whole file where it is empty. */
export function targetError(where: string, at: readonly Step[], sentence: string): TargetError {
  const place = at.length === 0 ? where : `${where}, ${formatPointer(at)}`;
  return new TargetError(`${place}: ${sentence}`);
}
