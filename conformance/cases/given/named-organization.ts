/** §5.2: a key is scoped to one organization, whichever the request names besides. */
import type { CaseContext, SendOptions } from "../case.ts";

type Named = Pick<SendOptions, "headers" | "undeclared">;

/** Where some services take the organization from; a key of another must not reach it so. */
export function namedInHeaders(organization: string | undefined): Named {
  if (organization === undefined) return {};
  const names = ["x-organization-id", "x-org-id", "x-organization", "x-tenant-id", "x-account-id"];
  return { headers: names.map((name) => [name, encodeURIComponent(organization)] as const) };
}

/** The same in the query, with every other seed: a target may reject any query. */
export function namedInQuery({ contract, seed }: CaseContext, organization: string | undefined): Named {
  if (organization === undefined || seed % 2 === 0) return {};
  const names = ["orgId", "organizationId", "organization", "tenantId"];
  const query = names.map((name) => `${name}=${encodeURIComponent(organization)}`).join("&");
  return { undeclared: { path: `${contract.operation("getProduct").path}?${query}` } };
}
