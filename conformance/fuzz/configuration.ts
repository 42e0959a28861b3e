/** What Schemathesis is given besides the hooks: its configuration, and the contract with an example for each write. */
import { type Contract, isRecord, type OpenApiDocument, type OperationId } from "../../spec/contract.ts";
import type { Facts } from "./facts.ts";
import { schemathesisChecks } from "./schemathesis-checks.ts";

export interface Shape {
  /** Inputs generated for each operation that takes any. */
  readonly maxExamples: number;
  readonly seed: number;
  /** In seconds. */
  readonly time?: number | undefined;
  readonly stateful: boolean;
  /** Left out: what writes in a read-only run, and what nobody may call. */
  readonly without: readonly OperationId[];
  /** Only these; all where it is empty. */
  readonly only: readonly OperationId[];
}

/** Strings of JSON are strings of TOML. */
const text = (value: string) => JSON.stringify(value);

/** The configuration file, TOML. `exportFile`: where the run is to be written. */
export function configurationOf(shape: Shape, exportFile: string): string {
  const judging = schemathesisChecks.filter(({ isOn }) => isOn).map(({ name }) => `[checks.${name}]\nenabled = true`);
  const left = shape.without.map((id) => `[[operations]]\ninclude-operation-id = ${text(id)}\nenabled = false`);
  return `# Written by fpk fuzz.
color = false
seed = ${shape.seed}
${shape.time === undefined ? "" : `max-time = ${Math.max(1, Math.ceil(shape.time))}\n`}warnings = false
# A 429 is no answer: it is sent again, when the hooks say.
rate-limit = "auto"
request-timeout = 30
# What was sent may have been done: nothing is sent twice for a lost connection.
request-retries = 0

[generation]
max-examples = ${shape.maxExamples}
database = "none"
# Whose request it is the hooks say, and not chance.
with-security-parameters = false

[reports]
preserve-bytes = true
[reports.ndjson]
enabled = true
path = ${text(exportFile)}

[output.sanitization]
enabled = true
[output.truncation]
enabled = false

[phases.coverage]
unexpected-methods = []
[phases.fuzzing.extra-data-sources]
responses = false
[phases.stateful]
enabled = ${shape.stateful}

# What is repeated without harm (GET, PUT) is generated in full, and so are submissions, which are marked; invitations a
# quarter as often; and of organizations none that should be taken but one, the example.
[[operations]]
include-operation-id = "inviteMember"
generation = { max-examples = ${Math.max(1, Math.ceil(shape.maxExamples / 4))} }
[[operations]]
include-operation-id = "createOrganization"
generation = { mode = "negative" }
# It would send what was served again without credentials, and what is sent so must do no harm.
[[operations]]
include-method = ["POST", "PUT"]
checks = { ignored_auth = { enabled = false } }
${left.join("\n")}

[checks]
enabled = false
[checks.document]
enabled = true
${judging.join("\n")}
`;
}

/** The contract with a body for each write that should be taken, which Schemathesis sends once as it is. */
export function withExamples({ document }: Contract, facts: Facts): OpenApiDocument {
  const copy = structuredClone(document);
  const [bodies = {}] = Object.values(facts.bodies);
  const { requestBodies } = copy.components;
  for (const item of Object.values(copy.paths)) {
    for (const operation of Object.values(item)) {
      if (!isRecord(operation) || !isRecord(operation.requestBody)) continue;
      const example = Object.entries(bodies).find(([id]) => id === operation.operationId)?.[1];
      const name =
        String(operation.requestBody.$ref ?? "")
          .split("/")
          .at(-1) ?? "";
      const content = (requestBodies?.[name] ?? operation.requestBody).content;
      const media = isRecord(content) ? content["application/json"] : undefined;
      if (example !== undefined && isRecord(media)) media.example = example;
    }
  }
  return copy;
}
