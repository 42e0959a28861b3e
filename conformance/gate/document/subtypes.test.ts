import { expect, it } from "vitest";
import { stringify } from "yaml";
import { judge } from "../judge/judge.ts";
import type { Source } from "../sources/source.ts";
import { load } from "./load.ts";
import { type Normal, normalise } from "./normal.ts";

/** A contract whose events are in a file of their own, except one. */
function normalOf(place: object): Normal {
  const schema = { $ref: "schemas/events.yaml#/Event" };
  const responses = { 200: { description: "", content: { "application/json": { schema } } } };
  const texts: Readonly<Record<string, string>> = {
    "openapi.yaml": stringify({
      openapi: "3.0.3",
      info: { title: "Parcels", version: "1.0.0" },
      paths: { "/events": { get: { operationId: "listEvents", responses } } },
      components: { schemas: { Delay: { allOf: [schema, { type: "object", properties: { place } }] } } },
    }),
    "schemas/events.yaml": stringify({
      Event: { type: "object", properties: { kind: { type: "string" } }, discriminator: { propertyName: "kind" } },
      Scan: { allOf: [{ $ref: "#/Event" }, { type: "object", properties: { place } }] },
    }),
  };
  const source: Source = {
    name: "openapi.yaml",
    path: "openapi.yaml",
    root: "/",
    isInGit: false,
    read: (path) => texts[path],
    display: (path) => path,
  };
  const loaded = load(source);
  if ("message" in loaded) throw new Error(loaded.message);
  return normalise(loaded);
}

it("subtypes are found beside the schema with the discriminator, and among the components, whichever file they are in", () => {
  const changes = judge(normalOf({ type: "string" }), normalOf({ type: "integer" }));
  expect(changes.map(({ text, head }) => [text, head.file])).toEqual([
    ["Delay.place: type changed from string to integer in the response", "openapi.yaml"],
    ["events.Scan.place: type changed from string to integer in the response", "schemas/events.yaml"],
  ]);
});
