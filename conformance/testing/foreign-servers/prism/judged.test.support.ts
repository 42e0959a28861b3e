/** Prism as a target: what is declared of it, and how the suite is let loose on it. */
import { type ConformOptions, conform } from "../../../index.ts";
import type { Report } from "../../../model/report.ts";

/** Prism knows no tokens, so these are as good as any: what is declared of each is what a server would have to keep to. */
export const credentials: ConformOptions["credentials"] = [
  { token: "fpk_key_first-of-org-a", org: "org_a" },
  { token: "fpk_key_second-of-org-a", org: "org_a" },
  { token: "fpk_session_of-org-a", kind: "session", org: "org_a" },
  { token: "fpk_key_expired-of-org-a", org: "org_a", expired: true },
  { token: "fpk_key_viewer-of-org-a", org: "org_a", denied: ["listFeatures"] },
  { token: "fpk_key_of-org-b", org: "org_b" },
];

/** How long an answer to a body that is not JSON is waited for, in milliseconds. */
const patienceMs = 1_000;

/** Prism never answers a body that is labelled as JSON and is none: to see that need not take the suite's 30 s each time. */
const impatient: typeof fetch = (url, init = {}) => {
  if (isJson(init.body)) return fetch(url, init);
  const signals = [AbortSignal.timeout(patienceMs), ...(init.signal ? [init.signal] : [])];
  return fetch(url, { ...init, signal: AbortSignal.any(signals) });
};

function isJson(body: unknown): boolean {
  if (!(body instanceof Uint8Array)) return true;
  return isJsonText(new TextDecoder().decode(body));
}

export function isJsonText(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Judged in real time. Prism processes nothing, so there is no grace to give. */
export function judge(baseUrl: string, options: Pick<ConformOptions, "rateLimit" | "only">): Promise<Report> {
  return conform({ baseUrl, credentials, feedbackGraceSeconds: 0, fetch: impatient, seed: 7, ...options });
}
