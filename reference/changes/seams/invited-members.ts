/** Lists of members that show invited users immediately (endpoints 16 and 17). */
import type { Route } from "../../parts/route.ts";
import { replace } from "./replace.ts";

/** The address in the body of an invitation; empty without one. */
export const emailOf = (body: unknown) => String(Object(body).email ?? "");

/** `invite` replaces endpoint 17. What it accepts is shown by endpoint 16 as members of the organization of the path. */
export const invitedAreMembers = (invite: (route: Route) => Route) =>
  replace("routes", ({ inviteMember, listMembers }) => {
    const route = invite(inviteMember);
    const pending = new Map<string, string[]>();
    return {
      inviteMember: (request) => {
        const answer = route(request);
        const orgId = request.params.orgId ?? "";
        pending.set(orgId, [...(pending.get(orgId) ?? []), emailOf(request.body)]);
        return answer;
      },
      listMembers: (request) => {
        const members = listMembers(request);
        const invited = (pending.get(request.params.orgId ?? "") ?? []).map((email) =>
          request.parts.serializers.member({
            userId: `inv_${email}`,
            firstName: "",
            lastName: "",
            email,
            role: "member",
            joinedAt: new Date(request.now).toISOString(),
          }),
        );
        return Array.isArray(members) ? [...members, ...invited] : members;
      },
    };
  });
