/** Where a contract is read from: a file, or a path at a revision in git. */
import { existsSync, readFileSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, isAbsolute, join, parse, posix, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { UsageError } from "../../../cli/usage-error.ts";
import { NotJudged } from "../not-judged.ts";
import { commitOf, fileAt, isShallow, topLevel } from "./git.ts";

export interface Source {
  /** As it was named. */
  readonly name: string;
  /** The contract's file below `root`, with `/` between its parts. */
  readonly path: string;
  /** The absolute folder that paths are relative to: the repository's top level; outside git the whole disk. */
  readonly root: string;
  /** In a repository. The commit that it is read at; undefined: the working tree. */
  readonly isInGit: boolean;
  readonly commit?: string;
  /** The text of a file below `root`; undefined where it is not there. */
  read(path: string): string | undefined;
}

/** What stands for the contract where HEAD is not named. */
const usualPaths = ["spec/openapi.yaml", "openapi.yaml", "openapi.json"];

/** BASE or HEAD as it was typed: a path, `file:` URL or `REF:path`. Throws `UsageError`, or `NotJudged` in a shallow clone. */
export function parseSource(text: string, folder: string): Source {
  if (/^https?:/i.test(text)) throw new UsageError(`${text} is not on this machine; download it, and name the file`);
  if (/^file:/i.test(text)) return fileSource(text, pathOfUrl(text), folder);
  const path = resolve(folder, text);
  if (existsSync(path)) return fileSource(text, path, folder);
  const [, revision, inside] = /^([^:]+):(.+)$/.exec(text) ?? [];
  if (revision === undefined || inside === undefined || /^[a-z]:[\\/]/i.test(text)) {
    throw new UsageError(`${text} is not there; name a file, or REF:path such as main:spec/openapi.yaml`);
  }
  return gitSource(text, revision, inside, folder);
}

/** The working tree's contract: the file that `base` names at its revision, or the usual one. Throws `UsageError`. */
export function workingTree(base: Source | undefined, folder: string): Source {
  if (base?.commit !== undefined) return fileSource(base.path, join(base.root, base.path), folder);
  const found = usualPaths.map((path) => resolve(folder, path)).find((path) => existsSync(path));
  if (found === undefined) {
    throw new UsageError(`HEAD is not named, and none of ${usualPaths.join(", ")} is here; name it`);
  }
  return fileSource(relative(folder, found), found, folder);
}

/** `REF:path` of the contract of the working tree, for a revision that was found rather than typed. */
export function atRevision(revision: string, head: Source, folder: string): Source {
  return gitSource(`${revision}:${head.path}`, revision, head.path, folder);
}

function pathOfUrl(url: string): string {
  try {
    return fileURLToPath(url);
  } catch (error) {
    throw new UsageError(`${url} is no URL of a file here: ${error instanceof Error ? error.message : error}`);
  }
}

function fileSource(name: string, path: string, folder: string): Source {
  if (!existsSync(path)) throw new UsageError(`${name} is not there`);
  if (statSync(path).isDirectory()) throw new UsageError(`${name} is a directory; name a file`);
  const real = realpathSync(path);
  const top = gitless(() => topLevel(dirname(real)));
  const root = top ?? parse(real).root;
  return {
    name: name || relative(folder, real),
    path: relative(root, real).split(sep).join("/"),
    root,
    isInGit: top !== undefined,
    read: (inside) => readHere(isAbsolute(inside) ? inside : join(root, inside)),
  };
}

/** Files need no git. */
function gitless(ask: () => string | undefined): string | undefined {
  try {
    return ask();
  } catch (error) {
    if (error instanceof NotJudged) return undefined;
    throw error;
  }
}

function readHere(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

function gitSource(name: string, revision: string, inside: string, folder: string): Source {
  const root = topLevel(folder);
  if (root === undefined) throw new UsageError(`${name} is no file, and ${folder} is in no git repository`);
  const commit = revision.startsWith("-") ? undefined : commitOf(folder, revision);
  const isCut = isShallow(folder);
  if (commit === undefined) {
    if (isCut)
      throw new NotJudged(`${revision} is not in this shallow clone; set fetch-depth: 0 where it is checked out`);
    throw new UsageError(`${revision} is no revision of this repository (git fetch may bring it)`);
  }
  const path = inside.startsWith("./")
    ? posix.join(relative(root, realpathSync(folder)).split(sep).join("/"), inside)
    : posix.normalize(inside);
  if (fileAt(root, commit, path) === undefined) {
    throw new UsageError(`${revision} holds no ${basename(path) === path ? `${path} at its top level` : path}`);
  }
  return { name, path, root, isInGit: true, commit, read: (other) => fileAt(root, commit, other) };
}
