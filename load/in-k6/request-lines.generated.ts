/** Generated from spec/ by `npx vitest run load/in-k6/contract.test.ts -u`; that test fails where it is out of date. */
// @ts-nocheck
// biome-ignore-all lint: generated
// biome-ignore-all format: generated
// biome-ignore-all assist: generated
export const requestLines = {
  "listProducts": {
    "method": "GET",
    "path": "/v1/products"
  },
  "getProduct": {
    "method": "GET",
    "path": "/v1/products/{productId}"
  },
  "listFeatures": {
    "method": "GET",
    "path": "/v1/products/{productId}/features"
  },
  "listProblems": {
    "method": "GET",
    "path": "/v1/products/{productId}/problems"
  },
  "getProblem": {
    "method": "GET",
    "path": "/v1/products/{productId}/problems/{problemId}"
  },
  "listReleases": {
    "method": "GET",
    "path": "/v1/products/{productId}/releases"
  },
  "listContexts": {
    "method": "GET",
    "path": "/v1/products/{productId}/contexts"
  },
  "listActors": {
    "method": "GET",
    "path": "/v1/products/{productId}/actors"
  },
  "submitFeedback": {
    "method": "POST",
    "path": "/v1/feedback"
  },
  "getFeedbackStatus": {
    "method": "GET",
    "path": "/v1/feedback/{feedbackId}/status"
  },
  "getMe": {
    "method": "GET",
    "path": "/v1/me"
  },
  "updateMe": {
    "method": "PUT",
    "path": "/v1/me"
  },
  "listOrganizations": {
    "method": "GET",
    "path": "/v1/organizations"
  },
  "createOrganization": {
    "method": "POST",
    "path": "/v1/organizations"
  },
  "getOrganization": {
    "method": "GET",
    "path": "/v1/organizations/{orgId}"
  },
  "listMembers": {
    "method": "GET",
    "path": "/v1/organizations/{orgId}/members"
  },
  "inviteMember": {
    "method": "POST",
    "path": "/v1/organizations/{orgId}/invite"
  },
  "getInstallation": {
    "method": "GET",
    "path": "/v1/installations/me"
  }
};
