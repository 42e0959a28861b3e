import { expect, it } from "vitest";
import { virtualClock } from "../../../clock.ts";
import { startReference } from "../../../reference/start.ts";
import { conform } from "../../index.ts";

async function notesWith(variants: readonly string[] = [], send = fetch) {
  const clock = virtualClock();
  const { target, close } = await startReference({ clock, variants });
  const { notes } = await conform({ ...target, clock, fetch: send, only: ["profile"] });
  await close();
  return notes;
}

it("a profile whose preferences are merged is not restored, which a note says", async () => {
  expect(await notesWith()).toEqual([]);
  expect(await notesWith(["profile-slow"])).toEqual([
    expect.stringMatching(/^preferences that this run added \(.*\) are still in the answer .*: does the target merge/),
  ]);
});

it("an avatarType that is not put back is named in a note", async () => {
  let hasPicture = false;
  const keeping: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    if (!String(input).endsWith("/v1/me") || !response.ok) return response;
    hasPicture ||= /"avatarBase64"/.test(new TextDecoder().decode(init?.body as Uint8Array | undefined));
    const { "content-length": _, ...headers } = Object.fromEntries(response.headers);
    const profile: object = JSON.parse(await response.text());
    return Response.json(hasPicture ? { ...profile, avatarType: "image" } : profile, { headers });
  };
  expect(await notesWith([], keeping)).toEqual([
    expect.stringMatching(/^avatarType of the profile is still "image" in/),
  ]);
});
