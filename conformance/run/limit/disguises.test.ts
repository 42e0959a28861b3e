import { expect, it } from "vitest";
import { loadContract } from "../../../spec/contract.ts";
import { noCredentials } from "../../client/caller.ts";
import { disguised } from "./disguises.ts";

const contract = loadContract();
const reads = contract.operations
  .filter(({ method }) => method === "GET")
  .map(({ id }) => ({ operation: id, caller: noCredentials }));

const pathsWith = (seed: number) =>
  disguised(reads, contract, seed).flatMap(({ undeclared }) => undeclared?.path ?? []);

it("sends half of the reads as other clients, and the other half to other targets", () => {
  const sent = disguised(reads, contract, 4);
  expect(sent.filter(({ headers }) => headers !== undefined)).toHaveLength(7);
  expect(pathsWith(4)).toHaveLength(7);
  const clients = sent.flatMap(({ headers = [] }) => headers.map(([, value]) => value));
  expect(new Set(clients).size).toBe(7 * 3);
});

it("writes a path in each way, over the seeds", () => {
  expect([4, 1, 3, 5, 7, 9].map((seed) => pathsWith(seed)[0])).toEqual([
    "/v1/products/{productId}?fpk=1",
    "/v1/products/{productId}/",
    "//v1/products/{productId}",
    "/v1/PRODUCTS/{productId}",
    "/v1/%70roducts/{productId}",
    "/v1/products/{productId}.json",
  ]);
});
