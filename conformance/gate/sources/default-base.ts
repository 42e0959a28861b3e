/** The revision that the working tree is compared with if BASE is not named. */
import { NotJudged } from "../not-judged.ts";
import { commitOf, git, isShallow } from "./git.ts";
import type { Revision } from "./source.ts";

/**
 * On a pull request (`GITHUB_BASE_REF`) the commit where its branch began; otherwise the last tag, or else the commit where
 * the branch left the default branch. Throws `NotJudged` if the history has none of them.
 */
export function defaultBase(folder: string, env: Readonly<Record<string, string | undefined>>): Revision {
  const target = env.GITHUB_BASE_REF;
  const found =
    target === undefined || target === ""
      ? (lastTag(folder, env.GITHUB_REF_TYPE === "tag" ? "HEAD^" : "HEAD") ??
        mergeBase(folder, ["origin/HEAD", "origin/main", "origin/master", "main", "master"]))
      : mergeBase(folder, [`origin/${target}`, target]);
  // In a shallow clone the branch seems to have a single commit.
  const isTruncated =
    isShallow(folder) && found !== undefined && commitOf(folder, found.revision) === commitOf(folder, "HEAD");
  if (found !== undefined && !isTruncated) return found;
  const missing = target
    ? `the commit where this branch left ${target} is not in this clone`
    : "there is no tag in this clone, and no branch that this one left";
  const remedy = isShallow(folder)
    ? "set fetch-depth: 0 in the checkout step"
    : "name BASE, such as main:spec/openapi.yaml";
  throw new NotJudged(`${missing}; ${remedy}`);
}

/** `from` is `HEAD^` on a tag, which is compared with the tag before it. */
function lastTag(folder: string, from: string): Revision | undefined {
  const tag = git(folder, "describe", "--tags", "--abbrev=0", from);
  return tag === undefined ? undefined : { revision: tag, name: tag };
}

function mergeBase(folder: string, branches: readonly string[]): Revision | undefined {
  const branch = branches.find((name) => commitOf(folder, name) !== undefined);
  const revision = branch && git(folder, "merge-base", branch, "HEAD");
  return branch && revision ? { revision, name: branch.replace(/^origin\/(?!HEAD)/, "") } : undefined;
}
