import { describe, expect, it } from "vitest";
import { findClause } from "../../../spec/ledger.ts";
import type { Parts } from "../../parts/parts.ts";
import { started } from "../../start.test.support.ts";
import { defaultParts, startReference } from "../../start.ts";
import { replace } from "../seams/replace.ts";
import { loadVariants } from "../variants/index.ts";
import { loadMutants } from "./index.ts";

describe("mutants", () => {
  it("each break a clause of the ledger, and say how in one line", async () => {
    const mutants = await loadMutants();
    expect(mutants.length).toBeGreaterThan(0);
    for (const { id, clause, fault } of mutants) {
      expect(findClause(clause), `${id} breaks ${clause}`).toBeDefined();
      expect(fault).toMatch(/^[^\n]{10,120}$/);
    }
  });

  it("and variants have ids that no clause and no other has", async () => {
    const ids = [...(await loadMutants()), ...(await loadVariants())].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => findClause(id) !== undefined)).toEqual([]);
  });

  it("and variants replace members of one to four parts, and leave the parts that they are given unchanged", async () => {
    const given = Object.entries(defaultParts).map(([name, part]) => [name, Object.freeze({ ...part })] as const);
    const parts = Object.freeze(Object.fromEntries(given)) as unknown as Parts;
    for (const { id, change } of [...(await loadMutants()), ...(await loadVariants())]) {
      const after = new Map<string, object>(Object.entries(change(parts)));
      const replaced = given.filter(([name, part]) =>
        Object.entries(after.get(name) ?? {}).some(([member, value]) => Reflect.get(part, member) !== value),
      );
      expect([...after.keys()], id).toEqual(Object.keys(parts));
      expect(replaced.length, `${id} replaces ${replaced.map(([name]) => name).join(", ")}`).toBeGreaterThan(0);
      expect(replaced.length, `${id} replaces ${replaced.map(([name]) => name).join(", ")}`).toBeLessThanOrEqual(4);
    }
  });

  it("are refused by a sentence that names near matches", async () => {
    await expect(startReference({ mutant: "expired-key-acepted" })).rejects.toThrow(
      "There is no mutant expired-key-acepted. Did you mean expired-key-accepted?",
    );
    await expect(startReference({ variants: ["zzz"] })).rejects.toThrow(
      /^There is no variant zzz\. fpk explain --variants lists them\.$/,
    );
  });
});

describe("a seam is replaced", () => {
  it("expired-key-accepted", async () => {
    const reference = await started({ mutant: "expired-key-accepted" });
    expect((await reference.send("expired", "/v1/me")).status).toBe(200);
  });

  it("limit-by-key", async () => {
    const reference = await started({ mutant: "limit-by-key", limit: 1 });
    expect((await reference.send("key", "/v1/me")).status).toBe(200);
    expect((await reference.send("secondKey", "/v1/me")).status).toBe(200);
    expect((await reference.send("key", "/v1/me")).status).toBe(429);
  });

  it("limiter-token-bucket", async () => {
    const reference = await started({ variants: ["limiter-token-bucket"], limit: 2, windowSeconds: 10 });
    for (const status of [200, 200, 429]) expect((await reference.send("key", "/v1/me")).status).toBe(status);
    reference.clock.advance(5000);
    for (const status of [200, 429]) expect((await reference.send("key", "/v1/me")).status).toBe(status);
  });

  it("limiter-sliding-log", async () => {
    const reference = await started({ variants: ["limiter-sliding-log"], limit: 2, windowSeconds: 10 });
    await reference.send("key", "/v1/me");
    reference.clock.advance(9000);
    await reference.send("key", "/v1/me");
    reference.clock.advance(1000);
    for (const status of [200, 429]) expect((await reference.send("key", "/v1/me")).status).toBe(status);
  });

  it("a response that the contract forbids is sent as it is once something is changed", async () => {
    const reference = await started({
      mutant: {
        id: "test",
        clause: "test",
        fault: "test",
        change: replace("serializers", { user: () => ({ id: 7 }) }),
      },
    });
    expect(await reference.send("key", "/v1/me")).toMatchObject({ status: 200, json: { id: 7 } });
  });
});
