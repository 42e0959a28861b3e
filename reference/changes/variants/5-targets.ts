/** Target files with other credentials: fewer, in another order, or of other kinds (§5). */
import type { Target, TargetCredential } from "../../parts/target.ts";
import { organizationId } from "../../seed/ids.ts";
import { listCredentials } from "../seams/callers.ts";
import { combine, replace } from "../seams/replace.ts";
import { defineVariant, type Variant } from "./variant.ts";

/** Changes the credentials that the target file lists. */
const presenting = (
  id: string,
  choice: string,
  choose: (credentials: Target["credentials"]) => readonly TargetCredential[],
  unjudged: Readonly<Record<string, string>> = {},
): Variant =>
  defineVariant({
    id,
    choice,
    group: "target",
    unjudged,
    change: listCredentials(choose),
  });

const noExpired = { "auth.key-expiry": "the target has no expired key" };
const noDenied = { "auth.forbidden": "the target lists no denied operation" };

const noOther = { "auth.scope": "the target has no second organization" };
const needsKey: Readonly<Record<string, string>> = Object.fromEntries(
  [
    "installation.fields",
    "installation.identifier",
    "endpoint.getInstallation",
    "installation.calling-key",
    "error.429",
    "limit.standard",
    "limit.per-organization",
    "limit.per-minute",
    "limit.exceeded",
  ].map((clause) => [clause, "an API key is needed to judge it"]),
);

const isPlainKey = ({ kind, expired, denied }: TargetCredential) =>
  kind === "api-key" && expired === undefined && denied === undefined;

/** Organizations of which the session's user is not a member. */
const notOfTheSession = [organizationId("initech"), organizationId("hooli")];

export default [
  presenting(
    "target-without-organizations",
    "The target file does not say which organization a credential belongs to",
    (credentials) =>
      credentials.map((credential) => {
        const { org: _, ...rest } = credential;
        return credential.expired ? credential : rest;
      }),
    { "installation.calling-key": "no key's organization is declared, so only the installation itself shows it" },
  ),
  presenting("target-reversed", "The target file begins with the organization that has no products", (credentials) =>
    [...credentials].reverse(),
  ),
  presenting("target-of-keys", "The target has API keys only", (credentials) => credentials.filter(isPlainKey), {
    ...noExpired,
    ...noDenied,
  }),
  presenting(
    "target-of-one-key",
    "The target has one API key",
    (credentials) => credentials.filter(isPlainKey).slice(0, 1),
    { ...noExpired, ...noDenied, ...noOther },
  ),
  presenting(
    "target-of-one-session",
    "The target has one session",
    (credentials) => credentials.filter(({ kind }) => kind === "session"),
    { ...noExpired, ...noDenied, ...noOther, ...needsKey },
  ),
  defineVariant({
    id: "target-of-a-session-elsewhere",
    choice: "The session belongs to another organization than the keys, and keys may not read members",
    group: "target",
    unjudged: { ...noExpired, ...noDenied },
    change: combine(
      listCredentials((credentials) =>
        credentials.filter(({ kind, org = "" }) => kind === "session" || notOfTheSession.includes(org)),
      ),
      replace("credentials", ({ permits }) => ({
        permits: (role, operation, caller) =>
          !(operation === "listMembers" && caller.kind === "api-key") && permits(role, operation, caller),
      })),
    ),
  }),
] satisfies readonly Variant[];
