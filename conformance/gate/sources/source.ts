/** The source of a contract: a file, or a path at a revision in git. */
import { existsSync, readFileSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join, parse, posix, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { errorMessage } from "../../../cli/error-message.ts";
import { UsageError } from "../../../cli/usage-error.ts";
import { NotJudged } from "../not-judged.ts";
import { commitOf, fetchAll, fileAt, hasContract, hasLost, isShallow, topLevel } from "./git.ts";

/** A commit, and what to call it: a tag, or the branch that it is on. */
export interface Revision {
  readonly revision: string;
  readonly name: string;
}

export interface Source {
  /** As the user named it. */
  readonly name: string;
  /** The contract's file below `root`, with `/` as the separator. */
  readonly path: string;
  /** The absolute folder that paths are relative to: the repository's top level, or outside of git the root of the disk. */
  readonly root: string;
  readonly isInGit: boolean;
  /** The commit that it is read at; undefined for the working tree, and outside of git. */
  readonly commit?: string | undefined;
  /** Nobody named it. */
  readonly isByDefault?: true;
  /** The text of a file below `root`; undefined if it does not exist. */
  read(path: string): string | undefined;
  /** A path below `root` as messages show it: outside of git as an absolute path. */
  display(path: string): string;
}

/** BASE has no contract at all: there is nothing to compare HEAD with. The message says why. */
export class NewContract extends Error {
  override readonly name = "NewContract";
  /** The revision that was looked at. */
  readonly base: Source;

  constructor(why: string, base: Source) {
    super(`a new contract: nothing to compare with; ${why}`);
    this.base = base;
  }
}

/** The paths at which the contract is looked for if HEAD is not named. */
const usualPaths = ["", "spec/", "api/", "docs/"].flatMap((folder) =>
  ["yaml", "yml", "json"].map((extension) => `${folder}openapi.${extension}`),
);

/** Whether a file or a folder has this name, so that it is not a revision. */
export const isFile = (text: string, folder: string) => /^file:/i.test(text) || existsSync(resolve(folder, text));

/**
 * Reads BASE or HEAD as typed: a path, a `file:` URL, `REF:path`, or a `REF` alone, which has the contract where `head` has it, or else
 * the working tree. Throws `UsageError`, or `NotJudged` in a shallow clone.
 */
export function parseSource(text: string, folder: string, head?: Source): Source {
  if (/^https?:/i.test(text)) throw new UsageError(`${text} is not a local file; download it, and name the file`);
  if (/^file:/i.test(text)) return fileSource(text, pathOfUrl(text));
  const path = resolve(folder, text);
  if (existsSync(path)) return fileSource(text, path);
  const [, revision, inside] = /^([^:]+):(.+)$/.exec(text) ?? [];
  if (revision === undefined || inside === undefined || /^[a-z]:[\\/]/i.test(text)) {
    const commit = commitNamed(text, folder);
    if (commit !== undefined) {
      const isHere = head?.isInGit === true && head.root === topLevel(folder);
      return atRevision({ revision: commit, name: text }, isHere ? head : workingTree(undefined, folder));
    }
    if (!/\.(ya?ml|json)$/i.test(text) && topLevelIfAny(folder) !== undefined && isShallow(folder))
      throw notInClone(text);
    throw new UsageError(`${text} does not exist; name a file, or REF:path such as main:spec/openapi.yaml`);
  }
  return gitSource(text, revision, inside, folder);
}

/** The contract in the working tree: the file that `base` names at its revision, or one of the usual paths. Throws `UsageError`. */
export function workingTree(base: Source | undefined, folder: string): Source {
  if (base?.commit !== undefined) return fileSource(base.path, join(base.root, base.path));
  const found = usualPaths.find((path) => existsSync(resolve(folder, path)));
  if (found === undefined) {
    throw new UsageError(
      `HEAD is not named, and there is no openapi.yaml, openapi.yml or openapi.json here, nor in spec/, api/ or docs/; name it`,
    );
  }
  return fileSource(found, resolve(folder, found));
}

/**
 * The contract at another revision, which messages call `name`. It is at the path of `head`; if nothing is there and that is a usual path,
 * at the only usual path with a file. Otherwise throws `NewContract` if the contract is new, and `NotJudged` if it may have been moved.
 */
export function atRevision({ revision, name }: Revision, head: Source): Source {
  const isThere = (path: string) => fileAt(head.root, revision, path) !== undefined;
  const otherUsualPaths = usualPaths.includes(head.path) ? usualPaths : [];
  const [moved, ...others] = isThere(head.path) ? [head.path] : otherUsualPaths.filter(isThere);
  if (moved === undefined && !hasContract(head.root, revision))
    throw new NewContract(`${name} has no OpenAPI document`, atCommit(name, revision, head));
  if (moved === undefined && !hasLost(head.root, revision, head.commit))
    throw new NewContract(
      `${name} has no ${head.path}, and none of its YAML and JSON files was moved or removed`,
      atCommit(name, revision, head),
    );
  if (moved === undefined || others.length > 0) {
    throw new NotJudged(
      `${name} has no ${head.path}: if the contract was moved, name BASE, such as ${name}:old/openapi.yaml`,
    );
  }
  return gitSource(`${name}:${moved}`, revision, moved, head.root);
}

/** The contract's path, if it is not the one where it would be found: there may be several contracts. */
export function otherPathOf({ path, isInGit, read }: Source): string | undefined {
  const isFound = path === usualPaths.find((usual) => read(usual) !== undefined);
  return isInGit && !isFound ? path : undefined;
}

const notInClone = (revision: string) => new NotJudged(`${revision} is not in this shallow clone; ${fetchAll}`);

function pathOfUrl(url: string): string {
  try {
    return fileURLToPath(url);
  } catch (error) {
    throw new UsageError(`${url} is not the URL of a local file: ${errorMessage(error)}`);
  }
}

function fileSource(name: string, path: string): Source {
  if (!existsSync(path)) throw new UsageError(`${name} does not exist`);
  if (statSync(path).isDirectory()) throw new UsageError(`${name} is a directory; name a file`);
  const real = realpathSync(path);
  const top = topLevelIfAny(dirname(real));
  const root = top ?? parse(real).root;
  return {
    name,
    path: relative(root, real).split(sep).join("/"),
    root,
    isInGit: top !== undefined,
    read(inside) {
      try {
        return readFileSync(join(root, inside), "utf8");
      } catch {
        return undefined;
      }
    },
    display: (inside) => (top === undefined ? join(root, inside) : inside),
  };
}

/** Files can be compared without git. */
function topLevelIfAny(folder: string): string | undefined {
  try {
    return topLevel(folder);
  } catch (error) {
    if (error instanceof NotJudged) return undefined;
    throw error;
  }
}

/** A checkout in a workflow has the branches of its origin, and no local ones. */
function commitNamed(revision: string, folder: string): string | undefined {
  if (revision.startsWith("-") || topLevelIfAny(folder) === undefined) return undefined;
  return commitOf(folder, revision) ?? commitOf(folder, `origin/${revision}`);
}

function gitSource(name: string, revision: string, inside: string, folder: string): Source {
  const root = topLevel(folder);
  if (root === undefined) throw new UsageError(`${name} is not a file, and ${folder} is not in a git repository`);
  const commit = commitNamed(revision, folder);
  if (commit === undefined) {
    if (isShallow(folder)) throw notInClone(revision);
    throw new UsageError(`${revision} is not a revision of this repository (git fetch may add it)`);
  }
  const path = inside.startsWith("./")
    ? posix.join(relative(root, realpathSync(folder)).split(sep).join("/"), inside)
    : posix.normalize(inside);
  if (fileAt(root, commit, path) === undefined) {
    throw new UsageError(`${revision} has no ${basename(path) === path ? `${path} at its top level` : path}`);
  }
  return atCommit(name, commit, { path, root });
}

const atCommit = (name: string, revision: string, { path, root }: Pick<Source, "path" | "root">): Source => ({
  name,
  path,
  root,
  isInGit: true,
  commit: commitOf(root, revision),
  read: (other) => fileAt(root, revision, other),
  display: (other) => other,
});
