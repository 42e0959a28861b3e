/** Changes below `content` of parameters and headers. */
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
