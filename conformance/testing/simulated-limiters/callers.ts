/** The callers of a simulated server, and how it recognizes them. */
import { type Caller, noCredentials } from "../../client/caller.ts";

/** Who sends a request, as the server sees it. */
export interface Sender {
  readonly token: string;
  readonly organization: string;
  readonly kind: "api-key" | "session" | "expired" | "none";
}

const callerFor = (kind: Caller["kind"], label: string, organization: string): Caller => ({
  kind,
  label,
  authorization: `Bearer ${label}`,
  organization,
});

export const callers = {
  key: callerFor("api-key", "KEY_A", "org_1"),
  secondKey: callerFor("api-key", "KEY_B", "org_1"),
  session: callerFor("session", "SESSION", "org_1"),
  expired: callerFor("expired", "OLD", "org_1"),
  otherOrganization: callerFor("api-key", "KEY_C", "org_2"),
  thirdOrganization: callerFor("api-key", "KEY_D", "org_3"),
  unauthenticated: noCredentials,
};

export function senderOf(authorization: string | undefined): Sender {
  const known = Object.values(callers).find((caller) => caller.authorization === authorization);
  const { label, organization, kind } = known ?? noCredentials;
  const isKnown = kind === "api-key" || kind === "session" || kind === "expired";
  return { token: label, organization: organization ?? "", kind: isKnown ? kind : "none" };
}
