import { describe, expect, it } from "vitest";
import { firstProduct, type Started, started, type Who } from "../start.test.support.ts";

const lists = ["features", "problems", "releases", "contexts", "actors"];

/** The ids that somebody sees in a product's list. */
async function idsIn(reference: Started, who: Who, product: string, list: string): Promise<string[]> {
  const { json } = await reference.send(who, `/v1/products/${product}/${list}`);
  return json.data.map(({ id }: { id: string }) => id);
}

describe("§5.2: a key reads its own organization, and no other", () => {
  it("lists the products of its organization only", async () => {
    const reference = await started();
    const ids = async (who: Who) =>
      (await reference.send(who, "/v1/products")).json.data.map(({ id }: { id: string }) => id);
    const [acme, globex, initech, hooli] = await Promise.all((["key", "globex", "initech", "hooli"] as const).map(ids));
    expect([acme?.length, globex?.length, initech?.length, hooli?.length]).toEqual([3, 2, 1, 0]);
    expect(new Set([acme, globex, initech].flat()).size).toBe(6);
    expect(await ids("secondKey")).toEqual(acme);
    expect(await ids("session")).toEqual(acme);
  });

  it("answers 404 for another organization's product, as for none", async () => {
    const reference = await started();
    const product = await firstProduct(reference, "key");
    const [problem] = await idsIn(reference, "key", product, "problems");
    const paths = ["", ...lists.map((list) => `/${list}`), `/problems/${problem}`];
    for (const path of paths) {
      expect((await reference.send("key", `/v1/products/${product}${path}`)).status).toBe(200);
      const foreign = await reference.send("globex", `/v1/products/${product}${path}`);
      const unknown = await reference.send("globex", `/v1/products/unknown${path}`);
      expect(foreign.status).toBe(404);
      expect(foreign.json).toEqual(unknown.json);
    }
  });

  it("finds a problem below its own product only", async () => {
    const reference = await started();
    const { json } = await reference.send("key", "/v1/products");
    const [first, second] = json.data;
    const [problem] = await idsIn(reference, "key", first.id, "problems");
    expect((await reference.send("key", `/v1/products/${second.id}/problems/${problem}`)).status).toBe(404);
  });

  it("keeps feedback to its organization", async () => {
    const reference = await started();
    const productId = await firstProduct(reference, "key");
    const { json } = await reference.send("key", "/v1/feedback", { body: { productId, content: { body: "Hello" } } });
    const path = `/v1/feedback/${json.feedbackId}/status`;
    expect((await reference.send("secondKey", path)).status).toBe(200);
    expect((await reference.send("session", path)).status).toBe(200);
    expect((await reference.send("globex", path)).status).toBe(404);
  });

  it("takes feedback on its own products, contexts and actors only", async () => {
    const reference = await started();
    const { json } = await reference.send("key", "/v1/products");
    const [first, second] = json.data;
    const [contextId] = await idsIn(reference, "key", first.id, "contexts");
    const [actorId] = await idsIn(reference, "key", first.id, "actors");
    const submit = (who: Who, body: object) =>
      reference.send(who, "/v1/feedback", { body: { content: { body: "Hello" }, ...body } });
    expect((await submit("key", { productId: first.id, contextId, actorId })).status).toBe(202);
    const rejected = [
      [await submit("globex", { productId: first.id }), "productId"],
      [await submit("key", { productId: second.id, contextId }), "contextId"],
      [await submit("key", { productId: second.id, actorId }), "actorId"],
    ] as const;
    for (const [answer, field] of rejected) {
      expect(answer.status).toBe(404);
      expect(answer.json.issues).toEqual([{ code: "not_found", message: expect.any(String), path: [field] }]);
    }
  });

  it("reads its own organization and members", async () => {
    const reference = await started();
    const { org } = reference.credential("key");
    expect((await reference.send("key", "/v1/organizations")).json).toMatchObject([{ id: org }]);
    expect((await reference.send("key", `/v1/organizations/${org}/members`)).json).toHaveLength(4);
    for (const path of ["", "/members"]) {
      expect((await reference.send("globex", `/v1/organizations/${org}${path}`)).status).toBe(404);
    }
    const body = { email: "new@example.com" };
    expect((await reference.send("globex", `/v1/organizations/${org}/invite`, { body })).status).toBe(404);
  });

  it("reads the installation that is tied to it (§4, rule 2)", async () => {
    const reference = await started();
    const installation = async (who: Who) => (await reference.send(who, "/v1/installations/me")).json;
    const first = await installation("key");
    const second = await installation("secondKey");
    expect(first.orgId).toBe(reference.credential("key").org);
    expect(second.orgId).toBe(first.orgId);
    expect(second.id).not.toBe(first.id);
    expect((await installation("globex")).orgId).toBe(reference.credential("globex").org);
    expect((await reference.send("session", "/v1/installations/me")).status).toBe(404);
  });
});

describe("a session is its user's", () => {
  it("sees all organizations of its user, and those that it creates", async () => {
    const reference = await started();
    const ids = async () =>
      (await reference.send("session", "/v1/organizations")).json.map(({ id }: { id: string }) => id);
    const [acme, globex] = [reference.credential("key").org, reference.credential("globex").org];
    expect(await ids()).toEqual([acme, globex]);
    const { json } = await reference.send("session", "/v1/organizations", { body: { name: "New", slug: "new" } });
    expect(await ids()).toEqual([acme, globex, json.id]);
    expect((await reference.send("session", `/v1/organizations/${json.id}`)).json).toEqual(json);
    const members = await reference.send("session", `/v1/organizations/${json.id}/members`);
    expect(members.json).toMatchObject([{ role: "owner", firstName: "Ada" }]);
  });

  it("has in each organization its user's role there", async () => {
    const reference = await started();
    const invite = (org: string) =>
      reference.send("session", `/v1/organizations/${org}/invite`, { body: { email: "new@example.com" } });
    expect((await invite(reference.credential("key").org)).status).toBe(204);
    expect((await invite(reference.credential("globex").org)).status).toBe(403);
  });
});
