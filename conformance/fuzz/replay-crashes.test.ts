import { afterEach, describe, expect, it } from "vitest";
import { realClock } from "../../clock.ts";
import { type RunningReference, startReference } from "../../reference/start.ts";
import { loadContract } from "../../spec/contract.ts";
import { fullSubmission } from "../cases/shared/full-submission.ts";
import { callerOf } from "../client/caller.ts";
import { createClient } from "../client/client.ts";
import { createTransport, type Transport } from "../client/transport.ts";
import { listItems } from "../model/body.ts";
import { exchangeWith } from "../model/exchange.test.support.ts";
import { parseTarget } from "../target-file/parse.ts";
import { replayCrashes } from "./replay-crashes.ts";

let reference: RunningReference | undefined;
let transport: Transport | undefined;
afterEach(async () => {
  await transport?.close();
  await reference?.close();
});

/** Replays a generated submission that was answered 500, on the reference with this fault. */
async function replayed(mutant: string | undefined, body: object, isAccepted = true) {
  reference = await startReference({ mutant });
  const target = parseTarget(reference.target, {}, "the reference");
  transport = createTransport({ clock: realClock });
  const contract = loadContract();
  const client = createClient({ target, transport, contract, clock: realClock });
  const [credential] = target.credentials;
  if (credential === undefined) throw new Error("no credential");
  const caller = callerOf(credential, credential.org);
  const [product] = listItems(await client.send({ operation: "listProducts", caller }));
  const accepted = fullSubmission({ productId: isAccepted ? (product?.id ?? "") : "nowhere" }, "fpk-1", contract);
  const crashed = exchangeWith({ operation: "submitFeedback", status: 500, requestBody: JSON.stringify(body) });
  const result = await replayCrashes([crashed], { client, caller, accepted });
  return { result, sent: client.exchanges.filter(({ operation }) => operation === "submitFeedback") };
}

describe("a text that makes a submission a 5xx", () => {
  it("is shown by itself: twice with it, once without", async () => {
    const { result, sent } = await replayed("column-of-latin1", { productId: 7, notes: "漢", further: "x" });
    expect(result?.check.clause).toBe("submission.text");
    expect(result?.verdict).toMatchObject({ verdict: "fail", shown: sent[1]?.index });
    expect(sent.map(({ status }) => status)).toEqual([500, 500, 202]);
    expect(sent[1]?.request.body).toContain("漢");
    expect(sent[1]?.request.body).not.toContain("further");
  });

  it("is sent as notes if it was generated for another field", async () => {
    const { result, sent } = await replayed("column-of-latin1", { notes: "plain", sourceUrl: "漢", 字: 1 });
    expect(result?.verdict).toMatchObject({ verdict: "fail", shown: sent[2]?.index });
    expect(JSON.parse(sent[2]?.request.body ?? "")).toMatchObject({ notes: "plain 漢 字" });
  });

  it("is not blamed if another part of the request is the cause", async () => {
    expect((await replayed(undefined, { notes: "漢" })).result).toBeUndefined();
    const { result, sent } = await replayed(undefined, { productId: "'", sourceUrl: "'" });
    // Tried as notes, and taken.
    expect([result, sent.map(({ status }) => status)]).toEqual([undefined, [202]]);
  });

  it("is not blamed if no submission is accepted", async () => {
    const { result, sent } = await replayed("column-of-latin1", { notes: "漢" }, false);
    expect([result, sent.map(({ isSuccess }) => isSuccess)]).toEqual([undefined, [false, false, false]]);
  });
});
