/** Who calls (§5): an API key or a session of one user in one organization. */

/** The roles of the reference (§5.7 shows none but `owner`). */
export type Role = "owner" | "admin" | "member" | "viewer";

/** An authenticated caller. A key acts for the member who created it. */
export interface Caller {
  readonly kind: "api-key" | "session";
  readonly credentialId: string;
  /** The organization of the key or session, whose rate limit it uses (§8). */
  readonly orgId: string;
  readonly userId: string;
  /** The user's role in `orgId`. */
  readonly role: Role;
  /** The installation tied to the key (§4, rule 2); null for sessions. */
  readonly installationId: string | null;
}
