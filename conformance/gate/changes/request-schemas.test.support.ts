/** Changes of the schemas that only requests carry. */
import type { Document } from "../contract.test.support.ts";
import {
  eachProperty,
  eachSchema,
  hasEnum,
  hasFormat,
  isText,
  replaceRequired,
  type Single,
  single,
} from "./single.test.support.ts";

const sent = ["FeedbackSubmission", "ProfileUpdate", "NewOrganization", "Invitation"];

export function requestSchemaChanges(document: Document): readonly Single[] {
  return [
    // Schemas of requests.
    ...eachProperty(document, sent, "is gone", "BA", (schema, property) => delete schema.properties[property]),
    ...eachProperty(
      document,
      sent,
      "may be null",
      "AB",
      (schema, property) => (schema.properties[property].type = ["string", "null"]),
      isText,
    ),
    ...eachProperty(
      document,
      sent,
      "is a number",
      "BB",
      (schema, property) => (schema.properties[property].type = "number"),
      isText,
    ),
    ...eachProperty(document, sent, "is required", "BA", (schema, property) =>
      replaceRequired(schema, (names) => [...names, property]),
    ),
    ...eachProperty(
      document,
      sent,
      "has a maximum",
      "BA",
      (schema, property) => (schema.properties[property].maxLength = 100),
      isText,
    ),
    ...eachProperty(
      document,
      sent,
      "has a pattern",
      "BA",
      (schema, property) => (schema.properties[property].pattern = "^[a-z]+$"),
      isText,
    ),
    ...eachProperty(
      document,
      sent,
      "has one value more",
      "AB",
      (schema, property) => schema.properties[property].enum.push("other"),
      hasEnum,
    ),
    ...eachProperty(
      document,
      sent,
      "has one value less",
      "BA",
      (schema, property) => schema.properties[property].enum.pop(),
      hasEnum,
    ),
    ...eachProperty(
      document,
      sent,
      "has any format",
      "AB",
      (schema, property) => delete schema.properties[property].format,
      hasFormat,
    ),
    ...eachProperty(
      document,
      sent,
      "is described",
      "EE",
      (schema, property) => (schema.properties[property].description = "Otherwise"),
    ),
    ...eachSchema(sent, "has one property more", "AA", (schema) => (schema.properties.extra = { type: "string" })),
    ...eachSchema(sent, "has one property more, required", "BA", (schema) => {
      schema.properties.extra = { type: "string" };
      replaceRequired(schema, (names) => [...names, "extra"]);
    }),
    ...eachSchema(sent, "has no other properties", "BA", (schema) => (schema.additionalProperties = false)),
    single(
      "FeedbackSubmission.content.body: not empty",
      "BA",
      (d) => (d.components.schemas.FeedbackSubmission.properties.content.properties.body.minLength = 1),
    ),
    single("FeedbackSubmission.content.bodyFormat: four", "BA", (d) => {
      d.components.schemas.FeedbackSubmission.properties.content.properties.bodyFormat.enum = [
        "text",
        "json",
        "html",
        "markdown",
      ];
    }),
  ];
}
