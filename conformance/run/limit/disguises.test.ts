import { expect, it } from "vitest";
import { loadContract } from "../../../spec/contract.ts";
import { noCredentials } from "../../client/caller.ts";
import { disguised } from "./disguises.ts";

const contract = loadContract();
const reads = contract.operations
  .filter(({ method }) => method === "GET")
  .map(({ id }) => ({ operation: id, caller: noCredentials }));

const pathsWith = (seed: number, requests = reads) =>
  disguised(requests, contract, seed).flatMap(({ undeclared }) => undeclared?.path ?? []);

it("sends every read, half of them as other clients, and three once more to other targets", () => {
  const sent = disguised(reads, contract, 4);
  expect(sent.filter(({ undeclared }) => undeclared === undefined).map(({ operation }) => operation)).toEqual(
    reads.map(({ operation }) => operation),
  );
  expect(sent.filter(({ headers }) => headers !== undefined)).toHaveLength(7);
  for (const seed of [4, 11, 13]) expect(pathsWith(seed), `seed ${seed}`).toHaveLength(3);
  const clients = sent.flatMap(({ headers = [] }) => headers.map(([, value]) => value));
  expect(new Set(clients).size).toBe(7 * 3);
});

it("writes a path in each way, over the seeds", () => {
  const read = reads.slice(1, 2);
  expect([4, 1, 3, 5, 7, 9, 11].map((seed) => pathsWith(seed, read)[0])).toEqual([
    "/v1/products/{productId}?fpk=1",
    "/v1/products/{productId}/",
    "//v1/products/{productId}",
    "/V1/products/{productId}",
    "/v1/PRODUCTS/{productId}",
    "/v1/%70roducts/{productId}",
    "/v1/products/{productId}.json",
  ]);
});
