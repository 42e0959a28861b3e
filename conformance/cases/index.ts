/** Finds the cases: every file in a section's folder. A case joins the suite by standing there. */
import { readdirSync } from "node:fs";
import type { SuiteCase } from "./case.ts";

const isSection = (name: string) => /^\d/.test(name);
const isCaseFile = (name: string) => /^(?!.*\.test\.)(?!.*\.d\.ts$).*\.[tj]s$/.test(name);

let cases: Promise<readonly SuiteCase[]> | undefined;

/** All cases, by section and file name. Throws where a file exports none, or two have the same id. */
export function loadCases(): Promise<readonly SuiteCase[]> {
  cases ??= readCases();
  return cases;
}

async function readCases(): Promise<readonly SuiteCase[]> {
  const all = (await Promise.all(caseFiles().map(casesIn))).flat();
  const duplicate = all.find(({ id }, at) => all.findIndex((other) => other.id === id) !== at);
  if (duplicate !== undefined) throw new Error(`two cases have the id ${duplicate.id}`);
  return all;
}

function caseFiles(): readonly URL[] {
  const here = new URL("./", import.meta.url);
  const sections = readdirSync(here).filter(isSection).sort();
  return sections.flatMap((section) => {
    const folder = new URL(`${section}/`, here);
    const names = readdirSync(folder).filter(isCaseFile).sort();
    return names.map((name) => new URL(name, folder));
  });
}

async function casesIn(file: URL): Promise<readonly SuiteCase[]> {
  const found = Object.values(await import(file.href))
    .flat()
    .filter(isCase);
  if (found.length === 0) throw new Error(`${file.pathname} exports no case`);
  return found;
}

function isCase(value: unknown): value is SuiteCase {
  return typeof value === "object" && value !== null && "id" in value && "run" in value;
}
