/** Whether BASE has commits that HEAD lacks: what they changed looks undone. */
import { posix } from "node:path";
import { changedPaths, commitOf, mergeBaseOf } from "./git.ts";
import type { Source } from "./source.ts";

/** The commit where HEAD's branch left BASE, if BASE has changed the contract's folder since. */
export function leftBaseAt(base: Source, head: Source): string | undefined {
  if (base.commit === undefined || !head.isInGit || base.root !== head.root) return undefined;
  const checkedOut = head.commit ?? commitOf(head.root, "HEAD");
  const left = checkedOut && mergeBaseOf(head.root, base.commit, checkedOut);
  if (!left || left === base.commit) return undefined;
  const folder = posix.dirname(base.path);
  const hasChanged = changedPaths(base.root, left, base.commit).some(
    (path) => folder === "." || path.startsWith(`${folder}/`),
  );
  return hasChanged ? left : undefined;
}
