import { expect, it } from "vitest";
import { sourceOf } from "../contract.test.support.ts";
import { load } from "./load.ts";

it("a contract that has a file for each schema is read, however many there are", () => {
  const count = 2000;
  const schemas = Array.from({ length: count }, (_, at) => [`S${at}`, { $ref: `schemas/${at}.yaml` }]);
  const root = JSON.stringify({ openapi: "3.1.0", paths: {}, components: { schemas: Object.fromEntries(schemas) } });
  const source = sourceOf(root, "openapi.json");
  const read = (path: string) => (path.startsWith("schemas/") ? "type: string\n" : source.read(path));
  expect(load({ ...source, read })).toMatchObject({ files: { size: count + 1 } });
});
