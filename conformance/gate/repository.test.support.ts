/** Repositories of git in a folder of their own, and the verb as it is called in them. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach } from "vitest";
import { stringify } from "yaml";
import type { VerbContext } from "../../cli/verb.ts";
import { realClock } from "../../clock.ts";
import { contractText } from "../../spec/contract.ts";
import { run } from "../verbs/gate.ts";
import { contract, type Document } from "./contract.test.support.ts";
import type { GateReport } from "./reports/report.ts";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "fpk-gate-test-"));
  folders.push(folder);
  return folder;
}

export function write(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

const identity = [
  "-c",
  "user.name=t",
  "-c",
  "user.email=t@example.com",
  "-c",
  "commit.gpgsign=false",
  "-c",
  "init.defaultBranch=main",
];

export const git = (folder: string, ...args: readonly string[]): string =>
  execFileSync("git", [...identity, ...args], { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });

export function commit(folder: string, files: Readonly<Record<string, string>>, message = "change"): void {
  write(folder, files);
  git(folder, "add", "-A");
  git(folder, "commit", "-q", "-m", message);
}

/** A repository whose one commit holds our contract and this ledger. */
export function repository(files: Readonly<Record<string, string>> = {}): string {
  const folder = newFolder();
  git(folder, "init", "-q");
  commit(folder, { "spec/openapi.yaml": contractText(), ...files });
  return folder;
}

/** The contract's text with some of its words replaced; each must be there. */
export function replaced(...changes: readonly (readonly [string, string])[]): string {
  return changes.reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`the contract does not hold ${from}`);
    return text.replace(from, to);
  }, contractText());
}

/** The contract, changed, as YAML. */
export function changed(change: (document: Document) => void): string {
  const document = contract();
  change(document);
  return stringify(document);
}

export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

type Options = Parameters<typeof run>[2];

/** `fpk gate` in this folder. */
export async function gate(
  folder: string,
  operands: readonly string[],
  options: Options = {},
  env: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const printed = { stdout: "", stderr: "" };
  const output = (name: keyof typeof printed) => ({ write: (text: string) => (printed[name] += text) });
  const nobody = async () => [];
  const io: VerbContext = {
    stdout: output("stdout"),
    stderr: output("stderr"),
    env,
    clock: realClock,
    signal: new AbortController().signal,
    embedded: () => Promise.reject(new Error("the gate starts nothing")),
    mutants: nobody,
    variants: nobody,
  };
  const code = await run(operands[0], operands[1], options, io, folder);
  return { code, ...printed };
}

/** Its verdict as JSON. */
export async function verdict(folder: string, operands: readonly string[], options: Options = {}): Promise<GateReport> {
  const { stdout } = await gate(folder, operands, { ...options, json: true });
  return JSON.parse(stdout);
}
