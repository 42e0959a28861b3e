/** §5.2: a key is scoped to its organization, even if the request names another one. */
import type { CaseContext, OperationId, SendOptions } from "../case.ts";

type Named = Pick<SendOptions, "headers" | "undeclared">;

/** Headers from which some services take the organization. They must not lead a key to another organization. */
export function namedInHeaders(organization: string | undefined): Named {
  if (organization === undefined) return {};
  const names = ["x-organization-id", "x-org-id", "x-organization", "x-tenant-id", "x-account-id"];
  return { headers: names.map((name) => [name, encodeURIComponent(organization)] as const) };
}

/** Query parameters for the same, and those that ask for a page of a list: none of them may show another organization's items. */
export function namedInQuery(
  { contract }: CaseContext,
  operation: OperationId,
  organization: string | undefined,
): Named {
  if (organization === undefined) return {};
  const names = ["orgId", "organizationId", "organization", "tenantId"];
  const query = names.map((name) => `${name}=${encodeURIComponent(organization)}`).join("&");
  return { undeclared: { path: `${contract.operation(operation).path}?${query}&limit=100&offset=0&page=1` } };
}
