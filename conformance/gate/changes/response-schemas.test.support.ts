/** Changes of the schemas that only responses carry. */
import type { Document } from "../contract.test.support.ts";
import {
  eachProperty,
  eachSchema,
  hasEnum,
  hasFormat,
  isNullable,
  isRequired,
  isText,
  replaceRequired,
  type Single,
  single,
} from "./single.test.support.ts";

/** Schemas that only responses carry, and those that only requests carry. */
const answered = [
  "Product",
  "Feature",
  "Problem",
  "Release",
  "Context",
  "Actor",
  "Organization",
  "Member",
  "User",
  "Installation",
  "FeedbackAcceptance",
  "FeedbackStatus",
  "Issue",
  "Error",
];
export function responseSchemaChanges(document: Document): readonly Single[] {
  return [
    // Schemas of responses.
    ...eachProperty(document, answered, "is gone", "BA", (schema, property) => {
      delete schema.properties[property];
      replaceRequired(schema, (names) => names.filter((name) => name !== property));
    }),
    ...eachProperty(
      document,
      answered,
      "may be null",
      "BA",
      (schema, property) => (schema.properties[property].type = ["string", "null"]),
      isText,
    ),
    ...eachProperty(
      document,
      answered,
      "is never null",
      "AB",
      (schema, property) => (schema.properties[property].type = "string"),
      isNullable,
    ),
    ...eachProperty(
      document,
      answered,
      "is a number",
      "BB",
      (schema, property) => (schema.properties[property].type = "number"),
      isText,
    ),
    ...eachProperty(
      document,
      answered,
      "is always there",
      "AB",
      (schema, property) => replaceRequired(schema, (names) => [...names, property]),
      (schema, property) => !isRequired(schema, property),
    ),
    ...eachProperty(
      document,
      answered,
      "may be missing",
      "BA",
      (schema, property) => replaceRequired(schema, (names) => names.filter((name) => name !== property)),
      isRequired,
    ),
    ...eachProperty(
      document,
      answered,
      "is described",
      "EE",
      (schema, property) => (schema.properties[property].description = "Otherwise"),
    ),
    ...eachProperty(
      document,
      answered,
      "has one value more",
      "BA",
      (schema, property) => schema.properties[property].enum.push("other"),
      hasEnum,
    ),
    ...eachProperty(
      document,
      answered,
      "has one value less",
      "AB",
      (schema, property) => schema.properties[property].enum.pop(),
      hasEnum,
    ),
    ...eachProperty(
      document,
      answered,
      "has any value",
      "BA",
      (schema, property) => delete schema.properties[property].enum,
      hasEnum,
    ),
    ...eachProperty(
      document,
      answered,
      "has any format",
      "BA",
      (schema, property) => delete schema.properties[property].format,
      hasFormat,
    ),
    ...eachProperty(
      document,
      answered,
      "has another format",
      "BB",
      (schema, property) => (schema.properties[property].format = "date"),
      hasFormat,
    ),
    ...eachProperty(
      document,
      answered,
      "is not empty",
      "AB",
      (schema, property) => (schema.properties[property].minLength = 1),
      isText,
    ),
    ...eachProperty(
      document,
      answered,
      "has an example",
      "EE",
      (schema, property) => (schema.properties[property].examples = ["x"]),
      isText,
    ),
    ...eachSchema(answered, "has one property more", "AA", (schema) => (schema.properties.extra = { type: "string" })),
    ...eachSchema(answered, "has one property more, always", "AB", (schema) => {
      schema.properties.extra = { type: "string" };
      replaceRequired(schema, (names) => [...names, "extra"]);
    }),
    ...eachSchema(answered, "has no other properties", "AB", (schema) => (schema.additionalProperties = false)),
    single(
      "FeedbackAcceptance.status: any",
      "BA",
      (d) => delete d.components.schemas.FeedbackAcceptance.properties.status.enum,
    ),
    single(
      "FeedbackAcceptance.status: another",
      "BB",
      (d) => (d.components.schemas.FeedbackAcceptance.properties.status.enum = ["accepted"]),
    ),
    single("FeedbackAcceptance.status: one more", "BA", (d) => {
      d.components.schemas.FeedbackAcceptance.properties.status = { type: "string", enum: ["queued", "accepted"] };
    }),
    single("ProductList: a bare array", "BB", (d) => {
      const media = d.components.responses.ProductList.content["application/json"];
      media.schema = media.schema.properties.data;
    }),
    single("ProfileUpdated: the user", "AB", (d) => {
      d.components.responses.ProfileUpdated.content["application/json"].schema = { $ref: "#/components/schemas/User" };
    }),
  ];
}
