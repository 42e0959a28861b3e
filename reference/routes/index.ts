/** All routes, by operation. */

import type { Routes } from "../parts/route.ts";
import { listActors } from "./actors.ts";
import { listContexts } from "./contexts.ts";
import { listFeatures } from "./features.ts";
import { getFeedbackStatus, submitFeedback } from "./feedback.ts";
import { getInstallation } from "./installations.ts";
import { getMe, updateMe } from "./me.ts";
import { createOrganization, getOrganization, inviteMember, listMembers, listOrganizations } from "./organizations.ts";
import { getProblem, listProblems } from "./problems.ts";
import { getProduct, listProducts } from "./products.ts";
import { listReleases } from "./releases.ts";

export const routes: Routes = {
  listProducts,
  getProduct,
  listFeatures,
  listProblems,
  getProblem,
  listReleases,
  listContexts,
  listActors,
  submitFeedback,
  getFeedbackStatus,
  getMe,
  updateMe,
  listOrganizations,
  createOrganization,
  getOrganization,
  listMembers,
  inviteMember,
  getInstallation,
};
