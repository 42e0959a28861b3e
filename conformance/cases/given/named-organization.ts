/** §5.2: a key is scoped to its organization, even if the request names another one. */
import type { CaseContext, SendOptions } from "../case.ts";

type Named = Pick<SendOptions, "headers" | "undeclared">;

/** Headers from which some services take the organization. They must not lead a key to another organization. */
export function namedInHeaders(organization: string | undefined): Named {
  if (organization === undefined) return {};
  const names = ["x-organization-id", "x-org-id", "x-organization", "x-tenant-id", "x-account-id"];
  return { headers: names.map((name) => [name, encodeURIComponent(organization)] as const) };
}

/** Query parameters for the same; none for every second seed, since a target may reject any query. */
export function namedInQuery({ contract, seed }: CaseContext, organization: string | undefined): Named {
  if (organization === undefined || seed % 2 === 0) return {};
  const names = ["orgId", "organizationId", "organization", "tenantId"];
  const query = names.map((name) => `${name}=${encodeURIComponent(organization)}`).join("&");
  return { undeclared: { path: `${contract.operation("getProduct").path}?${query}` } };
}
