/**
 * Manifests for the k6 operator (k6.io/v1alpha1): a ConfigMap with the bundled script, and a TestRun that runs it in several pods by
 * execution segments. Credentials come from a Secret, which the user creates.
 */
import { stringify } from "yaml";
import { UsageError } from "../../cli/usage-error.ts";
import { hostOf, isLoopback } from "../../conformance/tools/container.ts";
import { k6Image } from "../../conformance/tools/k6.ts";
import { readEnvironment } from "../in-k6/environment.ts";
import { bundleScript } from "../launcher/bundle-script.ts";
import { whyUnfit } from "../launcher/choose-scenarios.ts";
import type { Scenario } from "../launcher/scenario.ts";
import { type LoadedTarget, type RunSettings, settingVariables } from "../launcher/script-environment.ts";
import { commandsOf } from "./commands.ts";
import { readerPod, recordingRunner, volumeClaim } from "./records.ts";

export interface ManifestOptions {
  readonly scenario: Scenario;
  readonly forwardedArgs: readonly string[];
  readonly target: LoadedTarget;
  /** `instances`: the number of pods. */
  readonly settings: RunSettings;
}

/** The name of the Secret with the tokens, each under its role's name. */
export const secretName = "fpk-load-credentials";

/** The size limit of a ConfigMap, in bytes. */
const maxBytes = 1_000_000;

/** k6 and a script with some hundred virtual users need about half of this. */
const resources = { requests: { cpu: "500m", memory: "512Mi" }, limits: { cpu: "2", memory: "1Gi" } };

/**
 * YAML documents, for `kubectl apply -f -`. A single pod judges its exchanges; several pods record them on a volume, to be judged
 * together. Throws `UsageError` if the operator could not run the script.
 */
export async function manifestsOf(options: ManifestOptions): Promise<string> {
  const { scenario, settings, target } = options;
  requireReachable(target.baseUrl);
  const unfit = whyUnfit(scenario, readEnvironment(settingVariables(settings, target)));
  if (unfit !== undefined) throw new UsageError(unfit);
  const script = await bundleScript(scenario.path);
  if (Buffer.byteLength(script) > maxBytes) throw new UsageError(`${scenario.path} is too long for a ConfigMap`);
  const name = nameOf(scenario);
  const ofRecords = settings.instances === 1 ? [] : [volumeClaim, readerPod(resources)];
  const documents = [configMapOf(scenario, script), ...ofRecords, testRunOf(options)];
  const head = commandsOf({ ...options, name, secretName });
  return `${head}${documents.map((document) => stringify(document, { lineWidth: 0 })).join("---\n")}`;
}

/** Throws `UsageError` for a loopback address, which inside a pod is the pod itself. */
function requireReachable(baseUrl: string): void {
  const host = hostOf(baseUrl);
  if (!isLoopback(host)) return;
  throw new UsageError(
    `${host} is the pod itself inside a pod: name the server by its address in the cluster, such as http://feedback.default.svc:8080/api`,
  );
}

const nameOf = ({ name }: Scenario) =>
  `fpk-load-${name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 40)}`;

const fileOf = ({ name }: Scenario) => `${name.replace(/[^\w.-]+/g, "-")}.js`;

function configMapOf(scenario: Scenario, script: string) {
  return {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name: nameOf(scenario) },
    data: { [fileOf(scenario)]: script },
  };
}

/** Tokens come by `envFrom`, because the operator writes the values of `env` on the command line of its initializer. */
function testRunOf({ scenario, forwardedArgs, target, settings }: ManifestOptions) {
  const { instances, seed } = settings;
  const variables = { ...settingVariables(settings, target), K6_NO_USAGE_REPORT: "true" };
  const name = nameOf(scenario);
  const env = Object.entries(variables).map(([variable, value]) => ({ name: variable, value }));
  const envFrom = [{ secretRef: { name: secretName } }];
  const recording = instances === 1 ? undefined : recordingRunner(`${scenario.name}-${seed}`);
  return {
    apiVersion: "k6.io/v1alpha1",
    kind: "TestRun",
    metadata: { name },
    spec: {
      parallelism: instances,
      // A single pod is not deleted, because its verdict is in its log.
      ...(recording === undefined ? {} : { cleanup: "post" }),
      script: { configMap: { name, file: fileOf(scenario) } },
      ...(forwardedArgs.length === 0 ? {} : { arguments: argumentLine(forwardedArgs) }),
      // Without this the operator would give the initializer the runner's volume, too.
      initializer: { image: k6Image, env, resources },
      runner: {
        image: k6Image,
        env: [...env, ...(recording?.env ?? [])],
        envFrom,
        resources,
        ...recording?.pod,
      },
    },
  };
}

/** The operator splits this line at spaces. */
function argumentLine(args: readonly string[]): string {
  const unsafe = args.find((arg) => !/^[\w@%+=:,./-]+$/.test(arg));
  if (unsafe === undefined) return args.join(" ");
  throw new UsageError(`the k6 operator splits arguments at spaces and quotes: ${unsafe} cannot be forwarded`);
}
