/** Changes of parameters and of request bodies. */
import type { Document } from "../contract.test.support.ts";
import { eachOperation, type Label, rename, type Single, single } from "./single.test.support.ts";

export function requestChanges(document: Document): readonly Single[] {
  const hasBody = (operation: Document) => operation.requestBody !== undefined;
  const hasId = (operation: Document) =>
    /^(get|list)(?!Me$|Installation|Products|Organizations)/.test(operation.operationId);
  return [
    // Parameters.
    ...eachOperation(document, "takes one more parameter", "AA", (operation) => {
      operation.parameters = [{ name: "limit", in: "query", description: "", schema: { type: "integer" } }];
    }),
    ...eachOperation(document, "asks for one more parameter", "BA", (operation) => {
      operation.parameters = [
        { name: "limit", in: "query", required: true, description: "", schema: { type: "integer" } },
      ];
    }),
    ...eachOperation(document, "asks for one more header", "BA", (operation) => {
      operation.parameters = [
        { name: "X-Trace", in: "header", required: true, description: "", schema: { type: "string" } },
      ];
    }),
    ...Object.keys(document.components.parameters).flatMap((name) => [
      single(`${name}: an integer`, "BA", (d) => (d.components.parameters[name].schema.type = "integer")),
      single(`${name}: at most 36 characters`, "BA", (d) => (d.components.parameters[name].schema.maxLength = 36)),
      single(`${name}: described otherwise`, "EE", (d) => (d.components.parameters[name].description = "Otherwise")),
      single(`${name}: called otherwise`, "EE", (d) => renameParameter(d, name)),
    ]),
    ...eachOperation(
      document,
      "has a default for a parameter",
      "AA",
      (operation) => {
        operation.parameters = [{ name: "sort", in: "query", schema: { type: "string", default: "name" } }];
      },
      hasId,
    ),
    // What has no quotes: every integer is a text.
    ...withQuery(
      "a text, not an integer",
      "AB",
      { type: "integer", minimum: 1, default: 5 },
      { type: "string", default: "5" },
    ),
    ...withQuery("a boolean, not a text", "BA", { type: "string" }, { type: "boolean" }),
    ...withQuery("a text by a pattern, not an integer", "BB", { type: "integer" }, { type: "string", pattern: "^a" }),
    ...withQuery(
      "texts, not integers",
      "AB",
      { type: "array", items: { type: "integer" } },
      { type: "array", items: { type: "string" } },
    ),
    ...withQuery(
      "a number below 50, and now an integer",
      "BA",
      { type: "number", exclusiveMaximum: 50 },
      { type: "integer", exclusiveMaximum: 50 },
    ),
    // Request bodies.
    ...Object.keys(document.components.requestBodies).flatMap((name) => [
      single(`${name}: required`, "BA", (d) => (d.components.requestBodies[name].required = true)),
      single(`${name}: form data too`, "AB", (d) => {
        const { content } = d.components.requestBodies[name];
        content["application/x-www-form-urlencoded"] = content["application/json"];
      }),
      single(`${name}: another media type`, "BB", (d) =>
        rename(d.components.requestBodies[name].content, "application/json", "application/xml"),
      ),
      single(`${name}: described otherwise`, "EE", (d) => (d.components.requestBodies[name].description = "Otherwise")),
    ]),
    single("a body where there was none", "AB", (d) => {
      d.paths["/v1/products"].get.requestBody = { content: { "application/json": { schema: { type: "object" } } } };
    }),
    // The fields of a form.
    single(
      "a file of another media type",
      "BB",
      form({ contentType: "image/jpeg" }),
      form({ contentType: "image/png" }),
    ),
    single(
      "a file of a further media type",
      "AB",
      form({ contentType: "image/png, image/jpeg" }),
      form({ contentType: "image/png" }),
    ),
    single(
      "a file of one media type, not of two",
      "BA",
      form({ contentType: "image/png" }),
      form({ contentType: "image/jpeg, image/png" }),
    ),
    single("a file whose media type is declared", "BB", form({ contentType: "image/png" }), form()),
    single(
      "a file in base64",
      "BB",
      form({}, { contentMediaType: "image/png", contentEncoding: "base64" }),
      form({}, { contentMediaType: "image/png" }),
    ),
    single("a field in another style", "BB", form({ style: "pipeDelimited" }), form({ style: "spaceDelimited" })),
    single("an extension of an encoding", "EE", form({ "x-owner": "b" }), form({ "x-owner": "a" })),
    ...eachOperation(document, "takes no body", "BA", (operation) => delete operation.requestBody, hasBody),
  ];
}

/** A form with a file, and how the file is encoded. */
const form =
  (file?: object, content: object = { format: "binary" }) =>
  (document: Document) => {
    const schema = { type: "object", properties: { file: { type: "string", ...content } } };
    const encoding = file === undefined ? {} : { file };
    document.components.requestBodies.ProfileUpdate.content["multipart/form-data"] = { schema, encoding };
  };

/** A query parameter with one schema in BASE, and another in HEAD. */
function withQuery(name: string, label: Label, before: object, now: object): readonly Single[] {
  const parameter = (schema: object) => (document: Document) =>
    (document.paths["/v1/me"].get.parameters = [{ name: "size", in: "query", schema }]);
  return [single(`a query parameter: ${name}`, label, parameter(now), parameter(before))];
}

function renameParameter(document: Document, name: string): void {
  document.components.parameters[name].name = "other";
  document.paths = Object.fromEntries(
    Object.entries(document.paths).map(([path, item]) => [path.replace(`{${name}}`, "{other}"), item]),
  );
}
