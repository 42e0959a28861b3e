/** Whether standard output is coloured: on a terminal, unless `NO_COLOR` or `FORCE_COLOR` says otherwise. */
import type { VerbContext } from "./verb.ts";

export function hasColour({ env, stdout }: Pick<VerbContext, "env" | "stdout">): boolean {
  if (env.NO_COLOR !== undefined && env.NO_COLOR !== "") return false;
  return stdout.isTTY === true || (env.FORCE_COLOR !== undefined && env.FORCE_COLOR !== "0");
}
