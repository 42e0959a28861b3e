/** What the sections of an organization's page are made of. */

import type { Html } from "../../cli/html.ts";
import type { ServerContext } from "../http/server-context.ts";
import type { Role } from "../store/caller.ts";
import type { MemberRow } from "../store/members.ts";
import type { OrganizationRow } from "../store/organizations.ts";
import type { Refused } from "./forms.ts";
import type { NewKey } from "./new-key.ts";

export interface OrganizationShown {
  readonly organization: OrganizationRow;
  /** Who looks at it. */
  readonly userId: string;
  readonly role: Role;
  readonly refused: Refused | undefined;
  readonly newKey: NewKey | undefined;
}

export interface Section extends Omit<OrganizationShown, "role"> {
  readonly server: ServerContext;
  readonly isManager: boolean;
  /** The hidden field of every form. */
  readonly field: Html;
  readonly members: readonly MemberRow[];
  readonly origin: string;
  readonly baseUrl: string;
}

/** Owners and admins manage keys and invitations, as in the API. */
export const isManager = (role: Role): boolean => role === "owner" || role === "admin";
