/** Reads from the git repository of a folder. Nothing is fetched, and nothing is written. */
import { spawnSync } from "node:child_process";
import { NotJudged } from "../not-judged.ts";

const maxBytes = 64 * 1024 * 1024;

/** The output of git; undefined if git fails. Throws `NotJudged` if git is not installed. */
function outputOf(folder: string, args: readonly string[]): string | undefined {
  const { status, stdout, error } = spawnSync("git", args, { cwd: folder, encoding: "utf8", maxBuffer: maxBytes });
  if (error !== undefined && "code" in error && error.code === "ENOENT") {
    throw new NotJudged("git is not on the PATH; install it, or name two files");
  }
  return status === 0 ? stdout : undefined;
}

/** The same without its last line break. */
export const git = (folder: string, ...args: readonly string[]) => outputOf(folder, args)?.replace(/\n$/, "");

export const topLevel = (folder: string) => git(folder, "rev-parse", "--show-toplevel");

/** A clone with a part of the history, as `actions/checkout` makes it without `fetch-depth: 0`. */
export const isShallow = (folder: string) => git(folder, "rev-parse", "--is-shallow-repository") === "true";

/** What to do about a shallow clone, on GitHub and on GitLab. */
export const fetchAll = "set fetch-depth: 0 in the checkout step, or on GitLab GIT_DEPTH: 0";

export const commitOf = (folder: string, revision: string) =>
  git(folder, "rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{commit}`);

/** The working tree has the files of the commit that is checked out. */
export const isUnchanged = (folder: string) => git(folder, "diff", "--quiet", "HEAD") !== undefined;

/** The last commit that both have; undefined if there is none. */
export const mergeBaseOf = (folder: string, one: string, other: string) => git(folder, "merge-base", one, other);

/** The text of a file at a commit; its path is below the top level. */
export const fileAt = (folder: string, commit: string, path: string) =>
  outputOf(folder, ["cat-file", "blob", `${commit}:${path}`]);

const yamlOrJson = [":/*.yaml", ":/*.yml", ":/*.json"];

/** Whether any YAML or JSON file of a commit may be an OpenAPI document. */
export const hasContract = (folder: string, commit: string): boolean =>
  git(
    folder,
    ...["grep", "-q", "-E", `(^|[{,])[[:space:]]*["']?(openapi|swagger)["']?[[:space:]]*:`],
    ...[commit, "--", ...yamlOrJson],
  ) !== undefined;

/** Whether any YAML or JSON file of a commit is no longer there, in another commit or in the working tree. */
export const hasLost = (folder: string, base: string, head: string | undefined): boolean =>
  git(
    folder,
    ...["diff", "--name-only", "--no-renames", "--diff-filter=D", base, ...(head === undefined ? [] : [head])],
    ...["--", ...yamlOrJson],
  ) !== "";

/** The paths below the top level that differ between a commit and another one, or the working tree with its new files. */
export function changedPaths(folder: string, base: string, head: string | undefined): readonly string[] {
  const lines = (text: string | undefined) => (text ?? "").split("\0").filter((line) => line !== "");
  if (head !== undefined) return lines(git(folder, "diff", "--name-only", "-z", base, head));
  return [
    ...lines(git(folder, "diff", "--name-only", "-z", base)),
    ...lines(git(folder, "ls-files", "--others", "--exclude-standard", "-z", "--full-name", ":/")),
  ];
}
