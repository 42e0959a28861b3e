/** §5.2: every key of an organization has access to all its products, also the third. */
import { expect, it } from "vitest";
import { virtualClock } from "../../../clock.ts";
import { startReference } from "../../../reference/start.ts";
import { conform } from "../../index.ts";

const third = "fpk_key_third_0123456789abcdef";

it("a third key of an organization that lists fewer products than the first is found", async () => {
  const clock = virtualClock();
  const { target, close } = await startReference({ clock });
  const [first] = target.credentials;
  const altered: typeof fetch = async (input, init) => {
    const headers = new Headers(init?.headers);
    const isThird = headers.get("authorization") === `Bearer ${third}`;
    if (isThird) headers.set("authorization", `Bearer ${first?.token}`);
    const response = await fetch(input, { ...init, headers });
    if (!isThird || !String(input).endsWith("/v1/products")) return response;
    const { data } = (await response.json()) as { readonly data: readonly unknown[] };
    const kept = new Headers(response.headers);
    for (const name of ["content-length", "content-encoding"]) kept.delete(name);
    return new Response(JSON.stringify({ data: data.slice(0, 1) }), { status: response.status, headers: kept });
  };
  try {
    const credentials = [...target.credentials, { ...first, token: third }];
    const run = { ...target, credentials, clock, seed: 1, fetch: altered, only: ["scope.listed-products"] };
    const { results } = await conform(run);
    const [failed] = results.filter(({ verdict }) => verdict === "fail");
    expect(failed).toMatchObject({ id: "scope.listed-products", actual: expect.stringMatching(/: 1 for KEY_\d+$/) });
  } finally {
    await close();
  }
});
