/** Rows as response bodies (§2): one function for each resource. */
import type { InstallationRow } from "../store/installations.ts";
import type { MemberRow } from "../store/members.ts";
import type { OrganizationRow } from "../store/organizations.ts";
import type { FeatureRow, NamedRow, ProblemRow, ReleaseRow } from "../store/product-content.ts";
import type { ProductRow } from "../store/products.ts";
import type { UserRow } from "../store/users.ts";

/** A JSON object in a response body. */
export type Body = Readonly<Record<string, unknown>>;

export interface Serializers {
  product(row: ProductRow): Body;
  feature(row: FeatureRow): Body;
  problem(row: ProblemRow): Body;
  release(row: ReleaseRow): Body;
  context(row: NamedRow): Body;
  actor(row: NamedRow): Body;
  organization(row: OrganizationRow): Body;
  member(row: MemberRow): Body;
  user(row: UserRow): Body;
  installation(row: InstallationRow): Body;
  /** The acceptance of a submission (§2.12). */
  acceptance(acceptance: { readonly feedbackId: string; readonly url: string; readonly status: string }): Body;
  /** The processing status (§2.13). */
  processing(processing: { readonly feedbackId: string; readonly status: string; readonly resultUrl: string }): Body;
  /** A wrapped list, of products, features, problems, releases, contexts or actors (§2). */
  list(items: readonly unknown[]): unknown;
  /** A bare list, of organizations or members (§2). */
  bareList(items: readonly unknown[]): unknown;
}

export const serializers: Serializers = {
  product: ({ orgId: _, ...product }) => product,
  feature: ({ productId: _, ...feature }) => feature,
  problem: ({ productId: _, ...problem }) => problem,
  release: ({ productId: _, ...release }) => release,
  context: ({ productId: _, ...context }) => context,
  actor: ({ productId: _, ...actor }) => actor,
  organization: (organization) => ({ ...organization }),
  member: (member) => ({ ...member }),
  user: ({ avatarBase64: _, ...user }) => user,
  installation: (installation) => ({ ...installation }),
  acceptance: (acceptance) => ({ ...acceptance }),
  processing: (processing) => ({ ...processing }),
  list: (items) => ({ data: items }),
  bareList: (items) => items,
};
