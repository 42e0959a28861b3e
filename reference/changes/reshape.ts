/** Serializers whose every resource passes through one function on its way out. */

import type { Body, Serializers } from "../parts/serializers.ts";

/** The serializers that write one resource. */
export type Resource = Exclude<keyof Serializers, "list" | "bareList">;

/** `serializers` with `change` applied to each resource that they write. */
export const reshape = (serializers: Serializers, change: (body: Body, resource: Resource) => Body): Serializers => ({
  ...serializers,
  product: (row) => change(serializers.product(row), "product"),
  feature: (row) => change(serializers.feature(row), "feature"),
  problem: (row) => change(serializers.problem(row), "problem"),
  release: (row) => change(serializers.release(row), "release"),
  context: (row) => change(serializers.context(row), "context"),
  actor: (row) => change(serializers.actor(row), "actor"),
  organization: (row) => change(serializers.organization(row), "organization"),
  member: (row) => change(serializers.member(row), "member"),
  user: (row) => change(serializers.user(row), "user"),
  installation: (row) => change(serializers.installation(row), "installation"),
  acceptance: (...of) => change(serializers.acceptance(...of), "acceptance"),
  processing: (...of) => change(serializers.processing(...of), "processing"),
});
