/** Installations (§2.10), of the organizations in a scope. */

import { object, text } from "./row.ts";
import { organizationTable, type RowOf } from "./table.ts";

const columns = { id: text, integrationId: text, orgId: text, config: object, status: text, createdAt: text };
export type InstallationRow = RowOf<typeof columns>;
export const { all: allInstallations, find: findInstallation } = organizationTable("installations", columns);
