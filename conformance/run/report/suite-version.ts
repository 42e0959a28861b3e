/** The suite's version, as `package.json` says it. */
import { createRequire } from "node:module";

/** The package is required by its own name, which leads to `package.json` from the sources as well as from `dist/`. */
export const suiteVersion = (): string => createRequire(import.meta.url)("fpk-conformance/package.json").version;
