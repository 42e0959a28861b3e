/** Endpoints 12, 14 and 17 (§4) that require a field that is not in the document, or reject one that is. */

import { addIssues } from "../seams/requests.ts";
import { defineMutant, type Mutant } from "./mutant.ts";

const required = (name: string) => (body: unknown) =>
  name in Object(body) ? [] : [{ code: "required", message: "is required", path: [name] }];

export default [
  defineMutant({
    id: "role-demanded",
    clause: "endpoint.inviteMember",
    fault: "An invitation is rejected without a role, which the document does not list",
    change: addIssues("inviteMember", required("role")),
  }),
  defineMutant({
    id: "plan-demanded",
    clause: "endpoint.createOrganization",
    fault: "A creation is rejected without a plan, which the document does not list",
    change: addIssues("createOrganization", required("plan")),
  }),
  defineMutant({
    id: "picture-not-in-the-schema",
    clause: "profile.fields",
    fault:
      "The schema of an update forbids unlisted fields and does not list avatarBase64: an update with a picture is rejected",
    change: addIssues("updateMe", (body) =>
      Object.keys(Object(body))
        .filter((name) => !["firstName", "lastName", "avatarType", "preferences"].includes(name))
        .map((name) => ({ code: "additionalProperties", message: `${name} is not known`, path: [name] })),
    ),
  }),
] satisfies readonly Mutant[];
