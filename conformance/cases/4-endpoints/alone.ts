/** §4, endpoints 2, 5 and 15: a product, a problem and an organization read alone, each as its list shows it. */
import type { OperationId } from "../../../spec/contract.ts";
import { isObject, type Listed, listedOf } from "../../model/body.ts";
import { Skip } from "../../model/check.ts";
import type { Exchange } from "../../model/exchange.ts";
import { type Actor, type CaseContext, defineCase } from "../case.ts";
import { expectSuccess, mismatch } from "../given/expect.ts";

/** An item of a list, and the answer for it alone. */
interface Alone {
  readonly list: Exchange;
  readonly listed: Listed;
  readonly exchange: Exchange;
}

/** More than one, so that a lookup that forgets the id is seen: the products that `auth.all-products` reads too. */
async function productsAlone(context: CaseContext): Promise<readonly Alone[]> {
  const actor = context.as("key");
  const products = await context.list(actor, "listProducts");
  const list = await actor.read("listProducts");
  if (products.length === 0) throw new Skip(`a product in the organization of ${actor.caller.label}`);
  const read: Alone[] = [];
  for (const listed of context.sample(products, 4)) {
    read.push({ list, listed, exchange: await actor.read("getProduct", { productId: listed.id }) });
  }
  return read;
}

/** The first of each status that a list shows (at most four), and the last where all have one; and one of another product. */
async function problemsAlone(context: CaseContext): Promise<readonly Alone[]> {
  const actor = context.as("key");
  const { product, items, exchange: list } = await context.filled(actor, "listProblems");
  if (items.length === 0) throw new Skip("a problem in one of the first products");
  const isFirst = ({ fields }: Listed, at: number) =>
    items.findIndex((one) => one.fields.status === fields.status) === at;
  const ofEach = items.filter(isFirst).slice(0, 4);
  const chosen = ofEach.length > 1 ? ofEach : new Set([...ofEach, ...items.slice(-1)]);
  const read: Alone[] = [];
  for (const listed of chosen) {
    const parameters = { productId: product.id, problemId: listed.id };
    read.push({ list, listed, exchange: await actor.read("getProblem", parameters) });
  }
  return [...read, ...(await problemElsewhere(context, actor, product))];
}

/** A problem of another product, so that an answer to the first one's alone is seen. The third: `auth.all-products` lists its problems too. */
async function problemElsewhere(context: CaseContext, actor: Actor, { id }: Listed): Promise<readonly Alone[]> {
  const [first, second, third] = await context.list(actor, "listProducts");
  const product = [third, second, first].find((one) => one !== undefined && one.id !== id);
  if (product === undefined) return [];
  const list = await actor.read("listProblems", { productId: product.id });
  const [listed] = listedOf(list);
  if (listed === undefined) return [];
  const parameters = { productId: product.id, problemId: listed.id };
  return [{ list, listed, exchange: await actor.read("getProblem", parameters) }];
}

function aloneCase(
  operation: OperationId,
  claim: string,
  requests: number,
  readAlone: (context: CaseContext) => Promise<readonly Alone[]>,
) {
  return defineCase({
    id: `answers.${operation}`,
    clause: `endpoint.${operation}`,
    claim,
    needs: { credential: "key" },
    lane: "first",
    requests,
    async run(context) {
      for (const { list, listed, exchange } of await readAlone(context)) {
        expectSuccess(exchange, `for ${operation}`, [list]);
        const body = exchange.json();
        const isOther = isObject(body) && typeof body.id === "string" && body.id !== listed.id;
        if (isOther) mismatch(exchange, `the item ${JSON.stringify(listed.id)} that was asked for`);
      }
    },
  });
}

export const getProduct = aloneCase("getProduct", "A listed product can be read alone", 3, productsAlone);
export const getProblem = aloneCase(
  "getProblem",
  "A listed problem can be read alone, whatever its status and its product",
  6,
  problemsAlone,
);

/** The one that `answers.getOrganization` reads, where the key reads it too. */
async function organizationAlone(context: CaseContext): Promise<readonly Alone[]> {
  const actor = context.as("key");
  const list = await actor.read("listOrganizations").catch(() => undefined);
  const organizations = list === undefined ? [] : listedOf(list);
  const listed = organizations.find(({ id }) => id === actor.caller.organization) ?? organizations[0];
  if (list === undefined || listed === undefined) return [];
  return [{ list, listed, exchange: await actor.read("getOrganization", { orgId: listed.id }) }];
}

/** Fields that may change between two requests, or that a list may shorten, are left out. */
const compared = ["id", "slug", "name", "status", "statementFormat", "createdAt"];

function expectAgreement({ list, listed, exchange }: Alone): void {
  const body = exchange.json();
  if (!exchange.isSuccess || !isObject(body)) return;
  for (const name of compared) {
    const [inList, alone] = [listed.fields[name], body[name]];
    if (inList === undefined || alone === undefined || isSame(name, inList, alone)) continue;
    const actual = `${name} ${JSON.stringify(alone)}`;
    mismatch(exchange, `${name} ${JSON.stringify(inList)}, as in the list`, { actual, after: [list] });
  }
}

/** Two spellings of one time are one time. */
function isSame(name: string, one: unknown, other: unknown): boolean {
  if (name !== "createdAt") return one === other;
  return (
    one === other || (typeof one === "string" && typeof other === "string" && Date.parse(one) === Date.parse(other))
  );
}

export const listAndDetail = defineCase({
  id: "consistency.list-and-detail",
  clause: "endpoint.list-and-detail",
  claim: "A product, a problem and an organization are alone what they are in their list",
  needs: { credential: "key" },
  async run(context) {
    for (const alone of await productsAlone(context)) expectAgreement(alone);
    const problems = await problemsAlone(context).catch((error) => {
      if (error instanceof Skip) return [];
      throw error;
    });
    for (const alone of problems) expectAgreement(alone);
    for (const alone of await organizationAlone(context)) expectAgreement(alone);
    if (problems.some(({ exchange }) => !exchange.isSuccess)) throw new Skip("getProblem to answer");
  },
});
