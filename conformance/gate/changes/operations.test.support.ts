/** Changes of operations, of their credentials and of their codes. */
import type { Document } from "../contract.test.support.ts";
import { eachOperation, rename, type Single, single, success } from "./single.test.support.ts";

export function operationChanges(document: Document): readonly Single[] {
  const withRange = (operation: Document) => "2XX" in operation.responses;
  return [
    // Operations.
    ...eachOperation(document, "is gone", "BA", (_, item, method) => delete item[method]),
    ...eachOperation(document, "has a new sibling", "AB", (operation, item) => {
      item.delete = { ...operation, operationId: `delete${operation.operationId}`, requestBody: undefined };
    }),
    ...eachOperation(document, "has another operationId", "BE", (operation) => (operation.operationId += "2")),
    ...eachOperation(document, "has another summary", "EE", (operation) => (operation.summary = "Otherwise")),
    ...eachOperation(document, "has another tag", "EE", (operation) => (operation.tags = ["Feedback", "Profile"])),
    ...eachOperation(document, "is deprecated", "AE", (operation) => (operation.deprecated = true)),
    // Credentials (§5.1).
    ...eachOperation(document, "asks for no credentials", "BB", (operation) => (operation.security = [])),
    ...eachOperation(
      document,
      "takes no credentials as well",
      "AB",
      (operation) => (operation.security = [{ bearer: [] }, {}]),
    ),
    // Codes.
    ...eachOperation(
      document,
      "pins its success",
      "AB",
      (operation) => rename(operation.responses, "2XX", "201"),
      withRange,
    ),
    ...eachOperation(
      document,
      "names a success beside the range",
      "AA",
      (operation) => (operation.responses["200"] = operation.responses["2XX"]),
      withRange,
    ),
    ...eachOperation(document, "has no success", "BB", (operation) => delete operation.responses[success(operation)]),
    ...eachOperation(document, "does not name 429", "BA", (operation) => delete operation.responses["429"]),
    ...eachOperation(
      document,
      "names 404",
      "AA",
      (operation) => (operation.responses["404"] = operation.responses.default),
    ),
    ...eachOperation(document, "gives other errors no shape", "BA", (operation) => delete operation.responses.default),
    single("listFeatures: any success", "BA", (d) =>
      rename(d.paths["/v1/products/{productId}/features"].get.responses, "200", "2XX"),
    ),
    single("listFeatures: 201 for 200", "BB", (d) =>
      rename(d.paths["/v1/products/{productId}/features"].get.responses, "200", "201"),
    ),
    single("listFeatures: 202 too", "BA", (d) => {
      const { responses } = d.paths["/v1/products/{productId}/features"].get;
      responses["202"] = responses["200"];
    }),
    single(
      "listFeatures: 401 is not named",
      "BA",
      (d) => delete d.paths["/v1/products/{productId}/features"].get.responses["401"],
    ),
    single(
      "listFeatures: 403 is not named",
      "BA",
      (d) => delete d.paths["/v1/products/{productId}/features"].get.responses["403"],
    ),
  ];
}
