/** Changes below `content` of parameters and headers, and of how the fields of a form are written. */
import type { Document } from "../contract.test.support.ts";
import { parameters } from "./codes-and-parameters.test.support.ts";
import { type Label, type Single, single } from "./single.test.support.ts";

/** A parameter and a header that are JSON, with these schemas in BASE and HEAD. */
function inContent(name: string, sent: Label, answered: Label, before: object, now: object): readonly Single[] {
  const json = (schema: object) => ({ content: { "application/json": { schema } } });
  const sending = (schema: object) => parameters({ name: "q", in: "query", ...json(schema) });
  const answering = (schema: object) => (document: Document) =>
    (document.components.headers.RateLimitLimit = { required: true, ...json(schema) });
  return [
    single(`a JSON parameter: ${name}`, sent, sending(now), sending(before)),
    single(`a JSON header: ${name}`, answered, answering(now), answering(before)),
  ];
}

export function contentChanges(): readonly Single[] {
  const string = { type: "string" };
  const object = { type: "object", properties: { t: string }, required: ["t"] };
  return [
    ...inContent("a description", "EE", "EE", object, { ...object, description: "x" }),
    ...inContent("a description inside", "EE", "EE", object, {
      ...object,
      properties: { t: { ...string, description: "x" } },
    }),
    ...inContent("need not have a property", "AB", "BA", object, { ...object, required: [] }),
    ...inContent("an optional property", "AA", "AA", object, { ...object, properties: { t: string, u: string } }),
    ...inContent("a longer text", "AB", "BA", { ...string, maxLength: 5 }, { ...string, maxLength: 10 }),
    ...inContent("a text for an integer", "BB", "BB", { type: "integer" }, string),
    single(
      "a JSON parameter: an example",
      "EE",
      parameters({ name: "q", in: "query", content: { "application/json": { schema: string, example: "x" } } }),
      parameters({ name: "q", in: "query", content: { "application/json": { schema: string } } }),
    ),
  ];
}

const binary = { type: "string", format: "binary" };

interface Form {
  readonly type?: string;
  readonly more?: object;
  readonly file?: object;
}

/** A body of this media type, with a file, a list and an object, and how they are written. */
const body =
  (encoding: object, { type = "multipart/form-data", more = {}, file = binary }: Form = {}) =>
  (document: Document) => {
    const properties = { file, tags: { type: "array", items: { type: "string" } }, meta: { type: "object" }, ...more };
    const content = { [type]: { schema: { type: "object", properties }, encoding } };
    document.components.requestBodies.Invitation = { content };
  };

/** In OpenAPI 3.0, a field without a type is any value; in 3.1 it is bytes. */
const in30 = (change: (document: Document) => void) => (document: Document) => {
  document.openapi = "3.0.3";
  change(document);
};

export function encodingChanges(): readonly Single[] {
  const file = (...types: readonly string[]) => body({ file: { contentType: types.join(", ") } });
  const header = (more: object = {}) =>
    body({ file: { headers: { "X-Name": { schema: { type: "string" }, ...more } } } });
  const [json, urlEncoded] = [{ type: "application/json" }, { type: "application/x-www-form-urlencoded" }];
  const shot = { more: { shot: binary } };
  const files = (file: object) => body({}, { file, more: { files: { type: "array", items: file } } });
  const bytes = { contentMediaType: "application/octet-stream" };
  const besideBytes = { deprecated: true, example: "x", maxLength: 9, "x-scan": true, externalDocs: { url: "/files" } };
  return [
    single("a file of any image type, not of two", "AB", file("image/*"), file("image/png", "image/jpeg")),
    single("a file of one image type, not of any", "BA", file("image/png"), file("image/*")),
    single("a file of any image type, not of any text type", "BB", file("image/*"), file("text/*")),
    single(
      "the media types that the fields have anyway",
      "",
      body({
        file: { contentType: "application/octet-stream" },
        tags: { contentType: "text/plain" },
        meta: { contentType: "application/json" },
      }),
      body({}),
    ),
    single("another media type of an object", "BB", body({ meta: { contentType: "application/xml" } }), body({})),
    single(
      "a list in the style that it has anyway",
      "",
      body({ tags: { style: "form", explode: true } }, urlEncoded),
      body({}, urlEncoded),
    ),
    single("a list in one piece", "BB", body({ tags: { explode: false } }, urlEncoded), body({}, urlEncoded)),
    single("an encoding of JSON", "", body({ file: { contentType: "image/png" } }, json), body({}, json)),
    single("an encoding of a field that there is not", "", body({ photo: { contentType: "image/png" } }), body({})),
    single("an optional header of a part", "AA", header(), body({})),
    single("a required header of a part", "BA", header({ required: true }), body({})),
    single("a header of a part is gone", "BA", body({}), header()),
    single("files as OpenAPI 3.1 writes them, without a type", "", files(bytes), files(binary)),
    single("files as OpenAPI 3.1 writes them, without keywords", "", files({}), files(binary)),
    single(
      "files with an encoding, without keywords",
      "",
      body({ file: { contentType: "image/png" } }, { file: {} }),
      file("image/png"),
    ),
    single(
      "a file as OpenAPI 3.1 writes it, with keywords that say nothing of its type",
      "",
      files({ ...bytes, ...besideBytes }),
      files({ ...binary, ...besideBytes }),
    ),
    single(
      "bytes, as no type means in OpenAPI 3.1, in place of anything in 3.0",
      "BA",
      body({}, { file: {} }),
      in30(body({}, { file: {} })),
    ),
    single(
      "an object in place of anything, as OpenAPI 3.0 writes it",
      "BA",
      in30(body({}, { file: { type: "object" } })),
      in30(body({}, { file: { description: "anything" } })),
    ),
    single("a file as OpenAPI 3.1 writes it in place of 3.0", "EE", files(bytes), in30(files(binary))),
    single("a number without a type in place of a file", "BB", files({ minimum: 1 }), files(binary)),
    single("a file that was a text", "BA", files(binary), files({ type: "string" })),
    single("a field and its media type", "AA", body({ shot: { contentType: "image/png" } }, shot), body({})),
  ];
}
