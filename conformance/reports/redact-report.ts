/** Removes credentials from a report. */
import type { Report } from "../model/report.ts";

/** Fields whose values are from a fixed set; a token that happens to equal such a value must not make the report invalid. */
const fieldsOfTheSuite = new Set(["conclusion", "verdict", "level", "intent", "kind", "operation"]);
/** The values of `reason` in an exchange; the `reason` of an unjudged clause is free text. */
const reasons = new Set(["unreachable", "timeout", "lost", "protocol"]);

/** The report with `redact` applied to every string that may come from outside; its structure is unchanged. */
export function redactReport(report: Report, redact: (text: string) => string): Report {
  const { exchanges, ...rest } = report;
  const redacted = { ...(redactedValue("", rest, redact) as Report), exchanges: redactedExchanges(exchanges, redact) };
  return { ...redacted, requests: { ...redacted.requests, byOrganization: byRedactedName(redacted, redact) } };
}

/** Exchanges of a load run share requests and header fields: each of them is redacted once, and shared again. */
function redactedExchanges(exchanges: Report["exchanges"], redact: (text: string) => string): Report["exchanges"] {
  const redacted = <T>(value: T) => redactedValue("", value, redact) as T;
  const known = new WeakMap<object, object>();
  const once = <T extends object>(value: T): T => {
    const result = (known.get(value) as T | undefined) ?? redacted(value);
    known.set(value, result);
    return result;
  };
  return exchanges.map(({ request, response, ...record }) => {
    const sent = { ...redacted(record), request: once(request) };
    if (response === undefined) return sent;
    const { headers, ...answer } = response;
    return { ...sent, response: { ...redacted(answer), headers: headers.map(once) } };
  });
}

/** Undefined properties are left out, as in JSON. */
function redactedValue(key: string, value: unknown, redact: (text: string) => string): unknown {
  if (typeof value === "string") {
    const isOfTheSuite = fieldsOfTheSuite.has(key) || (key === "reason" && reasons.has(value));
    return isOfTheSuite ? value : redact(value);
  }
  if (Array.isArray(value)) return value.map((item) => redactedValue("", item, redact));
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return Object.fromEntries(kept.map(([name, inner]) => [name, redactedValue(name, inner, redact)]));
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
