/** §4, endpoints 13 to 17. */
import { HttpError } from "../parts/http-error.ts";
import { notFound, param, type Route, type RouteRequest, timestamp } from "../parts/route.ts";
import type { Resource } from "../parts/tenancy.ts";
import { insertInvitation } from "../store/invitations.ts";
import { allMembers } from "../store/members.ts";
import {
  allOrganizations,
  findOrganization,
  insertOrganization,
  isSlugTaken,
  type OrganizationRow,
} from "../store/organizations.ts";
import { textField } from "./body-fields.ts";
import { findVisible } from "./visible.ts";

const visible = (request: RouteRequest, resource: Resource): OrganizationRow | undefined =>
  findVisible(request, resource, "organization", (scope) =>
    findOrganization(request.store, scope, param(request, "orgId")),
  );

export const listOrganizations: Route = ({ store, caller, parts: { tenancy, serializers } }) =>
  serializers.bareList(
    allOrganizations(store, tenancy.scope(store, caller, "organization")).map(serializers.organization),
  );

export const createOrganization: Route = (request) => {
  const { store, caller, body, parts } = request;
  const creation = { name: textField(body, "name") ?? "", slug: textField(body, "slug") ?? "" };
  const row = parts.organizations.keep(parts.organizations.newId(), creation, timestamp(request));
  if (isSlugTaken(store, row.slug)) {
    const message = "The slug is taken.";
    throw new HttpError("conflict", message, [{ code: "conflict", message, path: ["slug"] }]);
  }
  insertOrganization(store, row, caller.userId);
  return parts.serializers.organization(row);
};

export const getOrganization: Route = (request) => {
  const organization = visible(request, "organization");
  if (organization === undefined) throw notFound("organization");
  return request.parts.serializers.organization(organization);
};

export const listMembers: Route = (request) => {
  const { serializers } = request.parts;
  const organization = visible(request, "member");
  const rows = organization === undefined ? [] : allMembers(request.store, organization.id);
  return serializers.bareList(rows.map(serializers.member));
};

export const inviteMember: Route = (request) => {
  const organization = visible(request, "invitation");
  if (organization === undefined) throw notFound("organization");
  const email = textField(request.body, "email") ?? "";
  const createdAt = timestamp(request);
  insertInvitation(request.store, { orgId: organization.id, email, invitedBy: request.caller.userId, createdAt });
  return { orgId: organization.id, email, createdAt };
};
