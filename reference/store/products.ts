/** Products (§2.1), of the organizations in a scope. */

import { text } from "./row.ts";
import { organizationTable, type RowOf } from "./table.ts";

const columns = { id: text, orgId: text, slug: text, name: text, createdAt: text, updatedAt: text };
export type ProductRow = RowOf<typeof columns>;
export const { all: allProducts, find: findProduct } = organizationTable("products", columns);
