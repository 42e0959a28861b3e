import { expect, it } from "vitest";
import { loadContract } from "../../../spec/contract.ts";
import { exchangeWith } from "../../model/exchange.test.support.ts";
import { operationNamed } from "./failure.ts";

it.each([
  ["/v1/products/prd_1/actors", "listActors"],
  ["/v1/products/%zz/actors", "odd identifiers"],
  ["/v1/products/%zz/nothing", "undeclared paths or methods"],
])("a request to %s, which has no operation of its own, is named %s", (path, name) => {
  expect(operationNamed(exchangeWith({ operation: undefined, path }), loadContract())).toBe(name);
});
