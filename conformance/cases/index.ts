/** Finds the cases: every file in a section's folder is one. */
import { readdirSync } from "node:fs";
import type { SuiteCase } from "./case.ts";

let cases: Promise<readonly SuiteCase[]> | undefined;

/** All cases, by section and file name. Throws if a file exports none, or if two have the same id. */
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
  const isCaseFile = (path: string) => /^\d.*[/\\].*\.[tj]s$/.test(path) && !/\.test\.|\.d\.ts$/.test(path);
  const paths = readdirSync(here, { recursive: true, encoding: "utf8" }).filter(isCaseFile);
  return paths.sort().map((path) => new URL(path, here));
}

async function casesIn(file: URL): Promise<readonly SuiteCase[]> {
  const exported: object = await import(file.href);
  const found = Object.values(exported).flat().filter(isCase);
  if (found.length === 0) throw new Error(`${file.pathname} exports no case`);
  return found;
}

const isCase = (value: unknown): value is SuiteCase =>
  typeof value === "object" && value !== null && "id" in value && "run" in value;
