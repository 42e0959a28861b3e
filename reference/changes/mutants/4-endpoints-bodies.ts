/** §4, endpoints 12, 14 and 17: values in the bodies on which the server fails, or which it should not accept. */
import type { OperationId } from "../../../spec/contract.ts";
import { ignoreIssues } from "../seams/requests.ts";
import { failWhen } from "../seams/routes.ts";
import { defineMutant, type Mutant } from "./mutant.ts";

/** Answers 500 if one of the fields matches `text`. */
const failingText = (
  id: string,
  fault: string,
  operation: OperationId,
  fields: readonly string[],
  text: RegExp,
  clause = "body.values",
): Mutant =>
  defineMutant({
    id,
    clause,
    fault,
    change: failWhen([operation], ({ body }) => fields.some((field) => text.test(String(Object(body)[field])))),
  });

/** Accepts a value of another type. */
const coercing = (id: string, fault: string, operation: OperationId) =>
  defineMutant({
    id,
    clause: "body.types",
    fault,
    change: ignoreIssues(operation, ({ code, path = [] }) => code === "type" && path.length > 0),
  });

export default [
  failingText(
    "long-name-500",
    "An update with a name of more than 24 characters fails with 500",
    "updateMe",
    ["firstName", "lastName"],
    /^.{25,}$/su,
  ),
  defineMutant({
    id: "empty-preferences-500",
    clause: "body.values",
    fault: "An update with empty preferences fails with 500",
    change: failWhen(["updateMe"], ({ body }) => Object.keys(Object(body).preferences ?? [0]).length === 0),
  }),
  failingText(
    "long-address-500",
    "An invitation with an address of more than 100 characters fails with 500",
    "inviteMember",
    ["email"],
    /^.{101,}$/su,
  ),
  failingText(
    "organization-name-500",
    "An organization's name with a character beyond Unicode's basic plane fails with 500",
    "createOrganization",
    ["name"],
    /[\u{10000}-\u{10ffff}]/u,
    "endpoint.createOrganization",
  ),
  failingText(
    "address-symbols-500",
    "An invitation to an address with an unusual symbol before the @ fails with 500",
    "inviteMember",
    ["email"],
    /[!#$&'*/=?^`{|}~]/,
  ),
  coercing("organization-coerced", "The name and slug of a new organization may be of any type", "createOrganization"),
  coercing("invitation-coerced", "The address of an invitation may be of any type", "inviteMember"),
  coercing("update-coerced", "The fields of an update may be of any type", "updateMe"),
] satisfies readonly Mutant[];
