import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { contractText, isRecord } from "../../spec/contract.ts";
import { commit, git, newFolder, replaced, repository, write } from "../gate/repository.test.support.ts";

/** A runner has Node. */
const isNode = process.versions.deno === undefined;

const root = fileURLToPath(new URL("../../", import.meta.url));
const action = parse(readFileSync(join(root, "action.yml"), "utf8"));

/** Where nothing is built the step would install everything anew: not in a working tree. */
beforeAll(() => {
  if (!isNode) return;
  if (!existsSync(join(root, "dist/conformance/action/main.js")))
    throw new Error("not built; npm run build goes first");
});

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

interface Ended {
  readonly code: number | null;
  readonly log: string;
  readonly outputs: Readonly<Record<string, string>>;
  readonly summary: string;
}

/** Runs the action's step as a runner does: its script, with its inputs and their defaults, in a checkout. */
async function step(
  checkout: string,
  inputs: Readonly<Record<string, string>>,
  env: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const temp = mkdtempSync(join(tmpdir(), "fpk-runner-"));
  folders.push(temp);
  const files = { GITHUB_OUTPUT: join(temp, "output"), GITHUB_STEP_SUMMARY: join(temp, "summary") };
  for (const file of Object.values(files)) writeFileSync(file, "");
  const [only] = action.runs.steps;
  const variables = Object.entries<string>(only.env).map(([name, expression]) => {
    const input = /^\$\{\{ inputs\.([\w-]+) \}\}$/.exec(expression)?.[1] ?? "";
    if (!isRecord(action.inputs[input])) throw new Error(`${name} is not an input`);
    return [name, inputs[input] ?? action.inputs[input].default ?? ""];
  });
  const child = spawn("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", only.run], {
    cwd: checkout,
    env: {
      PATH: process.env.PATH,
      HOME: temp,
      ...Object.fromEntries(variables),
      ...files,
      GITHUB_ACTION_PATH: root.replace(/\/$/, ""),
      GITHUB_ACTIONS: "true",
      GITHUB_WORKSPACE: checkout,
      RUNNER_TEMP: temp,
      CI: "true",
      ...env,
    },
  });
  let log = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (log += text));
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  const outputs = Object.fromEntries(
    readFileSync(files.GITHUB_OUTPUT, "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => line.split(/=(.*)/s).slice(0, 2)),
  );
  return { code, log, outputs, summary: readFileSync(files.GITHUB_STEP_SUMMARY, "utf8") };
}

const nullable = replaced([
  "The name of the product (§2.1)\n          type: string",
  'The name of the product (§2.1)\n          type: [string, "null"]',
]);

describe.runIf(isNode)("action.yml", () => {
  it("names outputs that its step writes", async () => {
    const { outputs } = await step(repository(), { base: "HEAD:spec/openapi.yaml" });
    expect(Object.keys(outputs).sort()).toEqual(Object.keys(action.outputs).sort());
  });

  it("gates: fails, annotates, and leaves summary, comment and report", async () => {
    const folder = repository();
    write(folder, { "spec/openapi.yaml": nullable });
    const { code, log, outputs, summary } = await step(folder, { base: "HEAD:spec/openapi.yaml" });
    expect(code).toBe(1);
    expect(log).toMatch(/^::error file=spec\/openapi\.yaml,line=\d+/m);
    expect(outputs).toMatchObject({ conclusion: "fails", "exit-code": "1" });
    expect(summary).toContain("Product.name: may be null");
    expect(readFileSync(outputs.comment ?? "", "utf8")).toBe(summary);
    expect(JSON.parse(readFileSync(outputs.report ?? "", "utf8"))).toMatchObject({ conclusion: "fails" });
  });

  it("gates a pull request with no input but the mode, and passes on what is allowed", async () => {
    const folder = repository();
    write(folder, { "spec/openapi.yaml": nullable });
    // Without a local branch main, as a runner checks out.
    const reason = 'agreed; $(touch pwned) `touch pwned` "quoted"';
    const { code, outputs, summary } = await step(
      folder,
      { mode: "gate", "allow-breaking": reason, arguments: "--waive-version" },
      { GITHUB_BASE_REF: "main" },
    );
    expect({ code, conclusion: outputs.conclusion }).toEqual({ code: 0, conclusion: "passes" });
    expect(summary).toContain("$(touch pwned)");
    expect(existsSync(join(folder, "pwned"))).toBe(false);
  });

  it("names its inputs as the ways to pass", async () => {
    const folder = repository();
    write(folder, { "spec/openapi.yaml": nullable });
    const { summary } = await step(folder, { base: "HEAD:spec/openapi.yaml" });
    expect(summary).toContain("the input allow-breaking: REASON");
    expect(summary).not.toContain("--allow-breaking");
  });

  it("passes where the contract is new on its branch, and leaves its findings in the comment and the report", async () => {
    const folder = newFolder();
    git(folder, "init", "-q");
    commit(folder, { "README.md": "An API" });
    git(folder, "checkout", "-q", "-b", "first");
    const text = contractText().replace("      summary: List products\n", "");
    write(folder, { "spec/openapi.yaml": text });
    const { code, outputs, summary } = await step(folder, {}, { GITHUB_BASE_REF: "main" });
    expect(code).toBe(0);
    expect(outputs).toMatchObject({ conclusion: "passes", "exit-code": "0" });
    expect(summary).toContain("a new contract: nothing to compare with");
    expect(summary).toContain("warning: Operation object should contain `summary` field.");
    expect(JSON.parse(readFileSync(outputs.report ?? "", "utf8"))).toMatchObject({ conclusion: "passes" });
  });

  it("says in the summary why there is no verdict", async () => {
    const { code, log, outputs, summary } = await step(repository(), { base: "nowhere:spec/openapi.yaml" });
    expect(code).toBe(2);
    expect(outputs).toMatchObject({ conclusion: "not-judged", "exit-code": "2", report: "" });
    expect(summary).toContain("nowhere is not a revision of this repository");
    expect(summary).not.toContain("\\n");
    expect(log).toContain("::error::fpk gate: nowhere is not a revision");
  });

  it("gates a contract elsewhere, whose comment has its path, also where there is no verdict", async () => {
    const head = "contracts/depot.yaml";
    const folder = repository({ [head]: contractText() });
    const comment = /^<!-- fpk-gate contracts\/depot\.yaml -->\n/;
    const judged = await step(folder, { head }, { GITHUB_BASE_REF: "main" });
    expect(judged).toMatchObject({ code: 0, summary: expect.stringMatching(comment) });
    const unjudged = await step(folder, { head, base: "nowhere" });
    expect(unjudged).toMatchObject({ code: 2, summary: expect.stringMatching(comment) });
    const { log } = await step(folder, { head: "HEAD:contracts/depot.yaml" });
    expect(log).toContain("::error::the input head is not a file, and so requires base: HEAD:contracts/depot.yaml");
  });

  it("takes origin's branch where a runner has no local one", async () => {
    const origin = repository();
    const folder = newFolder();
    git(folder, "clone", "-q", origin, "clone");
    const clone = join(folder, "clone");
    git(clone, "checkout", "-q", "--detach");
    git(clone, "branch", "-q", "-D", "main");
    const { outputs } = await step(clone, { base: "main:spec/openapi.yaml" });
    expect(outputs).toMatchObject({ conclusion: "passes", "exit-code": "0" });
  });

  it("takes no input for an option, and no help for a verdict", async () => {
    const { code, log } = await step(repository(), { base: "--help" });
    expect({ code, log }).toEqual({
      code: 2,
      log: expect.stringContaining("::error::fpk gate: --help does not exist"),
    });
    expect(await step(newFolder(), { arguments: "--help" })).toMatchObject({
      code: 3,
      outputs: { conclusion: "not-judged", "exit-code": "3" },
    });
    expect((await step(newFolder(), { arguments: "--nope" })).log).toContain("::error::error: unknown option '--nope'");
  });

  it("checks a server, and says which check failed", async () => {
    const inputs = { mode: "check", url: "http://127.0.0.1:9/api", key: "KEY_A" };
    const { code, outputs, summary } = await step(newFolder(), inputs, { KEY_A: "fpk_key_0123456789" });
    expect(code).toBe(3);
    expect(outputs).toMatchObject({ conclusion: "inconclusive", "exit-code": "3" });
    expect(summary).toMatch(/^<!-- fpk-check -->\n## ⚠️ Conformance: inconclusive/);
    expect(JSON.parse(readFileSync(outputs.report ?? "", "utf8"))).toMatchObject({ schemaVersion: 2 });
  });

  it("refuses an input of the other mode, and a mode that is none", async () => {
    expect(await step(newFolder(), { mode: "check", base: "main:x" })).toMatchObject({
      code: 2,
      log: "::error::the input base is not for mode check\n",
      outputs: {
        conclusion: "not-judged",
        "exit-code": "2",
        report: "",
        comment: expect.stringContaining("fpk-check.md"),
      },
      summary: expect.stringContaining("the input base is not for mode check"),
    });
    expect((await step(newFolder(), { mode: "lint" })).log).toContain("the input mode must be gate or check, not lint");
  });
});
