import { expect, it } from "vitest";
import { virtualClock } from "../../../clock.ts";
import { startReference } from "../../../reference/start.ts";
import { findCredential } from "../../../reference/store/credentials.ts";
import type { Database } from "../../../reference/store/database.ts";
import { text } from "../../../reference/store/row.ts";
import { loadContract, type OperationId, operationIds } from "../../../spec/contract.ts";
import { conform } from "../../index.ts";

const checks = ["auth.no-credentials", "auth.unknown-token", "auth.malformed-credentials", "auth.expired-key"];

/** Judges the reference, of which one operation is routed before the guard. */
async function judgedWithout(guardOf: OperationId, seed: number) {
  const clock = virtualClock(Date.UTC(2026, 5, 1));
  const first = (store: Database) =>
    findCredential(store, text(store.first("SELECT hash FROM apiKeys ORDER BY rowid") ?? {}, "hash"))?.caller;
  const reference = await startReference({
    clock,
    mutant: {
      id: "guard-forgotten",
      clause: "auth.unauthorized",
      fault: "One operation is routed before the guard",
      change: (parts) => ({
        ...parts,
        credentials: {
          ...parts.credentials,
          unauthenticated: (store, call, header) =>
            (call.operation === guardOf ? first(store) : undefined) ??
            parts.credentials.unauthenticated(store, call, header),
        },
      }),
    },
  });
  try {
    return await conform({ ...reference.target, clock, seed, only: checks });
  } finally {
    await reference.close();
  }
}

/** Each run sends malformed credentials to two thirds of the operations: together these two reach all. */
const seeds = [1, 8];

it.each(operationIds)("%s, when it is open to anybody, is found with every defect", async (id) => {
  const bySeed = await Promise.all(seeds.map((seed) => judgedWithout(id, seed)));
  const found = bySeed.map(({ results }) => results.filter(({ verdict }) => verdict === "fail"));
  expect([...new Set(found.flat().map((result) => result.id))].sort()).toEqual([...checks].sort());
  for (const results of found)
    expect(results.map((result) => result.id)).toEqual(
      expect.arrayContaining(checks.filter((check) => check !== "auth.malformed-credentials")),
    );
  for (const { actual } of found.flat()) expect(actual).toContain(loadContract().operation(id).method);
});

/** Which operations met which Authorization header, of a run without a valid one. */
async function met(readOnly: boolean) {
  const clock = virtualClock();
  const reference = await startReference({ clock });
  const issued = reference.target.credentials.map(({ token }) => `Bearer ${token}`);
  const byHeader = new Map<string, Set<string>>();
  const watching: typeof fetch = (input, init) => {
    const header = new Headers(init?.headers).get("authorization") ?? "";
    const path = String(input).replace(reference.baseUrl, "");
    if (!issued.includes(header))
      byHeader.set(header, (byHeader.get(header) ?? new Set()).add(`${init?.method} ${path}`));
    return fetch(input, init);
  };
  try {
    const report = await conform({ ...reference.target, clock, seed: 1, readOnly, fetch: watching });
    const unauthenticated = report.exchanges.filter(({ kind }) => ["none", "unknown", "malformed"].includes(kind));
    return { byHeader, unauthenticated };
  } finally {
    await reference.close();
  }
}

it.each([
  ["", false],
  [" that is read-only", true],
])("a run%s spreads the defects over the operations, within one window of one address", async (_, readOnly) => {
  const { byHeader, unauthenticated } = await met(readOnly);
  const malformed = [...byHeader].filter(
    ([header]) => header !== "" && !/^Bearer (?:null|constructor|\S*%|\S{20,})$/.test(header),
  );
  expect(malformed).toHaveLength(6);
  for (const [header, operations] of malformed) expect(operations.size, header).toBeGreaterThanOrEqual(2);
  const withMalformed = unauthenticated.filter(({ kind }) => kind === "malformed");
  expect(new Set(withMalformed.map(({ credential }) => credential))).toEqual(
    new Set(malformed.map(([header]) => header)),
  );
  const ofThem = withMalformed.map(({ operation }) => operation);
  const noPrefix = [...byHeader].filter(([header]) => /^Bearer (?!\w+_key_)\S{20,}$/.test(header));
  expect(noPrefix.length).toBeGreaterThan(0);
  expect(new Set(ofThem).size).toBeGreaterThanOrEqual(10);
  expect(unauthenticated.length).toBeLessThanOrEqual(75);
});
