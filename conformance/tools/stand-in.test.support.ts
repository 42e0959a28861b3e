/** Stand-ins for outside programs: shell scripts in a folder that a test puts into PATH. */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface StandIns {
  readonly folder: string;
  /** Writes `folder/path`, which runs these lines of `sh`; returns its whole path. */
  add(path: string, ...lines: readonly string[]): string;
  /** An environment whose PATH holds only these folders of the stand-ins, and whose cache is `folder/cache`. */
  env(...folders: readonly string[]): { readonly PATH: string; readonly XDG_CACHE_HOME: string };
  remove(): void;
}

export function standIns(): StandIns {
  const folder = mkdtempSync(join(tmpdir(), "fpk-tools-"));
  return {
    folder,
    add(path, ...lines) {
      const file = join(folder, path);
      mkdirSync(join(file, ".."), { recursive: true });
      writeFileSync(file, ["#!/bin/sh", ...lines, ""].join("\n"));
      chmodSync(file, 0o755);
      return file;
    },
    env: (...folders) => ({
      PATH: folders.map((each) => join(folder, each)).join(":"),
      XDG_CACHE_HOME: join(folder, "cache"),
    }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
