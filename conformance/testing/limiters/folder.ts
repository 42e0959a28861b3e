/** Where the sources of the limiters lie: they are not built into `dist/`. */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** `package.json` lies three folders above the sources, four above `dist/`. */
const root = ["../../../", "../../../../"]
  .map((above) => fileURLToPath(new URL(above, import.meta.url)))
  .find((folder) => existsSync(`${folder}package.json`));

/** The path of a file in this folder, in the sources. */
export const sourceOf = (path: string) => `${root}conformance/testing/limiters/${path}`;

/** The path of a file, in the repository. */
export const inRepository = (path: string) => `${root}${path}`;
