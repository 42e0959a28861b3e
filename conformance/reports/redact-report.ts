/** Removes credentials from a report. */
import type { Report } from "../model/report.ts";

/** Fields whose values are from a fixed set; a token that happens to equal such a value must not make the report invalid. */
const fieldsOfTheSuite = new Set(["conclusion", "verdict", "level", "intent", "kind", "operation"]);
/** The values of `reason` in an exchange; the `reason` of an unjudged clause is free text. */
const reasons = new Set(["unreachable", "timeout", "lost", "protocol"]);

/** The report with `redact` applied to every string that may come from outside; its structure is unchanged. */
export function redactReport(report: Report, redact: (text: string) => string): Report {
  const redacted = redactedValue("", report, redact) as Report;
  return { ...redacted, requests: { ...redacted.requests, byOrganization: byRedactedName(redacted, redact) } };
}

/** The same value if it holds nothing to redact, as most of very many exchanges do. */
function redactedValue(key: string, value: unknown, redact: (text: string) => string): unknown {
  if (typeof value === "string") {
    const isOfTheSuite = fieldsOfTheSuite.has(key) || (key === "reason" && reasons.has(value));
    return isOfTheSuite ? value : redact(value);
  }
  if (typeof value !== "object" || value === null) return value;
  const isArray = Array.isArray(value);
  const names = Object.keys(value);
  const before: readonly unknown[] = isArray ? value : Object.values(value);
  const after = before.map((inner, at) => redactedValue(isArray ? "" : (names[at] ?? ""), inner, redact));
  if (after.every((inner, at) => inner === before[at])) return value;
  return isArray ? after : Object.fromEntries(names.map((name, at) => [name, after[at]]));
}

/** The target names its organizations, and a name may contain a token. */
function byRedactedName(report: Report, redact: (text: string) => string): Report["requests"]["byOrganization"] {
  const counts = new Map<string, number>();
  for (const [organization, count] of Object.entries(report.requests.byOrganization)) {
    const name = redact(organization);
    counts.set(name, (counts.get(name) ?? 0) + count);
  }
  return Object.fromEntries(counts);
}
