import { expect, it } from "vitest";
import { started } from "../start.test.support.ts";

it("an update keeps what it is given, and leaves what it is not", async () => {
  const reference = await started();
  const before = (await reference.send("session", "/v1/me")).json;
  const body = `{"firstName":"A\\u0000\\ud83e\\udd89\\ud800\\"'; --","preferences":{"__proto__":{"x":1},"deep":{"er":[[[{}]]]},"":null}}`;
  const updated = await reference.send("session", "/v1/me", { method: "PUT", body });
  expect(updated.status).toBe(200);
  const after = await reference.send("session", "/v1/me");
  expect(after.json).toEqual(updated.json);
  expect(JSON.stringify(after.json.preferences)).toBe('{"__proto__":{"x":1},"deep":{"er":[[[{}]]]},"":null}');
  expect(after.json.firstName).toBe("A\0🦉\ud800\"'; --");
  expect(after.json).toEqual({
    ...before,
    firstName: after.json.firstName,
    preferences: after.json.preferences,
    updatedAt: new Date(reference.clock.now()).toISOString(),
  });
});

it("a key acts for the member who created it", async () => {
  const reference = await started();
  const names = async () => [
    (await reference.send("key", "/v1/me")).json.firstName,
    (await reference.send("secondKey", "/v1/me")).json.firstName,
  ];
  expect(await names()).toEqual(["Ada", "ब्रह्म"]);
  await reference.send("secondKey", "/v1/me", { method: "PUT", body: { firstName: "B" } });
  expect(await names()).toEqual(["Ada", "B"]);
});
