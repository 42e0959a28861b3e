import { describe, expect, it } from "vitest";
import { answered, clientWith, key } from "../../client/client.test.support.ts";
import type { JsonObject } from "../../model/body.ts";
import { Skip } from "../../model/check.ts";
import type { Actor } from "../case.ts";
import { initialStrategy, putProfile, type UpdateStrategy } from "./update-profile.ts";

const original = { firstName: "Ada", lastName: "L", avatarType: "initials", preferences: { theme: "dark" } };

interface Given {
  readonly fields?: JsonObject;
  readonly mayReplacePicture?: boolean;
  readonly strategy?: UpdateStrategy;
  readonly shown?: JsonObject;
}

/** Updates on a target that rejects for the field that `rejected` gives. Its issues name that field, another one, or none. */
function updated(rejected: (body: JsonObject) => string | undefined, isNamed: boolean | string = true) {
  const { client, sent } = clientWith(({ body }) => {
    const field = rejected(JSON.parse(String(body ?? "{}")));
    if (field === undefined) return answered(200);
    const path = [typeof isNamed === "string" ? isNamed : field];
    const issues = isNamed === false ? [] : [{ code: "invalid", message: "is not taken", path }];
    return answered(400, {}, JSON.stringify({ error: "no", issues }));
  });
  const actor: Actor = {
    caller: key,
    send: (operation, options) => client.send({ operation, caller: key, ...options }),
    read: () => Promise.reject(new Error("nothing is read")),
  };
  const put = ({ fields = {}, mayReplacePicture = true, strategy = initialStrategy(), shown = original }: Given = {}) =>
    putProfile(actor, { original: shown, fields, mayReplacePicture, strategy });
  return { put, bodies: () => sent.map(({ body }) => Object.keys(JSON.parse(String(body ?? "{}"))).sort()) };
}

const lacking = (field: string) => (body: JsonObject) => (field in body ? undefined : field);
const having = (field: string) => (body: JsonObject) => (field in body ? field : undefined);

describe("an update of the profile", () => {
  it("carries what was there, and what is given", async () => {
    const { put, bodies } = updated(() => undefined);
    expect((await put({ fields: { firstName: "Grace" } })).status).toBe(200);
    expect(bodies()).toEqual([["avatarType", "firstName", "lastName", "preferences"]]);
  });

  it("is sent without the field that it is rejected for, and so is the next one immediately", async () => {
    const { put, bodies } = updated(having("lastName"));
    const strategy = initialStrategy();
    await put({ strategy });
    await put({ strategy, fields: { preferences: {} } });
    expect(bodies().slice(1)).toEqual([
      ["avatarType", "firstName", "preferences"],
      ["avatarType", "firstName", "preferences"],
    ]);
  });

  it.each([
    ["no rejection says why", false],
    ["rejections name what is no field of an update", "content"],
  ] as const)("is sent with less and less where %s, never without what is given", async (_, isNamed) => {
    const { put, bodies } = updated(having("lastName"), isNamed);
    expect((await put({ fields: { preferences: {} } })).status).toBe(200);
    expect(bodies()).toEqual([
      ["avatarType", "firstName", "lastName", "preferences"],
      ["firstName", "lastName", "preferences"],
      ["firstName", "preferences"],
    ]);
  });

  it("leaves out first what getMe shows with a wrong type, if no rejection says why", async () => {
    const { put, bodies } = updated(having("preferences"), false);
    expect((await put({ shown: { ...original, preferences: "{}" } })).status).toBe(200);
    expect(bodies().slice(1)).toEqual([["avatarType", "firstName", "lastName"]]);
  });

  it("is sent with a picture where nothing less is enough, if one may be sent; the next one immediately", async () => {
    for (const isNamed of [true, false]) {
      const { put, bodies } = updated(lacking("avatarBase64"), isNamed);
      const strategy = initialStrategy();
      expect((await put({ strategy })).status).toBe(200);
      const count = bodies().length;
      expect((await put({ strategy })).status).toBe(200);
      expect(bodies().length).toBe(count + 1);
      expect(count).toBe(isNamed ? 2 : 5);
    }
    await expect(updated(lacking("avatarBase64")).put({ mayReplacePicture: false })).rejects.toThrow(Skip);
  });

  it("is rejected for what is given, whatever goes along", async () => {
    const { put, bodies } = updated(having("firstName"));
    expect((await put({ fields: { firstName: "Grace" } })).status).toBe(400);
    expect(bodies().every((names) => names.includes("firstName"))).toBe(true);
    expect(bodies().length).toBe(2);
  });
});
