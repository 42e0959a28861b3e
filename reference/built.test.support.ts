/** The built project, for tests that need it in another process or thread: Node 20 runs no TypeScript there. */

import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

/** The URL of a built file, such as `cli.js`. Throws if a source file is newer than the build. */
export function built(file: string): URL {
  const builtAt = statSync(join(root, "dist", "cli.js"), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const sources = ["spec", "conformance", "reference"].flatMap((folder) =>
    (readdirSync(join(root, folder), { recursive: true }) as string[]).map((name) => join(root, folder, name)),
  );
  const newer = sources.find(
    (name) => /\.(ts|yaml)$/.test(name) && !name.includes(".test.") && statSync(name).mtimeMs > builtAt,
  );
  if (newer !== undefined) throw new Error(`${newer} is newer than the build: run npm run build first`);
  return pathToFileURL(join(root, "dist", file));
}
