import { expect, it } from "vitest";
import { createBodyValidator } from "../../spec/body.ts";
import { isOperationId, loadContract } from "../../spec/contract.ts";
import { findClause, loadClauses } from "../../spec/ledger.ts";
import { exampleResponse } from "./example-response.ts";

const contract = loadContract();
const validate = createBodyValidator(contract);

function exampleOf(id: string): readonly string[] {
  const clause = findClause(id);
  if (clause === undefined) throw new Error(id);
  return exampleResponse(clause, contract);
}

it.each(loadClauses().filter(({ kind }) => kind === "judged"))(
  "the example of $id is right by the contract",
  ({ id }) => {
    const [request = "", status = "", ...lines] = exampleOf(id);
    const operation = contract.operations.find(({ method, path }) => request.split(",")[0] === `${method} ${path}`)?.id;
    const code = /^HTTP\/1.1 (\d)(\d\d|XX)/.exec(status);
    if (!isOperationId(operation ?? "") || operation === undefined || code === null)
      throw new Error(`${request}, ${status}`);
    const body = lines.slice(lines.indexOf("") + 1).join("\n");
    if (body === "the document shows no body here") return;
    expect(validate(operation, Number(`${code[1]}${code[2]?.replace("XX", "00")}`), JSON.parse(body))).toEqual([]);
  },
);

it("is of the operation, the resource and the status that the clause is about", () => {
  expect(exampleOf("endpoint.listFeatures").slice(0, 2)).toEqual([
    "GET /v1/products/{productId}/features",
    "HTTP/1.1 200 OK",
  ]);
  expect(exampleOf("member.fields")).toContain('    "email": "ada@acme.example.com",');
  expect(exampleOf("auth.key-expiry").slice(0, 2)).toEqual([
    "GET /v1/products, with an expired key",
    "HTTP/1.1 401 Unauthorized",
  ]);
  expect(exampleOf("limit.exceeded")).toEqual(
    expect.arrayContaining(["HTTP/1.1 429 Too Many Requests", "X-RateLimit-Remaining: 0"]),
  );
  expect(exampleOf("auth.scope")).toContain("HTTP/1.1 4XX, whichever the server chooses");
});
