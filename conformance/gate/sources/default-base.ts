/** The revision that the working tree is compared with if BASE is not named. */
import { readJsonIfAny } from "../../../cli/read-file.ts";
import { record } from "../document/json.ts";
import { NotJudged } from "../not-judged.ts";
import { commitOf, fetchAll, git, isShallow, isUnchanged, mergeBaseOf } from "./git.ts";
import type { Revision } from "./source.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * On a pull request (`GITHUB_BASE_REF`) or a merge request (`CI_MERGE_REQUEST_TARGET_BRANCH_NAME`) the commit where its branch
 * began; in a merge queue (the event `merge_group`) the commit that its requests are merged into; in a workflow that a push to the default
 * branch started, the commit before the push; otherwise the last tag, or else the commit where the branch left the default branch. Throws `NotJudged` if the history has none of them.
 */
export function defaultBase(folder: string, path: string, env: Environment): Revision {
  const queue = mergeQueue(env);
  const target = queue?.name ?? (env.GITHUB_BASE_REF || env.CI_MERGE_REQUEST_TARGET_BRANCH_NAME || undefined);
  const found = target === undefined ? tagOrBranch(folder, path, env) : targetBase(folder, target, queue);
  const isCheckedOut = isAtHead(folder, found);
  const usable = isCheckedOut ? checkedOutBase(folder, env, target === undefined, found) : found;
  if (usable !== undefined) return usable;
  const missing = target
    ? `the commit where this branch left ${target} is not in this clone`
    : "there is no tag of a version in this clone, and no branch that this one left";
  const remedy = isShallow(folder) ? fetchAll : "name BASE, such as main:spec/openapi.yaml";
  throw new NotJudged(`${missing}; ${remedy}`);
}

/** The commit that a merge queue merges into, and its branch; undefined in other workflows. */
function mergeQueue(env: Environment): Revision | undefined {
  const { base_sha: revision, base_ref: branch } = record(eventOf(env).merge_group);
  return typeof revision === "string" ? { revision, name: String(branch).replace(/^refs\/heads\//, "") } : undefined;
}

function targetBase(folder: string, target: string, queue: Revision | undefined): Revision | undefined {
  if (queue === undefined) return mergeBase(folder, [`origin/${target}`, target]);
  return commitOf(folder, queue.revision) === undefined ? undefined : queue;
}

/** The last tag, or the commit where the branch left the default branch; after a push to the default branch the latter. */
function tagOrBranch(folder: string, path: string, env: Environment): Revision | undefined {
  const isTag = env.GITHUB_REF_TYPE === "tag" || Boolean(env.CI_COMMIT_TAG);
  const left = mergeBase(folder, ["origin/HEAD", "origin/main", "origin/master", "main", "master"]);
  const isPush = !isTag && namedBefore(env) !== undefined && isAtHead(folder, left);
  if (isPush) return left;
  const last = isTag ? undefined : lastTag(folder, path, "HEAD");
  // What is tagged, and not changed since, is compared with the tag before it.
  const isTagged = isTag || (isAtHead(folder, last) && isUnchanged(folder));
  return (isTagged ? lastTag(folder, path, "HEAD^") : undefined) ?? last ?? left;
}

const isAtHead = (folder: string, found: Revision | undefined): found is Revision =>
  found !== undefined && commitOf(folder, found.revision) === commitOf(folder, "HEAD");

/** `found` is the commit that is checked out. */
function checkedOutBase(folder: string, env: Environment, isPush: boolean, found: Revision): Revision | undefined {
  const pushed = isPush && env.CI ? beforePush(folder, env) : undefined;
  // In a shallow clone the branch seems to have a single commit.
  return pushed ?? (isShallow(folder) ? undefined : found);
}

/** The commit before the push that started the workflow; undefined if the workflow was started otherwise. */
function namedBefore(env: Environment): string | undefined {
  const before = env.GITHUB_EVENT_PATH ? eventOf(env).before : env.CI_COMMIT_BEFORE_SHA;
  // Zeros: there was nothing before.
  return env.CI && typeof before === "string" && /[1-9a-f]/.test(before) ? before : undefined;
}

/** What GitHub says of the event that started the workflow. */
const eventOf = ({ GITHUB_EVENT_PATH: path }: Environment) => record(path ? readJsonIfAny(path) : undefined);

/** What the branch had before the push that started the workflow, or else the parent of the last commit. */
function beforePush(folder: string, env: Environment): Revision | undefined {
  const before = namedBefore(env);
  const named = before === undefined ? undefined : commitOf(folder, before);
  if (before !== undefined && named === undefined && isShallow(folder)) return undefined;
  const commit = named ?? commitOf(folder, "HEAD^");
  return commit === undefined ? undefined : { revision: commit, name: commit.slice(0, 7) };
}

const versionForms = ["v[0-9]*", "[0-9]*.[0-9]*"];

/** `v2`, `1.2.0`, `v3.0.0-rc.1`, also after `release-`: a version and no other name. Other tags are those of something else, or, such as `deploy-77`, mark no version. */
const plainVersions = [
  ...versionForms.flatMap((form) => [`--match=${form}`, `--match=release-${form}`]),
  "--exclude=*[/@]*",
];

/**
 * The last tag that begins with the name of the contract's file, or of a folder around it, such as `depot/v1.2` or `services/depot/v1.2`; if
 * there is none, the last that is only a version. `from` is `HEAD^` on a tag, which is compared with the tag before it.
 */
function lastTag(folder: string, path: string, from: string): Revision | undefined {
  const own = ownNames(path).flatMap((name) => versionForms.map((form) => `--match=${name}[-_/@]${form}`));
  const describe = (patterns: readonly string[]) => git(folder, "describe", "--tags", "--abbrev=0", ...patterns, from);
  const tag = (own.length === 0 ? undefined : describe(own)) ?? describe(plainVersions);
  return tag === undefined ? undefined : { revision: tag, name: tag };
}

/** `services`, `services/depot`, `depot`, … for `services/depot/openapi.yaml`. */
function ownNames(path: string): readonly string[] {
  const steps = path
    .replace(/\.\w+$/, "")
    .split("/")
    .filter((step) => /^[\w.-]+$/.test(step));
  return steps.flatMap((_, at) => steps.slice(at).map((_, length) => steps.slice(at, at + length + 1).join("/")));
}

function mergeBase(folder: string, branches: readonly string[]): Revision | undefined {
  const branch = branches.find((name) => commitOf(folder, name) !== undefined);
  const revision = branch && mergeBaseOf(folder, branch, "HEAD");
  return branch && revision ? { revision, name: branch.replace(/^origin\/(?!HEAD)/, "") } : undefined;
}
