import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { k6 } from "../../conformance/tools/k6.ts";
import { search } from "../../conformance/tools/tool.ts";
import { findScenario } from "../launcher/scenario.ts";
import { tiny } from "../verbs/load-bench.test.support.ts";
import { type ManifestOptions, manifestsOf, secretName } from "./manifests.ts";

const target = {
  baseUrl: "https://dev.example.com/api",
  rateLimit: { limit: 100, windowSeconds: 60 },
  feedbackGraceSeconds: 5,
};
const settings = { duration: 90, maxLatencyRatio: 5, seed: 7, instances: 3 };

async function manifests(more: Partial<ManifestOptions> = {}) {
  const text = await manifestsOf({ scenario: findScenario("limit"), forwardedArgs: [], target, settings, ...more });
  const [configMap, testRun, ...others] = parseAllDocuments(text).map((parsed) => parsed.toJS());
  expect(others).toEqual([]);
  return { text, configMap, testRun };
}

/** The fields that we rely on, as the operator describes them. */
const reliedOn = {
  type: "object",
  additionalProperties: false,
  required: ["apiVersion", "kind", "metadata", "spec"],
  properties: {
    apiVersion: { const: "k6.io/v1alpha1" },
    kind: { const: "TestRun" },
    metadata: {
      type: "object",
      additionalProperties: false,
      required: ["name"],
      properties: { name: { type: "string", pattern: "^[a-z0-9]([-a-z0-9]{0,50}[a-z0-9])?$" } },
    },
    spec: {
      type: "object",
      additionalProperties: false,
      required: ["parallelism", "script", "runner"],
      properties: {
        parallelism: { type: "integer", minimum: 1 },
        arguments: { type: "string" },
        script: {
          type: "object",
          additionalProperties: false,
          required: ["configMap"],
          properties: {
            configMap: {
              type: "object",
              additionalProperties: false,
              required: ["name", "file"],
              properties: { name: { type: "string" }, file: { type: "string", pattern: "^[-._a-zA-Z0-9]+\\.js$" } },
            },
          },
        },
        runner: {
          type: "object",
          additionalProperties: false,
          required: ["image", "env", "envFrom"],
          properties: {
            image: { type: "string", pattern: "^grafana/k6:1\\." },
            env: {
              type: "array",
              items: {
                type: "object",
                additionalProperties: false,
                required: ["name", "value"],
                properties: { name: { type: "string" }, value: { type: "string" } },
              },
            },
            envFrom: {
              type: "array",
              items: {
                type: "object",
                additionalProperties: false,
                required: ["secretRef"],
                properties: {
                  secretRef: {
                    type: "object",
                    additionalProperties: false,
                    required: ["name"],
                    properties: { name: { const: secretName } },
                  },
                },
              },
            },
          },
        },
      },
    },
  },
};

const crdPath = fileURLToPath(new URL("../../../shared/k6-operator/testruns-crd.yaml", import.meta.url));

type Schema = Readonly<Record<string, unknown>>;

/** The cluster drops fields that the schema does not know; here they are a fault. */
function closed(schema: Schema): Schema {
  const inner = Object.entries(schema).map(([key, value]) => {
    if (key === "properties") {
      const all = Object.entries(value as Record<string, Schema>);
      return [key, Object.fromEntries(all.map(([name, property]) => [name, closed(property)]))];
    }
    return [key, key === "items" ? closed(value as Schema) : value];
  });
  const isOpen = !("properties" in schema) || "additionalProperties" in schema;
  return { ...Object.fromEntries(inner), ...(isOpen ? {} : { additionalProperties: false }) };
}

const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false });
const faults = (schema: Schema, value: unknown) => {
  const validate = ajv.compile(schema);
  validate(value);
  return validate.errors ?? [];
};

describe("the manifests", () => {
  it.each([{ forwardedArgs: [] }, { forwardedArgs: ["--tag", "a=b"] }, { scenario: findScenario(tiny) }])(
    "hold the fields that we rely on, and no others (%j)",
    async (more) => {
      const { configMap, testRun } = await manifests(more);
      expect(faults(reliedOn, testRun)).toEqual([]);
      expect(testRun.spec.parallelism).toBe(3);
      const { name, file } = testRun.spec.script.configMap;
      expect(configMap).toMatchObject({ apiVersion: "v1", kind: "ConfigMap", metadata: { name } });
      expect(Object.keys(configMap.data)).toEqual([file]);
    },
  );

  it.skipIf(!existsSync(crdPath))("are what the operator's own CustomResourceDefinition describes", async () => {
    const crd = parse(readFileSync(crdPath, "utf8"));
    const version = crd.spec.versions.find(({ name }: { name: string }) => name === "v1alpha1");
    const schema = closed(version.schema.openAPIV3Schema);
    const { testRun } = await manifests({ forwardedArgs: ["--tag", "a=b"] });
    expect(faults(schema, testRun)).toEqual([]);
    expect(faults(schema, { ...testRun, spec: { ...testRun.spec, parallelism: "3" } })).not.toEqual([]);
    expect(faults(schema, { ...testRun, spec: { ...testRun.spec, parallel: 3 } })).not.toEqual([]);
  });

  it("name the Secret, and hold nothing that belongs into it", async () => {
    const { text, testRun } = await manifests();
    expect(text).toContain(`kubectl create secret generic ${secretName} --from-env-file=FILE`);
    expect(testRun.spec.runner.envFrom).toEqual([{ secretRef: { name: secretName } }]);
    const names = testRun.spec.runner.env.map(({ name }: { name: string }) => name);
    expect(names.filter((name: string) => /KEY|SESSION/.test(name))).toEqual([]);
  });

  it("say what several pods do not judge", async () => {
    expect((await manifests()).text).toContain("--parallelism 1 does");
    expect((await manifests({ settings: { ...settings, instances: 1 } })).text).not.toContain("--parallelism");
  });

  it("tell the script where, how much and of how many it is one", async () => {
    const { testRun } = await manifests();
    const env = Object.fromEntries(
      testRun.spec.runner.env.map(({ name, value }: { name: string; value: string }) => [name, value]),
    );
    expect(env).toMatchObject({
      BASE_URL: "https://dev.example.com/api",
      LIMIT: "100",
      WINDOW: "60",
      DURATION: "90",
      SEED: "7",
      INSTANCES: "3",
      K6_NO_USAGE_REPORT: "true",
    });
  });

  it("refuse arguments that the operator would split", async () => {
    await expect(manifests({ forwardedArgs: ["--tag", "a=b c"] })).rejects.toThrow("a=b c cannot be forwarded");
  });
});

const { found } = await search(k6, process.env);
const command = found?.kind === "command" ? found.command : undefined;

if (command === undefined && process.env.FPK_REQUIRE_TOOLS === "1") {
  it("needs k6", () => expect.unreachable("there is no k6, and FPK_REQUIRE_TOOLS=1 allows no skip"));
}

describe.skipIf(command === undefined)(
  `the script of a ConfigMap${command === undefined ? ": skipped: no k6" : ""}`,
  () => {
    it("can be archived by the operator's initializer, which is given no credential", async () => {
      const folder = mkdtempSync(join(tmpdir(), "fpk-manifest-"));
      try {
        const { configMap, testRun } = await manifests();
        const script = join(folder, "limit.js");
        writeFileSync(script, configMap.data["limit.js"]);
        const env = testRun.spec.runner.env.flatMap(({ name, value }: { name: string; value: string }) => [
          "-e",
          `${name}=${value}`,
        ]);
        const archive = join(folder, "archive.tar");
        execFileSync(command ?? "k6", ["archive", script, ...env, "-O", archive], { stdio: "pipe" });
        const output = execFileSync(command ?? "k6", ["inspect", "--execution-requirements", archive], {
          encoding: "utf8",
        });
        expect(JSON.parse(output).maxVUs).toBe(3);
      } finally {
        rmSync(folder, { recursive: true });
      }
    });
  },
);
