/** The two files that Schemathesis gets besides the hooks: its configuration, and the contract with examples. */
import { type Contract, isRecord, type OpenApiDocument, resolve } from "../../spec/contract.ts";
import { withoutExamples } from "../../spec/without-texts.ts";
import type { HookInput } from "./hook-input.ts";
import type { Generation } from "./options.ts";
import { enabledChecks } from "./schemathesis-checks.ts";

/** The configuration file, in TOML. */
export function configurationOf({ maxExamples, seed, time, stateful, excluded }: Generation): string {
  const checks = ["laws", ...enabledChecks];
  return `# Written by fpk fuzz.
color = false
seed = ${seed}
${time === undefined ? "" : `max-time = ${Math.max(1, Math.ceil(time))}\n`}warnings = false
# A request that is answered 429 is sent again; the hooks wait for the rate limit.
rate-limit = "auto"
request-timeout = 30
# A request whose response was lost is not sent again, because it may have been served.
request-retries = 0

[generation]
max-examples = ${maxExamples}
database = "none"
# The hooks choose the credential.
with-security-parameters = false

[output.sanitization]
enabled = true
[output.truncation]
enabled = false

[phases.coverage]
unexpected-methods = []
[phases.fuzzing.extra-data-sources]
responses = false
[phases.stateful]
enabled = ${stateful}

# Each invitation and each new organization stays on the target. So inviteMember gets a quarter of the examples, and
# createOrganization gets invalid bodies only, besides the example.
[[operations]]
include-operation-id = "inviteMember"
generation = { max-examples = ${Math.max(1, Math.ceil(maxExamples / 4))} }
[[operations]]
include-operation-id = "createOrganization"
generation = { mode = "negative" }
# ignored_auth would send an accepted write again without credentials, and the target might serve it.
[[operations]]
include-method = ["POST", "PUT"]
checks = { ignored_auth = { enabled = false } }
${excluded.map((id) => `[[operations]]\ninclude-operation-id = "${id}"\nenabled = false`).join("\n")}

[checks]
enabled = false
${checks.map((name) => `[checks.${name}]\nenabled = true`).join("\n")}
`;
}

/**
 * The contract, with an example for each write: a body that should be accepted, which Schemathesis sends once unchanged.
 * The contract's own examples are removed, because the target does not have their identifiers.
 */
export function withExamples({ document }: Contract, { bodies }: HookInput): OpenApiDocument {
  const copy = withoutExamples(document);
  const [examples = {}] = Object.values(bodies);
  for (const operation of Object.values(copy.paths).flatMap((item) => Object.values(item))) {
    if (!isRecord(operation) || !isRecord(operation.requestBody)) continue;
    const example = Object.entries(examples).find(([id]) => id === operation.operationId)?.[1];
    const { content } = resolve(copy, operation.requestBody);
    const media = isRecord(content) ? content["application/json"] : undefined;
    if (example !== undefined && isRecord(media)) media.example = example;
  }
  return copy;
}
