import { describe, expect, it } from "vitest";
import { answered, clientWith, key, read } from "../../client/client.test.support.ts";
import { exchangeWith } from "../../model/exchange.test.support.ts";
import { whyOperationLimit } from "./operation-limit.ts";

const limited = exchangeWith({ operation: "inviteMember", credential: key.label, status: 429 });

/** What follows from the second answer to a read of the products. */
const reasonAfter = async (status: number, remaining: string, rejected = limited) => {
  const { client } = clientWith((_, sent) =>
    sent === 1 ? answered(200) : answered(status, { "x-ratelimit-remaining": remaining }),
  );
  await client.send(read());
  return whyOperationLimit(rejected, [key], client);
};

describe("a 429 to one operation", () => {
  it("is of a limit of its own where products are served with requests left", async () => {
    expect(await reasonAfter(200, "57")).toContain("inviteMember has a limit of its own");
  });

  it.each([
    ["products are answered 429, too", 429, "0"],
    ["a bucket may just have been refilled", 200, "2"],
    ["nothing is reported", 200, ""],
  ])("may be of the organization's where %s", async (_, status, remaining) => {
    expect(await reasonAfter(status, remaining)).toBeUndefined();
  });

  it("may be of the organization's to a read of the products", async () => {
    const products = exchangeWith({ operation: "listProducts", credential: key.label, status: 429 });
    expect(await reasonAfter(200, "57", products)).toBeUndefined();
  });
});
