/**
 * Manifests for the k6 operator (k6.io/v1alpha1): a ConfigMap with the script as one file, and a TestRun that runs it in
 * several pods by execution segments. Credentials come from a Secret that is named here and written by nobody but the user.
 */
import { stringify } from "yaml";
import { hostOf, isLoopback } from "../../conformance/tools/container.ts";
import { k6Image } from "../../conformance/tools/k6.ts";
import { UsageError } from "../../conformance/verbs/verb.ts";
import { type Label, labels } from "../in-k6/environment.ts";
import { bundleOf } from "../launcher/bundle.ts";
import type { Scenario } from "../launcher/scenario.ts";
import { openVariables, type Wanted } from "../launcher/variables.ts";

export interface ManifestOptions {
  readonly scenario: Scenario;
  /** For k6. */
  readonly passedOn: readonly string[];
  readonly wanted: Wanted;
}

/** The Secret that holds the tokens, by the names that scripts know. */
export const secretName = "fpk-load-credentials";

/** What a ConfigMap holds at most, in bytes. */
const mostBytes = 1_000_000;

/** YAML documents, for `kubectl apply -f -`. Throws `UsageError` for what the operator could not run. */
export async function manifestsOf(options: ManifestOptions): Promise<string> {
  const { scenario } = options;
  const script = await bundleOf(scenario.path);
  if (Buffer.byteLength(script) > mostBytes) throw new UsageError(`${scenario.path} is too long for a ConfigMap`);
  const documents = [configMapOf(scenario, script), testRunOf(options)];
  return `${headOf(options)}${documents.map((one) => stringify(one, { lineWidth: 0 })).join("---\n")}`;
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

/** Tokens are taken in by `envFrom`: what stands in `env` the operator puts on the command line of its initializer. */
function testRunOf({ scenario, passedOn, wanted }: ManifestOptions) {
  const variables = { ...openVariables(wanted), K6_NO_USAGE_REPORT: "true" };
  const name = nameOf(scenario);
  return {
    apiVersion: "k6.io/v1alpha1",
    kind: "TestRun",
    metadata: { name },
    spec: {
      parallelism: wanted.instances,
      script: { configMap: { name, file: fileOf(scenario) } },
      ...(passedOn.length === 0 ? {} : { arguments: argumentLine(passedOn) }),
      runner: {
        image: k6Image,
        env: Object.entries(variables).map(([variable, value]) => ({ name: variable, value })),
        envFrom: [{ secretRef: { name: secretName } }],
      },
    },
  };
}

/** The operator divides the line at spaces. */
function argumentLine(passedOn: readonly string[]): string {
  const odd = passedOn.find((arg) => !/^[\w@%+=:,./-]+$/.test(arg));
  if (odd === undefined) return passedOn.join(" ");
  throw new UsageError(`the k6 operator divides arguments at spaces and quotes: ${odd} cannot be passed on`);
}

/** Of one organization's requests each of several pods sees a part. */
const partial = ` None of several sees all of an organization's requests, so whether 429 comes too
# early or too late is judged by none of them: --parallelism 1 does, and so does fpk load --instances N on one machine.`;

const loopback = `
# A pod's loopback is its own: let BASE_URL below name the server as the cluster knows it.`;

function headOf({ scenario: { plan, name }, wanted }: ManifestOptions): string {
  const needs: readonly Label[] = plan?.needs ?? ["KEY_A"];
  const uses = (plan?.uses ?? labels).filter((label) => !needs.includes(label));
  return `# The scenario \`${name}\` for the k6 operator. First the credentials, from a file with a line NAME=token for each of
# ${needs.join(", ")}${uses.length === 0 ? "" : ` (and, to judge more, ${uses.join(", ")})`}:
#   kubectl create secret generic ${secretName} --from-env-file=FILE
# Each pod judges the responses that it sees.${wanted.instances > 1 ? partial : ""}${isLoopback(hostOf(wanted.target.baseUrl)) ? loopback : ""}
`;
}
