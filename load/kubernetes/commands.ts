/** The comment above the manifests: the commands to run before and after the load test. */
import type { Role } from "../in-k6/environment.ts";
import { roleNames } from "../in-k6/environment.ts";
import type { Scenario } from "../launcher/scenario.ts";
import type { RunSettings } from "../launcher/script-environment.ts";
import { recordsFolder, recordsName } from "./records.ts";

interface Manifested {
  readonly scenario: Scenario;
  readonly settings: RunSettings;
  /** The name of the TestRun. */
  readonly name: string;
  readonly secretName: string;
}

export function commandsOf({ scenario, settings, name, secretName }: Manifested): string {
  const required: readonly Role[] = scenario.plan?.requiredRoles ?? ["KEY_A"];
  const optional = (scenario.plan?.optionalRoles ?? roleNames).filter((role) => !required.includes(role));
  return `# The scenario \`${scenario.name}\` for the k6 operator. First the credentials, from a file with a line NAME=token for each of
# ${required.join(", ")}${optional.length === 0 ? "" : ` (and, to judge more, ${optional.join(", ")})`}:
#   kubectl create secret generic ${secretName} --from-env-file=FILE
${settings.instances === 1 ? ofOnePod(name) : ofSeveral(name, `${scenario.name}-${settings.seed}`)}`;
}

const ofOnePod = (name: string) => `# The pod judges; its verdict is at the end of its log:
#   kubectl logs --follow job/${name}-1
#   kubectl delete testrun/${name}
`;

const ofSeveral = (
  name: string,
  run: string,
) => `# The pods record on a volume, which must be one for several nodes, or all pods on one. When they are done, the operator deletes them:
#   kubectl wait --for=delete testrun/${name} --timeout=1h
#   kubectl cp ${recordsName}:${recordsFolder}/${run} ${run}
#   fpk load --judge ${run}/* --target FILE
#   kubectl delete pod/${recordsName} pvc/${recordsName}
`;
