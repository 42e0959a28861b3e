/** The suite's version in `package.json`. */
import { createRequire } from "node:module";

/** The package requires itself by name, so that this works from the sources and from `dist/`. */
export const suiteVersion = (): string => createRequire(import.meta.url)("fpk-conformance/package.json").version;
