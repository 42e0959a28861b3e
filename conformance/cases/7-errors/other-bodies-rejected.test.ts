import { expect, it } from "vitest";
import { virtualClock } from "../../../clock.ts";
import { startReference } from "../../../reference/start.ts";
import { conform } from "../../index.ts";

it("four consecutive seeds send each type of JSON to each operation that takes a body", async () => {
  const clock = virtualClock();
  const reference = await startReference({ clock });
  const sent = new Set<string>();
  try {
    for (const seed of [0, 1, 2, 3]) {
      const { exchanges } = await conform({ ...reference.target, clock, seed, only: ["error.other-bodies"] });
      for (const { operation, request, intent } of exchanges)
        if (intent === "invalid" && !request.body?.startsWith("{")) sent.add(`${operation} ${request.body?.charAt(0)}`);
    }
  } finally {
    await reference.close();
  }
  const types = ["n", "[", '"', "7"];
  const operations = ["submitFeedback", "updateMe", "createOrganization", "inviteMember"];
  expect([...sent].sort()).toEqual(operations.flatMap((each) => types.map((type) => `${each} ${type}`)).sort());
});
