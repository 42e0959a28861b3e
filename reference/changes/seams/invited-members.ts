/** Lists of members that show invited users immediately (endpoints 16 and 17). */
import type { Route } from "../../parts/route.ts";
import { replace } from "./replace.ts";

/** The address in the body of an invitation; empty without one. */
export const emailOf = (body: unknown) => String(Object(body).email ?? "");

/** `invite` replaces endpoint 17. What it accepts is shown by endpoint 16 as members of the organization of the path. */
export const invitedAreMembers = (invite: (route: Route) => Route) =>
  replace("routes", ({ inviteMember, listMembers }) => {
    const route = invite(inviteMember);
    /** For each organization the addresses, and when each was invited first. */
    const pending = new Map<string, Map<string, Date>>();
    return {
      inviteMember: (request) => {
        const answer = route(request);
        const orgId = request.params.orgId ?? "";
        const invited = pending.get(orgId) ?? new Map<string, Date>();
        const email = emailOf(request.body);
        pending.set(orgId, invited.set(email, invited.get(email) ?? new Date(request.now)));
        return answer;
      },
      listMembers: (request) => {
        const members = listMembers(request);
        const invited = [...(pending.get(request.params.orgId ?? "") ?? [])].map(([email, at]) =>
          request.parts.serializers.member({
            userId: `inv_${email}`,
            firstName: "",
            lastName: "",
            email,
            role: "member",
            joinedAt: at.toISOString(),
          }),
        );
        return Array.isArray(members) ? [...members, ...invited] : members;
      },
    };
  });
