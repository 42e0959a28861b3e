/** The operations that the scenarios send, as §4 lists them; a test compares them with the contract. Pure. */

export const operations = {
  listProducts: { method: "GET", path: "/v1/products" },
  listFeatures: { method: "GET", path: "/v1/products/{productId}/features" },
  listContexts: { method: "GET", path: "/v1/products/{productId}/contexts" },
  listActors: { method: "GET", path: "/v1/products/{productId}/actors" },
  submitFeedback: { method: "POST", path: "/v1/feedback" },
  getFeedbackStatus: { method: "GET", path: "/v1/feedback/{feedbackId}/status" },
  getMe: { method: "GET", path: "/v1/me" },
  updateMe: { method: "PUT", path: "/v1/me" },
  listOrganizations: { method: "GET", path: "/v1/organizations" },
} as const;

export type Sendable = keyof typeof operations;

/** The path with its parameters in their places. */
export function pathOf(operation: Sendable, parameters?: Readonly<Record<string, string>>): string {
  if (parameters === undefined) return operations[operation].path;
  return operations[operation].path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(parameters[name] ?? ""),
  );
}
