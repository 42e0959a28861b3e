/** Changes of the whole document, which belong to no operation. */
import type { Document } from "../contract.test.support.ts";
import { oauth } from "./codes-and-parameters.test.support.ts";
import { type Single, single } from "./single.test.support.ts";

const region = (now: object) => (document: Document) =>
  (document.servers[0] = { url: "https://{region}.example.com/api", variables: { region: { default: "eu", ...now } } });

const scopes = { read: "Reads", write: "Writes" };
const refreshedAt = (path: string) => ({ refreshUrl: `https://example.com/${path}` });

/** An operation accepts a token of an OAuth flow with these scopes. */
const withFlow =
  (declared: object, urls: object = {}, name = "oauth", security: readonly object[] = [{ [name]: ["read"] }]) =>
  (document: Document) => {
    const flow = { tokenUrl: "https://example.com/token", ...urls, scopes: declared };
    document.components.securitySchemes[name] = { type: "oauth2", flows: { clientCredentials: flow } };
    document.paths["/v1/products"].get.security = security;
  };

export function wholeDocumentChanges(): readonly Single[] {
  return [
    single("no credentials anywhere", "BB", (d) => delete d.security),
    single("no credentials needed anywhere", "AB", (d) => d.security.push({})),
    single(
      "another scheme",
      "BB",
      (d) => (d.components.securitySchemes.bearer = { type: "apiKey", in: "header", name: "X-Key" }),
    ),
    single("a second scheme", "AB", (d) => {
      d.components.securitySchemes.key = { type: "apiKey", in: "header", name: "X-Key" };
      d.security.push({ key: [] });
    }),
    single("a server more", "AE", (d) => d.servers.push({ url: "https://eu.example.com/api" })),
    single("a server less", "BE", (d) => d.servers.pop()),
    single("a server elsewhere", "BE", (d) => (d.servers[0].url = "https://other.example.com/api")),
    single("another prefix", "BB", (d) => {
      d.paths = Object.fromEntries(Object.entries(d.paths).map(([path, item]) => [path.replace("/v1", "/v2"), item]));
    }),
    single("another title", "EE", (d) => (d.info.title = "Otherwise")),
    single("another description", "EE", (d) => (d.info.description = "Otherwise")),
    single("a tag described otherwise", "EE", (d) => (d.tags[0].description = "Otherwise")),
    single(
      "the scheme described otherwise",
      "EE",
      (d) => (d.components.securitySchemes.bearer.description = "Otherwise"),
    ),
    single("another licence", "EE", (d) => (d.info.license = { name: "ISC", identifier: "ISC" })),
    single("openapi 3.1.1", "EE", (d) => (d.openapi = "3.1.1")),
    single(
      "an operation on a server of its own",
      "BE",
      (d) => (d.paths["/v1/products"].get.servers = [{ url: "https://products.example.com" }]),
    ),
    single("an operation with the document's servers", "", (d) => (d.paths["/v1/products"].get.servers = d.servers)),
    single(
      "a path with the document's servers, and not all of them",
      "BE",
      (d) => (d.paths["/v1/products"].servers = d.servers.slice(1)),
    ),
    ...[(d: Document) => delete d.servers, (d: Document) => (d.servers = [])].flatMap((none, at) => {
      const standard = (d: Document) => (d.servers = [{ url: "/" }]);
      return [
        single(`the standard server is no longer named ${at}`, "", none, standard),
        single(`the standard server is named ${at}`, "", standard, none),
      ];
    }),
    single(
      "a server beside the standard one",
      "AE",
      (d) => (d.servers = [{ url: "/" }, { url: "https://eu.example.com" }]),
      (d) => delete d.servers,
    ),
    single("servers in another order", "", (d) => d.servers.reverse()),
    single("a server described otherwise", "EE", (d) => (d.servers[0].description = "Otherwise")),
    single("a server's variable has another default", "BE", region({ default: "us" }), region({})),
    single("a server's variable has a value more", "AE", region({ enum: ["eu", "us"] }), region({ enum: ["eu"] })),
    single("a server's variable described otherwise", "EE", region({ description: "Where" }), region({})),
    single("a part of a server's URL becomes a variable", "EE", region({}), (d) => {
      d.servers[0] = { url: "https://eu.example.com/api" };
    }),
    single(
      "a server's variable is gone",
      "BE",
      (d) => (d.servers[0] = { url: "https://eu.example.com/api" }),
      region({}),
    ),
    single("a scope that no operation requires is gone", "BA", withFlow({ read: "Reads" }), withFlow(scopes)),
    single("a scope more", "AB", withFlow({ ...scopes, admin: "All" }), withFlow(scopes)),
    single("a scope described otherwise", "EE", withFlow({ ...scopes, write: "All" }), withFlow(scopes)),
    single("a scheme with scopes renamed", "", withFlow(scopes, {}, "login"), withFlow(scopes)),
    single(
      "a scope of a flow that no operation accepts is gone",
      "EE",
      withFlow({ read: "Reads" }, {}, "oauth", []),
      withFlow(scopes, {}, "oauth", []),
    ),
    single(
      "tokens are refreshed elsewhere",
      "BB",
      withFlow(scopes, refreshedAt("b")),
      withFlow(scopes, refreshedAt("a")),
    ),
    single("tokens can no longer be refreshed", "BA", withFlow(scopes), withFlow(scopes, refreshedAt("a"))),
    single("tokens can be refreshed", "AB", withFlow(scopes, refreshedAt("a")), withFlow(scopes)),
    single("a form of tokens", "EE", (d) => (d.components.securitySchemes.bearer.bearerFormat = "JWT")),
    single("a scope described otherwise", "EE", oauth(["read"], "Reads all"), oauth(["read"])),
    single("tags in another order", "", (d) => d.tags.reverse()),
    single("a schema that nobody uses", "", (d) => (d.components.schemas.Unused = { type: "object" })),
    single("a webhook", "AB", (d) => {
      d.webhooks = { done: { post: { summary: "Done", responses: { "200": { description: "" } } } } };
    }),
    single("a link leads elsewhere", "EE", (d) => {
      d.components.responses.ProductList.links.getProduct.parameters.productId = "$response.body#/data/1/id";
    }),
    single(
      "an example that is an object",
      "EE",
      (d) => (d.components.schemas.Product.example = { id: "b", more: { x: 1 } }),
      (d) => (d.components.schemas.Product.example = { id: "a" }),
    ),
    single("an extension", "EE", (d) => (d["x-owner"] = "team")),
  ];
}
