/** The revision that the working tree is compared with where none is named. */
import { NotJudged } from "../not-judged.ts";
import { commitOf, git, isShallow } from "./git.ts";

/**
 * On a pull request (`GITHUB_BASE_REF`) where its branch began; else the last tag, else where the branch began from the
 * remote's default branch. Throws `NotJudged` where history holds none of them.
 */
export function landedRevision(folder: string, env: Readonly<Record<string, string | undefined>>): string {
  const target = env.GITHUB_BASE_REF;
  const found =
    target === undefined || target === ""
      ? (lastTag(folder, env.GITHUB_REF_TYPE === "tag" ? "HEAD^" : "HEAD") ??
        mergeBase(folder, ["origin/HEAD", "origin/main", "origin/master", "main", "master"]))
      : mergeBase(folder, [`origin/${target}`, target]);
  // Where history is cut, the branch seems to begin where it ends.
  const isCut = isShallow(folder) && found !== undefined && commitOf(folder, found) === commitOf(folder, "HEAD");
  if (found !== undefined && !isCut) return found;
  const wanted = target ? `${target} and where this branch left it are` : "a tag, or the branch that this one left, is";
  const cure = isShallow(folder)
    ? "set fetch-depth: 0 where it is checked out"
    : "name BASE, such as main:spec/openapi.yaml";
  throw new NotJudged(`${wanted} not in this clone; ${cure}`);
}

/** The work on a tag itself is compared with the tag before. */
const lastTag = (folder: string, from: string) => git(folder, "describe", "--tags", "--abbrev=0", from);

function mergeBase(folder: string, branches: readonly string[]): string | undefined {
  const branch = branches.find((name) => commitOf(folder, name) !== undefined);
  return branch === undefined ? undefined : git(folder, "merge-base", branch, "HEAD");
}
