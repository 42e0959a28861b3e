/** Changes of codes, parameters, media types and credentials. Some have a BASE to which something is added that our contract lacks. */
import type { Document } from "../contract.test.support.ts";
import { type Label, rename, type Single, single } from "./single.test.support.ts";

const path = "/v1/products";
const responses = (document: Document): Document => document.paths[path].get.responses;

/** The success of `listProducts` by these codes in place of `2XX`. */
const successes =
  (...codes: readonly string[]) =>
  (document: Document) => {
    const all = responses(document);
    for (const code of codes) all[code] = all["2XX"];
    if (!codes.includes("2XX")) delete all["2XX"];
  };

/** The errors of `listProducts` by these codes in place of `default`. */
const errors =
  (...codes: readonly string[]) =>
  (document: Document) => {
    const { default: error, ...others } = responses(document);
    const listed = Object.fromEntries(codes.map((code) => [code, error]));
    document.paths[path].get.responses = { ...others, ...listed };
  };

export const parameters =
  (...list: readonly object[]) =>
  (document: Document) => {
    document.paths[path].get.parameters = list;
  };
const integer = (maximum?: number) => ({ type: "integer", ...(maximum === undefined ? {} : { maximum }) });
const limit = { name: "limit", in: "query", schema: integer() };
const ids = { name: "ids", in: "query", schema: { type: "array", items: { type: "string" } } };

const answeredAs = (type: string) => (document: Document) =>
  rename(document.components.responses.Product.content, "application/json", type);
const xmlToo = (holder: Document) => (holder.content["application/xml"] = holder.content["application/json"]);

export const oauth =
  (asked: readonly string[], read = "Reads") =>
  (document: Document) => {
    const scopes = { read, write: "Writes" };
    document.components.securitySchemes.oauth = {
      type: "oauth2",
      flows: { clientCredentials: { tokenUrl: "https://example.com/token", scopes } },
    };
    document.paths[path].get.security = [{ oauth: asked }];
  };

const callback = (document: Document) =>
  (document.paths["/v1/feedback"].post.callbacks = {
    done: { "{$request.body#/sourceUrl}": { post: { summary: "Done", responses: { "200": { description: "" } } } } },
  });

const servers = (document: Document) => (document.paths[path].servers = [{ url: "https://products.example.com/api" }]);

const key = (name: string) => ({ type: "apiKey", in: "header", name });
const withKey =
  (name: string, ...security: readonly object[]) =>
  (document: Document) => {
    document.components.securitySchemes.key = key(name);
    document.security = security;
  };

const security =
  (...alternatives: readonly object[]) =>
  (document: Document) =>
    (document.security = alternatives);

/** A text that is answered, and one that is sent, as a media type without and with a parameter. */
function mediaTypeParameters(): readonly Single[] {
  const as = (holder: "responses" | "requestBodies", name: string, type: string) => (document: Document) => {
    document.components[holder][name].content = { [type]: { schema: { type: "string" } } };
  };
  const answered = (type: string) => as("responses", "Product", type);
  const sent = (type: string) => as("requestBodies", "Invitation", type);
  const [plain, utf8, latin] = ["text/plain", "text/plain; charset=utf-8", "text/plain; charset=iso-8859-1"] as const;
  return [
    single("a text is answered in UTF-8", "AB", answered(utf8), answered(plain)),
    single("a text is answered in any encoding", "BA", answered(plain), answered(utf8)),
    single("a text is answered in another encoding", "BB", answered(latin), answered(utf8)),
    single("a text is taken in UTF-8", "BA", sent(utf8), sent(plain)),
    single("a text is taken in any encoding", "AB", sent(plain), sent(utf8)),
    single(
      "a text is taken in UTF-8 beside any other",
      "AB",
      (d) => {
        sent(plain)(d);
        const { content } = d.components.requestBodies.Invitation;
        content[utf8] = content[plain];
      },
      sent(plain),
    ),
  ];
}

export function codeAndParameterChanges(): readonly Single[] {
  return [
    single("two successes for any", "AB", successes("200", "201")),
    single("one of two successes", "AB", successes("200"), successes("200", "201")),
    single("any success beside the one", "BA", successes("200", "2XX"), successes("200")),
    single("errors by their ranges", "AA", (d) => {
      for (const range of ["4XX", "5XX"]) responses(d)[range] = responses(d).default;
      delete responses(d).default;
    }),
    single("one error of a range", "AB", errors("400"), errors("4XX")),
    single("one error of a range, and any other", "BA", errors("400", "default"), errors("4XX", "default")),
    single("an error with a body of its own", "BB", (d) => {
      const schema = { type: "object", required: ["message"], properties: { message: { type: "string" } } };
      responses(d)["422"] = { ...d.components.responses.Error, content: { "application/json": { schema } } };
    }),
    single("a header in lower case", "", (d) =>
      rename(d.components.responses.Product.headers, "X-RateLimit-Limit", "x-ratelimit-limit"),
    ),
    single("a header in another form", "BB", (d) => {
      const { schema, ...header } = d.components.headers.RateLimitLimit;
      d.components.headers.RateLimitLimit = { ...header, content: { "text/plain": { schema } } };
    }),
    single("a parameter is gone", "BA", () => {}, parameters(limit)),
    single("a required parameter is gone", "BB", () => {}, parameters({ ...limit, required: true })),
    single("a parameter is optional", "AB", parameters(limit), parameters({ ...limit, required: true })),
    single(
      "a parameter may be greater",
      "AB",
      parameters({ ...limit, schema: integer(200) }),
      parameters({ ...limit, schema: integer(100) }),
    ),
    single(
      "a parameter may be less great",
      "BA",
      parameters({ ...limit, schema: integer(50) }),
      parameters({ ...limit, schema: integer(100) }),
    ),
    single(
      "a parameter has another type, and no default",
      "BB",
      parameters({ ...limit, schema: { type: "string" } }),
      parameters({ ...limit, schema: { ...integer(), default: 20 } }),
    ),
    single("a parameter is deprecated", "AE", parameters({ ...limit, deprecated: true }), parameters(limit)),
    single("an empty value is taken", "AB", parameters({ ...limit, allowEmptyValue: true }), parameters(limit)),
    single("no empty value is taken", "BA", parameters(limit), parameters({ ...limit, allowEmptyValue: true })),
    ...[
      ["no value has one", ["a-1", "b"], ""],
      ["a value has one", ["a/1", "b"], "AB"],
    ].map(([name, values, label]) => {
      const by = { name: "by", in: "query", schema: { type: "string", enum: values } };
      const title = `reserved characters are sent as they are, and ${name}`;
      return single(title, label as Label, parameters({ ...by, allowReserved: true }), parameters(by));
    }),
    single("a parameter in one piece", "BB", parameters({ ...ids, explode: false }), parameters(ids)),
    single("a parameter as it is anyway", "", parameters({ ...ids, style: "form", explode: true }), parameters(ids)),
    single("parameters in another order", "", parameters(ids, limit), parameters(limit, ids)),
    single("a parameter before the others", "AA", parameters(ids, limit), parameters(limit)),
    single("a path's parameter as it is anyway", "", (d) => (d.components.parameters.orgId.explode = false)),
    single("a path's parameter by a pattern", "BA", (d) => (d.components.parameters.orgId.schema.pattern = "^org_")),
    single(
      "a body need not be sent",
      "AB",
      () => {},
      (d) => (d.components.requestBodies.Invitation.required = true),
    ),
    single(
      "XML is no longer taken",
      "BA",
      () => {},
      (d) => xmlToo(d.components.requestBodies.Invitation),
    ),
    single(
      "XML is no longer answered",
      "BB",
      () => {},
      (d) => xmlToo(d.components.responses.Product),
    ),
    single("XML in place of JSON", "BB", (d) =>
      rename(d.components.responses.Product.content, "application/json", "application/xml"),
    ),
    single("any application type is taken, JSON among them", "AB", (d) =>
      rename(d.components.requestBodies.Invitation.content, "application/json", "application/*"),
    ),
    single(
      "any type is no longer taken, but JSON is",
      "BA",
      () => {},
      (d) => rename(d.components.requestBodies.Invitation.content, "application/json", "*/*"),
    ),
    single("any application type is answered, JSON among them", "BA", (d) =>
      rename(d.components.responses.Product.content, "application/json", "application/*"),
    ),
    single("any type is answered, not only any application type", "BA", answeredAs("*/*"), answeredAs("application/*")),
    single("any application type is answered beside JSON", "AA", (d) => {
      const { content } = d.components.responses.Product;
      content["application/*"] = content["application/json"];
    }),
    single("JSON, taken as any application type, must have a name", "BB", (d) => {
      const { content } = d.components.requestBodies.Invitation;
      content["application/*"] = {
        schema: { type: "object", required: ["email", "name"], properties: { email: { type: "string" } } },
      };
      delete content["application/json"];
    }),
    ...mediaTypeParameters(),
    ...["Accept", "content-type", "Authorization"].map((name) =>
      single(
        `a header that OpenAPI ignores: ${name}`,
        "",
        parameters({ name, in: "header", required: true, schema: { type: "string" } }),
        parameters(),
      ),
    ),
    single("a header of a response that OpenAPI ignores", "", (d) => {
      d.components.responses.Product.headers["Content-Type"] = { schema: { type: "string" } };
    }),
    single("not deprecated, written out", "", (d) => (d.paths[path].get.deprecated = false)),
    single("no links", "EE", (d) => delete d.components.responses.ProductList.links),
    single("a callback", "AB", callback),
    single("no callback", "BA", () => {}, callback),
    single("a server of a path", "BE", servers),
    single("no server of a path", "BE", () => {}, servers),
    single("a path in another case", "BB", (d) => rename(d.paths, path, "/v1/Products")),
    single("a parameter in another case", "BA", parameters({ ...limit, name: "Limit" }), parameters(limit)),
    single(
      "a header sent in another case",
      "",
      parameters({ ...limit, in: "header", name: "X-LIMIT" }),
      parameters({ ...limit, in: "header", name: "x-limit" }),
    ),
    single("a parameter in a header", "BA", parameters({ ...limit, in: "header" }), parameters(limit)),
    single(
      "a required parameter in a header",
      "BB",
      parameters({ ...limit, required: true, in: "header" }),
      parameters({ ...limit, required: true }),
    ),
    single("a path is summed up", "EE", (d) => (d.paths[path].summary = "Products")),
    single("one more scope", "BB", oauth(["read", "write"]), oauth(["read"])),
    single(
      "one flow more",
      "AB",
      (d) => {
        oauth(["read"])(d);
        const { flows } = d.components.securitySchemes.oauth;
        flows.password = flows.clientCredentials;
      },
      oauth(["read"]),
    ),
    single("one scope less", "AB", oauth(["read"]), oauth(["read", "write"])),
    single("credentials as everywhere", "", (d) => (d.paths[path].get.security = [{ bearer: [] }])),
    single("a scheme renamed", "", (d) => {
      rename(d.components.securitySchemes, "bearer", "token");
      d.security = [{ token: [] }];
    }),
    single("a key's header in lower case", "", withKey("x-key", { key: [] }), withKey("X-Key", { key: [] })),
    single("a second scheme in combination", "BB", withKey("X-Key", { bearer: [], key: [] })),
    single(
      "an alternative scheme is gone",
      "BB",
      withKey("X-Key", { bearer: [] }),
      withKey("X-Key", { bearer: [] }, { key: [] }),
    ),
    single("a path by reference", "", (d) => {
      d.components.pathItems = { products: d.paths[path] };
      d.paths[path] = { $ref: "#/components/pathItems/products" };
    }),
    single("an empty alternative to credentials", "BB", (d) => (d.paths[path].get.security = [{}])),
    single("optional credentials", "AB", security({}, { bearer: [] }), security({})),
    single("optional credentials are gone", "BA", security({}), security({}, { bearer: [] })),
    single("other optional credentials", "BB", withKey("X-Other", {}, { key: [] }), withKey("X-Key", {}, { key: [] })),
    single("other credentials, or none", "BB", withKey("X-Key", {}, { key: [] })),
  ];
}
