import { expect, it } from "vitest";
import { virtualClock } from "../../../clock.ts";
import { startReference } from "../../../reference/start.ts";
import { conform } from "../../index.ts";

/** What the check expects of a server that answers 500 to writes with bodies for which `crashes` is true, and then perhaps nothing to others. */
async function expectedOf(crashes: (body: string) => boolean, closesAfter = false) {
  const clock = virtualClock();
  const reference = await startReference({ clock });
  let hasCrashed = false;
  const crashing: typeof fetch = async (input, init) => {
    const body = await new Response(init?.body ?? null).text();
    if (init?.method === "GET") return fetch(input, init);
    if (crashes(body)) {
      hasCrashed = true;
      return Response.json({ error: "internal" }, { status: 500 });
    }
    if (hasCrashed && closesAfter) throw new TypeError("fetch failed");
    return fetch(input, init);
  };
  try {
    const { results } = await conform({
      ...reference.target,
      clock,
      seed: 1,
      fetch: crashing,
      only: ["error.oversized-body"],
    });
    return results.find(({ id }) => id === "error.oversized-body")?.expected;
  } finally {
    await reference.close();
  }
}

it("a 5xx to a large body is a matter of its size only if a small one is answered otherwise", async () => {
  expect(await expectedOf((body) => body.length > 1_000_000)).toBe("a 4xx for a body of 2.5 MiB");
  expect(await expectedOf(() => true)).toMatch(/^a 4xx for \{.{1,200}\}, of any size$/);
});

it("a 5xx to a large body is found where the small one is not answered", async () => {
  expect(await expectedOf((body) => body.length > 1_000_000, true)).toBe("a 4xx for a body of 2.5 MiB");
});
