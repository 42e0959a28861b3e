import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import SwaggerParser from "@apidevtools/swagger-parser";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cacheFolder, commandOnPath } from "../conformance/tools/places.ts";
import { runProgram } from "../conformance/tools/run-program.ts";
import { built } from "../reference/built.test.support.ts";
import { enforcedDocument } from "../reference/http/contract.ts";
import { startReference } from "../reference/start.ts";
import { parseYaml } from "../spec/parse-yaml.ts";

const page = readFileSync(new URL("clients.md", import.meta.url), "utf8");
const code = (language: string) => page.split(`\`\`\`${language}\n`)[1]?.split("```")[0] ?? "";
const modules = fileURLToPath(new URL("../node_modules", import.meta.url));
const documents = ["openapi.yaml", "reference.openapi.yaml"].map((file) => fileURLToPath(built(`spec/${file}`)));

/** A command of a package, run to its end; fails with what it printed. */
async function succeed(command: string, args: readonly string[], env = {}): Promise<string> {
  const { code, stdout, stderr } = await runProgram(command, args, { ...process.env, ...env }, { timeoutMs: 500_000 });
  expect(code, `${args.join(" ")}\n${stdout}${stderr}`).toBe(0);
  return stdout;
}
const node = (command: string, ...args: readonly string[]) =>
  succeed(process.execPath, [join(modules, command), ...args]);

/** What the program prints against the reference. */
async function run(command: string, args: readonly string[]): Promise<string> {
  const { baseUrl, target, close } = await startReference({ limit: 12 });
  const env = { BASE_URL: baseUrl, KEY_A: target.credentials[0]?.token };
  return succeed(command, args, env).finally(close);
}
/** On a busy machine the submission may be processed already. */
const printed = /^(processing|processed) 429 The organization's rate limit is exceeded\.\n$/;

const folder = mkdtempSync(join(tmpdir(), "fpk-clients-"));
afterAll(() => rmSync(folder, { recursive: true }));
const folderOf = (document: string, generator: string) =>
  join(folder, document.includes("reference") ? "reference" : "contract", generator);

describe("the reference's document", () => {
  const [, file = ""] = documents;

  it("is the contract with the reference's overlay, and valid", async () => {
    expect(parseYaml(readFileSync(file, "utf8"))).toEqual(await enforcedDocument());
    await expect(SwaggerParser.validate(file)).resolves.toMatchObject({ openapi: "3.1.0" });
  });

  it("lints clean", async () => {
    const config = fileURLToPath(new URL("../.redocly.yaml", import.meta.url));
    await node("@redocly/cli/bin/cli.js", "lint", file, "--config", config, "--max-problems", "0");
  });

  it("and the ledger are built as JSON, too, which a start reads", () => {
    const text = (file: string) => readFileSync(fileURLToPath(built(`spec/${file}`)), "utf8");
    for (const name of ["openapi", "clauses"])
      expect(JSON.parse(text(`${name}.json`))).toEqual(parseYaml(text(`${name}.yaml`)));
  });

  it("is exported by the package, beside the contract", () => {
    for (const name of ["openapi.yaml", "reference.openapi.yaml"])
      expect(existsSync(fileURLToPath(import.meta.resolve(`fpk-conformance/${name}`)))).toBe(true);
  });
});

describe("TypeScript clients", () => {
  beforeAll(async () => {
    symlinkSync(modules, join(folder, "node_modules"));
    const options = {
      strict: true,
      skipLibCheck: true,
      noEmit: true,
      target: "ES2023",
      module: "ESNext",
      moduleResolution: "bundler",
    };
    const compilerOptions = { ...options, lib: ["ES2023", "DOM", "DOM.Iterable"], types: ["node"] };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["."] }));
    for (const document of documents) {
      const [fetching, hey] = [folderOf(document, "openapi-fetch"), folderOf(document, "hey-api")];
      for (const each of [fetching, hey]) mkdirSync(each, { recursive: true });
      await node("openapi-typescript/bin/cli.js", document, "-o", join(fetching, "api.ts"));
      await node("@hey-api/openapi-ts/bin/run.js", "-i", document, "-o", join(hey, "api"), "--no-log-file");
      writeFileSync(join(fetching, "client.ts"), code("ts"));
      writeFileSync(join(hey, "client.ts"), code("typescript"));
    }
  });

  it("compile", () => node("typescript/bin/tsc", "-p", folder));

  it.each(
    documents.flatMap((document) => ["openapi-fetch", "hey-api"].map((generator) => folderOf(document, generator))),
  )("go through the feedback flow: %s", async (place) => {
    const program = join(place, "client.mjs");
    await build({
      entryPoints: [join(place, "client.ts")],
      bundle: true,
      platform: "node",
      format: "esm",
      outfile: program,
    });
    expect(await run(process.execPath, [program])).toMatch(printed);
  });
});

/** Its version is the one that `.ci/run` installs. */
const installed = join(cacheFolder("openapi-python-client", process.env), "bin", "openapi-python-client");
const generator =
  (await commandOnPath("openapi-python-client", process.env)) ?? (existsSync(installed) ? installed : undefined);
const missing = "no openapi-python-client";
if (generator === undefined) {
  console.warn(`skipped: ${missing}`);
  if (process.env.FPK_REQUIRE_TOOLS === "1") it("openapi-python-client is installed", () => expect.fail(missing));
}

describe.skipIf(generator === undefined)(
  `Python clients${generator === undefined ? `: skipped: ${missing}` : ""}`,
  () => {
    it.each(documents)("go through the feedback flow: %s", async (document) => {
      const place = folderOf(document, "python");
      mkdirSync(place, { recursive: true });
      const command = realpathSync(generator ?? "");
      await succeed(command, ["generate", "--path", document, "--meta", "none", "--output-path", join(place, "api")]);
      writeFileSync(join(place, "client.py"), code("python"));
      expect(await run(join(dirname(command), "python"), [join(place, "client.py")])).toMatch(printed);
    });
  },
);
