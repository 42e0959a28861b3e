/** Reads the documents beside this file. The build also writes them as JSON, which is read ten times as fast. */
import { existsSync, readFileSync } from "node:fs";
import { parseYaml } from "./parse-yaml.ts";

/** The content of `openapi.yaml` or `clauses.yaml`. */
export function readSpec(name: "openapi" | "clauses"): unknown {
  const built = new URL(`./${name}.json`, import.meta.url);
  if (existsSync(built)) return JSON.parse(readFileSync(built, "utf8"));
  return parseYaml(readFileSync(new URL(`./${name}.yaml`, import.meta.url), "utf8"));
}
