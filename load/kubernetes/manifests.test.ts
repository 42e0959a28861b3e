import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { findScenario } from "../launcher/scenario.ts";
import { describeWithK6, localK6 } from "../scenarios/run.test.support.ts";
import { tiny } from "../verbs/load-bench.test.support.ts";
import { type ManifestOptions, manifestsOf, secretName } from "./manifests.ts";
import { unjudgedByPods } from "./unjudged.ts";

const target = {
  baseUrl: "https://dev.example.com/api",
  rateLimit: { limit: 100, windowSeconds: 60 },
  feedbackGraceSeconds: 5,
};
const settings = { duration: 90, maxLatencyRatio: 5, seed: 7, instances: 3 };

async function manifests(more: Partial<ManifestOptions> = {}) {
  const text = await manifestsOf({ scenario: findScenario("limit"), forwardedArgs: [], target, settings, ...more });
  const all = parseAllDocuments(text).map((parsed) => parsed.toJS());
  const ofKind = (kind: string) => all.find((document) => document.kind === kind);
  return { text, all, configMap: ofKind("ConfigMap"), testRun: ofKind("TestRun") };
}

const single = { ...settings, instances: 1 };

/** The fields that the manifests use, as the operator's schema describes them. */
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
      required: ["parallelism", "script", "initializer", "runner"],
      properties: {
        parallelism: { type: "integer", minimum: 1 },
        cleanup: { const: "post" },
        initializer: {
          type: "object",
          additionalProperties: false,
          required: ["image", "env", "resources"],
          properties: { image: { type: "string" }, env: { type: "array" }, resources: { type: "object" } },
        },
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
          required: ["image", "env", "envFrom", "resources"],
          properties: {
            image: { type: "string", pattern: "^grafana/k6:1\\." },
            resources: { type: "object", required: ["requests", "limits"] },
            securityContext: { type: "object", required: ["fsGroup"] },
            volumes: { type: "array" },
            volumeMounts: { type: "array" },
            env: {
              type: "array",
              items: {
                type: "object",
                additionalProperties: false,
                required: ["name"],
                properties: { name: { type: "string" }, value: { type: "string" }, valueFrom: { type: "object" } },
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

/** A cluster ignores fields that the schema does not know; here they fail. */
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
      expect(testRun.spec.initializer.env.every(({ value }: { value?: string }) => value !== undefined)).toBe(true);
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

  it("of several pods keep what is recorded on a volume, which no deleted pod takes with it", async () => {
    const { all, testRun, text } = await manifests();
    expect(all.map(({ kind }) => kind)).toEqual(["ConfigMap", "PersistentVolumeClaim", "Pod", "TestRun"]);
    expect(testRun.spec.cleanup).toBe("post");
    const [, claim, reader] = all;
    expect(testRun.spec.runner.volumes).toEqual(reader.spec.volumes);
    expect(reader.spec.volumes[0].persistentVolumeClaim.claimName).toBe(claim.metadata.name);
    expect(testRun.spec.runner.volumeMounts).toEqual([
      { name: "records", mountPath: "/records", subPathExpr: "limit-7/$(POD_NAME)" },
    ]);
    expect(text).toContain(`kubectl cp ${reader.metadata.name}:/records/limit-7 limit-7`);
    expect(text).toContain("fpk load --judge limit-7/* --target FILE");
  });

  it("of one pod let it judge, and keep its log", async () => {
    const { all, testRun, text } = await manifests({ settings: single });
    expect(all.map(({ kind }) => kind)).toEqual(["ConfigMap", "TestRun"]);
    expect(testRun.spec.cleanup).toBeUndefined();
    expect(testRun.spec.runner.env.map(({ name }: { name: string }) => name)).not.toContain("FPK_RECORD");
    expect(text).toContain("kubectl logs --follow job/fpk-load-limit-1");
  });

  it.each(["http://localhost:8080/api", "http://127.0.0.1/api", "http://[::1]:8080/api"])(
    "refuse %s, which in a pod is the pod itself",
    async (baseUrl) => {
      await expect(manifests({ target: { ...target, baseUrl } })).rejects.toThrow(
        /^\S+ is the pod itself inside a pod: name the server by its address in the cluster/,
      );
    },
  );

  it("refuse a scenario that shows nothing with this rate limit", async () => {
    await expect(manifests({ target: { ...target, rateLimit: null } })).rejects.toThrow(/^limit needs a rate limit/);
    const spike = manifests({ scenario: findScenario("spike") });
    await expect(spike).rejects.toThrow(/^spike needs a limit of \d+ requests in 60 s or more/);
  });

  it.each([
    ["limit", 3, /^whether keys, methods and a session share the limit is judged with --parallelism 1 only$/],
    ["steady", 3, undefined],
    ["limit", 1, undefined],
    ["isolation", 1, /^a pod judges at most 5000 requests of an organization .* and about \d+ are to be sent/],
    [tiny, 1, /^tiny\.test\.scenario is judged by its thresholds only, unless/],
  ])("what pods do not judge is said: %s by %i", (name, instances, sentence) => {
    const said = unjudgedByPods({
      scenario: findScenario(name),
      forwardedArgs: [],
      target,
      settings: { ...settings, instances, duration: name === "isolation" ? 600 : 90 },
    });
    expect(said).toEqual(sentence === undefined ? [] : [expect.stringMatching(sentence)]);
  });

  it("give the script its target, its share, and the number of instances", async () => {
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

const command = await localK6();

describeWithK6(command, "the script of a ConfigMap", () => {
  it("can be archived by the operator's initializer, which is given no credential", async () => {
    const folder = mkdtempSync(join(tmpdir(), "fpk-manifest-"));
    try {
      const { configMap, testRun } = await manifests();
      const script = join(folder, "limit.js");
      writeFileSync(script, configMap.data["limit.js"]);
      const env = testRun.spec.initializer.env.flatMap(({ name, value }: { name: string; value: string }) => [
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
});
