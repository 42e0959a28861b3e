/** Changes of the headers and bodies of responses. */
import type { Document } from "../contract.test.support.ts";
import { type Single, single } from "./single.test.support.ts";

export function responseChanges(document: Document): readonly Single[] {
  return [
    // Headers (§8), on every response, and on a single response.
    ...Object.keys(document.components.headers).flatMap((name) => [
      single(`${name}: need not be there`, "BA", (d) => delete d.components.headers[name].required),
      single(`${name}: false`, "BA", (d) => (d.components.headers[name].required = false)),
      single(`${name}: a string`, "BA", (d) => (d.components.headers[name].schema.type = "string")),
      single(`${name}: described otherwise`, "EE", (d) => (d.components.headers[name].description = "Otherwise")),
      single(`${name}: at least 0`, "AB", (d) => (d.components.headers[name].schema.minimum = 0)),
    ]),
    single("RateLimitLimit: any number", "BA", (d) => (d.components.headers.RateLimitLimit.schema.type = "number")),
    single("RateLimitReset: an integer", "AB", (d) => (d.components.headers.RateLimitReset.schema.type = "integer")),
    ...Object.keys(document.components.responses).flatMap((name) => [
      ...Object.keys(document.components.responses[name].headers).map((header) =>
        single(`${name}: no ${header}`, "BA", (d) => delete d.components.responses[name].headers[header]),
      ),
      single(`${name}: no headers`, "BA", (d) => delete d.components.responses[name].headers),
      single(
        `${name}: one more header`,
        "AA",
        (d) => (d.components.responses[name].headers["X-Trace"] = { schema: { type: "string" } }),
      ),
      single(
        `${name}: one more header, always`,
        "AB",
        (d) => (d.components.responses[name].headers["X-Trace"] = { required: true, schema: { type: "string" } }),
      ),
      single(`${name}: no body`, "BB", (d) => delete d.components.responses[name].content),
      single(
        `${name}: XML too`,
        "AA",
        (d) => (d.components.responses[name].content["application/xml"] = { schema: { type: "string" } }),
      ),
      single(`${name}: described otherwise`, "EE", (d) => (d.components.responses[name].description = "Otherwise")),
    ]),
    single("an element of another name", "BB", written("application/xml", "b"), written("application/xml", "a")),
    single(
      "another name in an XML that nobody writes",
      "EE",
      written("application/json", "b"),
      written("application/json", "a"),
    ),
  ];
}

/** A body of this media type, with the name of its element. */
const written = (type: string, name: string) => (document: Document) => {
  document.components.responses.User.content = { [type]: { schema: { type: "string", xml: { name } } } };
};
