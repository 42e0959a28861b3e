/** What the limiters of a language need to run, and how it gets into the cache. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { runProgram } from "../../tools/run-program.ts";
import type { Environment } from "../../tools/tool.ts";
import { sourceOf } from "./folder.ts";

export interface Toolchain {
  readonly language: string;
  /** Why nothing can be started, such as `no Go`; undefined if everything is there. */
  missing(env: Environment): Promise<string | undefined>;
  /** Fills the cache. Throws an `Error` with the last line of the program that failed. */
  install(env: Environment): Promise<void>;
  /** The folder of the cache. */
  folder(env: Environment): string;
}

export interface Recipe {
  readonly language: string;
  /** The folder of its sources. */
  readonly sources: string;
  /** The endings of the source files after whose change the limiter is installed again. */
  readonly installedFrom: readonly string[];
  /** The programs that it needs, each with an argument that makes it print its version. */
  readonly needs: readonly Program[];
  /** What is run, one after the other, to fill the folder `cache`. */
  steps(sources: string, cache: string): readonly Program[];
}

type Program = readonly [command: string, ...args: string[]];

/** A file that marks a folder of the cache as complete. */
const completed = "completed";

export function toolchainOf(recipe: Recipe): Toolchain {
  const sources = sourceOf(recipe.sources);
  /** The folder of the installation. Other sources get another folder, so that two work trees do not overwrite each other's. */
  const folder = (env: Environment) => {
    const hash = createHash("sha256");
    for (const name of readdirSync(sources).sort()) {
      if (recipe.installedFrom.some((end) => name.endsWith(end)))
        hash.update(name).update(readFileSync(join(sources, name)));
    }
    const cache = env.XDG_CACHE_HOME || join(homedir(), ".cache");
    return join(cache, "fpk", "limiters", `${recipe.sources}-${hash.digest("hex").slice(0, 12)}`);
  };
  return {
    language: recipe.language,
    folder,
    async missing(env) {
      if (existsSync(join(folder(env), completed))) return undefined;
      for (const [command, ...args] of recipe.needs) {
        const { code } = await runProgram(command, args, env);
        if (code !== 0) return `no ${recipe.language}`;
      }
      return "not installed: npm run limiters -- --install";
    },
    async install(env) {
      const cache = folder(env);
      rmSync(cache, { recursive: true, force: true });
      mkdirSync(cache, { recursive: true });
      for (const [command, ...args] of recipe.steps(sources, cache)) {
        const { code, lastLine } = await runProgram(command, args, env, { timeoutMs: 600_000 });
        if (code !== 0) throw new Error(`${command} ${args[0]} ended with ${code ?? "no exit code"}: ${lastLine}`);
      }
      writeFileSync(join(cache, completed), "");
    },
  };
}
