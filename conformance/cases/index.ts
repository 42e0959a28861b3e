/** Finds the cases: every file in a section's folder, in order. A case joins by standing there. */
import { readdirSync } from "node:fs";
import type { SuiteCase } from "./case.ts";

const isCaseFile = (name: string) => /^(?!.*\.test\.)(?!.*\.d\.ts$).*\.[tj]s$/.test(name);

let cases: Promise<readonly SuiteCase[]> | undefined;

/** All cases, by section and file name. Throws where a file exports none, or two have one id. */
export function loadCases(): Promise<readonly SuiteCase[]> {
  cases ??= readCases();
  return cases;
}

async function readCases(): Promise<readonly SuiteCase[]> {
  const here = new URL("./", import.meta.url);
  const sections = readdirSync(here, { withFileTypes: true }).filter((entry) => entry.isDirectory() && entry.name !== "given");
  const files = sections
    .map(({ name }) => name)
    .sort()
    .flatMap((section) =>
      readdirSync(new URL(`${section}/`, here))
        .filter(isCaseFile)
        .sort()
        .map((name) => new URL(`${section}/${name}`, here)),
    );
  const modules = await Promise.all(files.map(async (file) => ({ file, exports: await import(file.href) })));
  const all = modules.flatMap(({ file, exports }) => {
    const found = Object.values(exports).flat().filter(isCase);
    if (found.length === 0) throw new Error(`${file.pathname} exports no case`);
    return found;
  });
  const twice = all.find((one, at) => all.findIndex((other) => other.id === one.id) !== at);
  if (twice !== undefined) throw new Error(`two cases are called ${twice.id}`);
  return all;
}

function isCase(value: unknown): value is SuiteCase {
  return typeof value === "object" && value !== null && "id" in value && "run" in value;
}
