/** §5.2: every key of an organization has access to all of its products. */
import type { Listed } from "../../model/body.ts";
import { isOrgRight } from "../../model/declared-organization.ts";
import type { Actor, Exchange } from "../case.ts";
import { mismatch } from "./expect.ts";

/**
 * Reads a product that `list` shows to another key of the organization. A 404 fails; whether a role may read products is
 * open (§5.7), so another status does not.
 */
export async function expectProductShown(reader: Actor, product: Listed, list: Exchange): Promise<Exchange> {
  const detail = await reader.read("getProduct", { productId: product.id });
  if (detail.status === 404) {
    const { label, organization } = reader.caller;
    mismatch(detail, `the product, which ${list.credential} of the same organization is shown in its list`, {
      actual: `404, as if ${label} were not of ${organization}: ${isOrgRight}`,
      after: [list],
    });
  }
  return detail;
}
