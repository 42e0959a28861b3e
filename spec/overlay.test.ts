import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { loadContract } from "./contract.ts";
import { applyOverlay, OverlayError } from "./overlay.ts";

const { document } = loadContract();
const head = { overlay: "1.0.0", info: { title: "Mine", version: "1" } };
const overlay = (...actions: readonly unknown[]) => ({ ...head, actions });

describe("an overlay", () => {
  it("is applied to a copy, whether it is text or an object", async () => {
    const before = structuredClone(document);
    const mine = overlay({ target: "$.info", update: { title: "Mine" } });
    const applied = await applyOverlay(document, mine, "mine.yaml");
    expect(applied.info).toMatchObject({ title: "Mine", version: "1.0.0" });
    expect(document).toEqual(before);
    expect(await applyOverlay(document, JSON.stringify(mine), "mine.json")).toEqual(applied);
    const yaml =
      "overlay: 1.0.0\ninfo: {title: Mine, version: '1'}\nactions: [{target: $.info, update: {title: Mine}}]";
    expect(await applyOverlay(document, yaml, "mine.yaml")).toEqual(applied);
  });

  it("removes, and may then update what came in its place", async () => {
    const responses = "$.paths['/v1/feedback'].post.responses";
    const { paths } = await applyOverlay(
      document,
      overlay(
        { target: `${responses}['2XX']`, remove: true },
        { target: responses, update: { "201": { description: "Created" } } },
        { target: `${responses}['201']`, update: { description: "Accepted" } },
      ),
      "mine.yaml",
    );
    expect(paths["/v1/feedback"]?.post).toMatchObject({ responses: { "201": { description: "Accepted" } } });
    expect(paths["/v1/feedback"]?.post).not.toHaveProperty(["responses", "2XX"]);
  });

  it("may carry fields of its own beside the known ones", async () => {
    const action = { target: "$.info", description: "why", update: { "x-mine": 1 } };
    expect((await applyOverlay(document, { ...overlay(action), "x-note": 1 }, "mine.yaml")).info).toHaveProperty(
      "x-mine",
    );
  });
});

describe("an overlay is refused in one sentence that says where", () => {
  it.each([
    ["{", /mine\.yaml is neither YAML nor JSON: /],
    ["just text", /mine\.yaml is not an OpenAPI Overlay: it is not an object\./],
    [null, /it is not an object/],
    [[], /it is not an object/],
    [{ ...overlay(), overlay: 1 }, /`overlay` must be a version string/],
    [{ ...overlay({}), overlay: "1.1.0" }, /version 1\.1\.0 is not supported/],
    [{ overlay: "1.0.0", actions: [] }, /`info` must be an object/],
    [{ overlay: "1.0.0", info: { title: "Mine" }, actions: [] }, /`title` and a `version`/],
    [head, /`actions` must be a list/],
    [overlay(), /`actions` must be a list of at least one/],
    [overlay("x"), /action 1 is not an object/],
    [overlay({ target: "$.info", update: {} }, { update: {} }), /the `target` of action 2 must be a JSONPath/],
    [overlay({ target: "info", update: {} }), /must be a JSONPath that starts with \$/],
    [overlay({ target: "$.info" }), /action 1 has neither `update` nor `remove: true`/],
    [overlay({ target: "$.info", remove: false }), /has neither/],
    [overlay({ target: "$.info", remove: "yes" }), /`remove` of action 1 must be true or false/],
    [overlay({ target: "$.info", update: "x" }), /`update` of action 1 must be an object/],
    [overlay({ target: "$", remove: true }), /removes the whole document/],
    [overlay({ target: "$.nowhere", update: { x: 1 } }), /^mine\.yaml: action 1 matches nothing: \$\.nowhere$/],
    [overlay({ target: "$.info.nothing", remove: true }), /action 1 matches nothing: \$\.info\.nothing/],
    [overlay({ target: "$.[[", update: { x: 1 } }), /action 1 matches nothing: \$\.\[\[/],
  ])("%j", async (given, message) => {
    const refusal = await applyOverlay(document, given, "mine.yaml").then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(refusal).toBeInstanceOf(OverlayError);
    expect(refusal).toMatchObject({ message: expect.stringMatching(message) });
    expect(String(refusal)).not.toContain("\n");
  });
});

it("the reference's overlay gives every operation one success, with the code that the reference answers", async () => {
  const text = readFileSync(new URL("./reference.overlay.yaml", import.meta.url), "utf8");
  const { operations } = loadContract(await applyOverlay(document, text, "reference.overlay.yaml"));
  const successes = Object.fromEntries(
    operations.map(({ id, responses }) => [
      id,
      [...responses.keys()].filter((status) => status.startsWith("2")).join(),
    ]),
  );
  const { submitFeedback, createOrganization, inviteMember, ...others } = successes;
  expect([submitFeedback, createOrganization, inviteMember]).toEqual(["202", "201", "204"]);
  expect(new Set(Object.values(others))).toEqual(new Set(["200"]));
});
