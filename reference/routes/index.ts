/** All routes, by operation. */
import type { Routes } from "../parts/route.ts";
import { getFeedbackStatus, submitFeedback } from "./feedback.ts";
import { getInstallation } from "./installations.ts";
import { getMe, updateMe } from "./me.ts";
import { createOrganization, getOrganization, inviteMember, listMembers, listOrganizations } from "./organizations.ts";
import { getProblem, listActors, listContexts, listFeatures, listProblems, listReleases } from "./product-content.ts";
import { getProduct, listProducts } from "./products.ts";

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
