/** What is wrong with a target file or with the flags that stand for one: wrong configuration, exit code 2. */

/** One sentence saying where and what to change. The message never holds a token. */
export class TargetError extends Error {
  override readonly name = "TargetError";
}

/** A step from the root of a target file to a place in it. */
export type Step = string | number;

/** `fpk.target.json, /credentials/0/token: sentence`. `at` is a place in the file; the whole file where it is empty. */
export function targetError(where: string, at: readonly Step[], sentence: string): TargetError {
  const place = at.length === 0 ? where : `${where}, ${pointerTo(at)}`;
  return new TargetError(`${place}: ${sentence}`);
}

/** The JSON pointer of a place, RFC 6901. */
export function pointerTo(at: readonly Step[]): string {
  return at.map((step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}
