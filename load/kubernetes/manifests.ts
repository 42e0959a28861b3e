/**
 * Manifests for the k6 operator (k6.io/v1alpha1): a ConfigMap with the script as one file, and a TestRun that runs it in
 * several pods by execution segments. Credentials come from a Secret that is named here, and that the user creates.
 */
import { stringify } from "yaml";
import { UsageError } from "../../cli/usage-error.ts";
import { hostOf, isLoopback } from "../../conformance/tools/container.ts";
import { k6Image } from "../../conformance/tools/k6.ts";
import { type Role, roleNames } from "../in-k6/environment.ts";
import { bundleScript } from "../launcher/bundle-script.ts";
import type { Scenario } from "../launcher/scenario.ts";
import { type LoadedTarget, type RunSettings, settingVariables } from "../launcher/script-environment.ts";

export interface ManifestOptions {
  readonly scenario: Scenario;
  readonly forwardedArgs: readonly string[];
  readonly target: LoadedTarget;
  /** `instances`: the number of pods. */
  readonly settings: RunSettings;
}

/** The Secret that holds the tokens, by the names that scripts know. */
export const secretName = "fpk-load-credentials";

/** The size limit of a ConfigMap, in bytes. */
const maxBytes = 1_000_000;

/** YAML documents, for `kubectl apply -f -`. Throws `UsageError` for what the operator could not run. */
export async function manifestsOf(options: ManifestOptions): Promise<string> {
  const { scenario } = options;
  const script = await bundleScript(scenario.path);
  if (Buffer.byteLength(script) > maxBytes) throw new UsageError(`${scenario.path} is too long for a ConfigMap`);
  const documents = [configMapOf(scenario, script), testRunOf(options)];
  return `${headOf(options)}${documents.map((document) => stringify(document, { lineWidth: 0 })).join("---\n")}`;
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

/** Tokens come by `envFrom`, because the operator puts what is in `env` on the command line of its initializer. */
function testRunOf({ scenario, forwardedArgs, target, settings }: ManifestOptions) {
  const variables = { ...settingVariables(settings, target), K6_NO_USAGE_REPORT: "true" };
  const name = nameOf(scenario);
  return {
    apiVersion: "k6.io/v1alpha1",
    kind: "TestRun",
    metadata: { name },
    spec: {
      parallelism: settings.instances,
      script: { configMap: { name, file: fileOf(scenario) } },
      ...(forwardedArgs.length === 0 ? {} : { arguments: argumentLine(forwardedArgs) }),
      runner: {
        image: k6Image,
        env: Object.entries(variables).map(([variable, value]) => ({ name: variable, value })),
        envFrom: [{ secretRef: { name: secretName } }],
      },
    },
  };
}

/** The operator splits the line at spaces. */
function argumentLine(args: readonly string[]): string {
  const unsafe = args.find((arg) => !/^[\w@%+=:,./-]+$/.test(arg));
  if (unsafe === undefined) return args.join(" ");
  throw new UsageError(`the k6 operator splits arguments at spaces and quotes: ${unsafe} cannot be forwarded`);
}

const severalPods = ` No pod sees all of an organization's requests, so none judges
# whether 429 comes too early or too late: --parallelism 1 does, and so does fpk load --instances N on one machine.`;

const loopback = `
# Inside a pod a loopback address is the pod itself: set BASE_URL below to the server's address in the cluster.`;

function headOf({ scenario: { plan, name }, target, settings }: ManifestOptions): string {
  const required: readonly Role[] = plan?.requiredRoles ?? ["KEY_A"];
  const optional = (plan?.optionalRoles ?? roleNames).filter((role) => !required.includes(role));
  return `# The scenario \`${name}\` for the k6 operator. First the credentials, from a file with a line NAME=token for each of
# ${required.join(", ")}${optional.length === 0 ? "" : ` (and, to judge more, ${optional.join(", ")})`}:
#   kubectl create secret generic ${secretName} --from-env-file=FILE
# Each pod judges the responses that it sees.${settings.instances > 1 ? severalPods : ""}${isLoopback(hostOf(target.baseUrl)) ? loopback : ""}
`;
}
