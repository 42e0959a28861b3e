/** The suite's version, as `package.json` says it. */
import { readFileSync } from "node:fs";
import { isRecord } from "../../spec/contract.ts";

/** `package.json` lies two folders above the sources, three above `dist/`. */
export function suiteVersion(): string {
  for (const above of ["../../", "../../../"]) {
    try {
      const manifest: unknown = JSON.parse(readFileSync(new URL(`${above}package.json`, import.meta.url), "utf8"));
      if (isRecord(manifest) && manifest.name === "fpk-conformance" && typeof manifest.version === "string") {
        return manifest.version;
      }
    } catch {
      // Not there: one folder further up.
    }
  }
  return "0.0.0";
}
