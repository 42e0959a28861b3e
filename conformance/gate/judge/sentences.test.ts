import { describe, expect, it } from "vitest";
import { oauth } from "../changes/codes-and-parameters.test.support.ts";
import { contract, type Document, normalOf, normalOfFiles } from "../contract.test.support.ts";
import { judge } from "./judge.ts";

type Change = (document: Document) => unknown;

/** What the gate says of a change of our contract, to which `before` was done first. */
function sentences(change: Change, before: Change = () => {}): readonly string[] {
  const [base, head] = [contract(), contract()];
  for (const document of [base, head]) before(document);
  change(head);
  return judge(normalOf(base), normalOf(head)).map(({ text }) => text);
}

const schemas = (document: Document) => document.components.schemas;
const query = (name: string, type = "string") => ({ name, in: "query", schema: { type } });
const withParameters =
  (...parameters: readonly object[]): Change =>
  (document) =>
    Object.assign(document.paths["/v1/me"].get, { parameters });
const withPrice: Change = (document) => {
  schemas(document).Money = { type: "object" };
  schemas(document).Product.properties.price = { $ref: "#/components/schemas/Money" };
};
const withAlternatives: Change = (document) => {
  schemas(document).Card = { type: "object", required: ["number"] };
  schemas(document).Installation.properties.config = {
    oneOf: [{ type: "object", required: ["a"] }, { $ref: "#/components/schemas/Card" }],
  };
};

const withFile =
  (contentType: string): Change =>
  (d) => {
    const schema = { type: "object", properties: { file: { type: "string", format: "binary" } } };
    d.components.requestBodies.ProfileUpdate.content = {
      "multipart/form-data": { schema, encoding: { file: { contentType } } },
    };
  };
const withOptionalKey =
  (name: string): Change =>
  (d) => {
    d.components.securitySchemes.key = { type: "apiKey", in: "header", name };
    d.security = [{}, { key: [] }];
  };

it("a property that refers to a schema is named by the schema that has it", () => {
  expect(sentences((d) => delete schemas(d).Product.properties.price, withPrice)).toEqual([
    "Product.price: removed from the response",
  ]);
  expect(sentences((d) => schemas(d).Product.required.push("price"), withPrice)).toEqual([
    "Product.price: now required in the response",
  ]);
});

it.each<[string, Change]>([
  [
    "Product.price: type changed from object to integer in the response",
    (d) => (schemas(d).Product.properties.price = { type: "integer" }),
  ],
  [
    "Product.price: may be null in the response",
    (d) => {
      const price = { anyOf: [schemas(d).Product.properties.price, { type: "null" }] };
      schemas(d).Product.properties.price = price;
    },
  ],
  [
    "Product.price: minProperties 1 was added in the response",
    (d) => (schemas(d).Product.properties.price.minProperties = 1),
  ],
  [
    "Product.price.amount: removed from the response",
    (d) => (schemas(d).Product.properties.price = { type: "object" }),
  ],
  ["Money: may be null in the response", (d) => (schemas(d).Money.type = ["object", "null"])],
  ["Money.amount: removed from the response", (d) => delete schemas(d).Money.properties],
  [
    "the body of 2XX: may be null in the response",
    (d) => {
      const { schema } = d.components.responses.Product.content["application/json"];
      d.components.responses.Product.content["application/json"].schema = { anyOf: [schema, { type: "null" }] };
    },
  ],
])("what has changed is named, not a schema that is only no longer used there: %s", (text, change) => {
  const withAmount: Change = (d) => {
    withPrice(d);
    schemas(d).Money.properties = { amount: { type: "string" } };
  };
  expect(sentences(change, withAmount)).toEqual([text]);
});

it("a response that was covered by another is listed: its own texts are no changes", () => {
  const forbidden: Change = (d) => {
    const { responses } = d.paths["/v1/me"].get;
    responses["418"] = { ...d.components.responses.Error, description: "A teapot" };
  };
  expect(sentences(forbidden)).toEqual(["the response 418 is now listed"]);
});

it("what is in a file with schemas is named by it, and what is in one with paths is not", () => {
  const read = (values: string) =>
    normalOfFiles({
      "openapi.json": `{"openapi":"3.1.0","paths":{"/items":{"$ref":"items.yaml"}}}`,
      "items.yaml": `get: { parameters: [{ name: by, in: query, schema: { enum: [${values}] } }, { name: in, in: query, schema: { $ref: unit.yaml } }] }`,
      "unit.yaml": `enum: [${values}]`,
    });
  expect(judge(read("a, b"), read("a, b, c")).map(({ text }) => text)).toEqual([
    "the parameter by: enum gains c in the request",
    "unit: enum gains c in the request",
  ]);
});

it("a circular reference is one change, in words", () => {
  const circular: Change = (d) => {
    schemas(d).Product.properties.name = { $ref: "#/components/schemas/Product" };
  };
  expect(sentences(circular)).toEqual([
    "Product.name: is now the schema that contains it (a circular $ref), in the response",
  ]);
});

describe("alternatives of oneOf", () => {
  const words = { type: "string", enum: ["asap", "later"] };
  const ofName = (...oneOf: readonly object[]) => ({ oneOf });
  const gained = (alternatives: object, more: object) =>
    sentences(
      (d) => schemas(d).ProfileUpdate.properties.firstName.oneOf.push(more),
      (d) => (schemas(d).ProfileUpdate.properties.firstName = structuredClone(alternatives)),
    );
  const gains = "ProfileUpdate.firstName: oneOf gains a schema in the request";
  const overlaps = `${gains}; a value that it and another alternative accept is now refused`;

  it("overlap if one accepts all that another does, or a listed value of it", () => {
    expect(gained(ofName(words, { type: "integer" }), { type: "string", minLength: 5 })).toEqual([overlaps]);
    expect(gained(ofName({ type: "string", maxLength: 3 }, { type: "integer" }), { type: "string" })).toEqual([
      overlaps,
    ]);
    expect(gained(ofName(words, { type: "integer" }), { type: "string", minLength: 6 })).toEqual([gains]);
    expect(gained(ofName(words, { type: "integer", minimum: 1 }), { type: "boolean" })).toEqual([gains]);
  });

  it("do not if a discriminator chooses among them", () => {
    const named = { ...ofName({ type: "object", required: ["a"] }), discriminator: { propertyName: "a" } };
    expect(gained(named, { type: "object", required: ["a", "b"] })).toEqual([gains]);
  });
});

it("a property that is required and not allowed is told, also where parts of allOf say so", () => {
  const closed = { type: "object", properties: { b: { type: "string" } }, additionalProperties: false };
  const extension = { type: "object", properties: { a: { type: "string" } }, required: ["a"] };
  const withConfig =
    (config: object): Change =>
    (d) =>
      (schemas(d).Installation.properties.config = config);
  const told = (config: object) => sentences(withConfig(config), withConfig(closed));
  const forbidden = "Installation.config.a: now required in the response, which does not allow it: no object is valid";
  expect(told({ allOf: [closed, extension] })).toEqual([forbidden]);
  expect(told({ ...extension, allOf: [closed] })).toEqual([forbidden]);
  expect(told({ allOf: [closed, { ...extension, required: [] }] })).toEqual([]);
});

it("an alternative is named", () => {
  const third: Change = (d) => schemas(d).Installation.properties.config.oneOf.push({ type: "string" });
  expect(sentences(third, withAlternatives)).toEqual(["Installation.config: oneOf gains a schema in the response"]);
  // The alternatives are of the schema that the property refers to.
  const referred: Change = (d) => {
    withAlternatives(d);
    const { properties } = schemas(d).Installation;
    schemas(d).Payment = properties.config;
    properties.config = { $ref: "#/components/schemas/Payment" };
  };
  expect(sentences((d) => schemas(d).Payment.oneOf.push({ type: "string" }), referred)).toEqual([
    "Payment: oneOf gains a schema in the response",
  ]);
  const two: Change = (d) => {
    withAlternatives(d);
    third(d);
  };
  expect(sentences((d) => schemas(d).Installation.properties.config.oneOf.splice(1, 1), two)).toEqual([
    "Installation.config: oneOf loses Card in the response",
  ]);
});

it("a parameter that is gone is guessed to be renamed to a new one", () => {
  expect(sentences(withParameters(query("writer")), withParameters(query("author")))).toEqual([
    "the query parameter author is gone; renamed? author → writer",
    "the query parameter writer is new",
  ]);
  expect(sentences(withParameters(query("page", "integer")), withParameters(query("author")))[0]).toBe(
    "the query parameter author is gone",
  );
});

it("the names in a guess are as they are written", () => {
  const header = (name: string) => ({ name, in: "header", schema: { type: "string" } });
  expect(sentences(withParameters(header("X-Request")), withParameters(header("X-Trace")))[0]).toBe(
    "the header parameter X-Trace is gone; renamed? X-Trace → X-Request",
  );
});

it("operations that move to another first segment are told as one move", () => {
  const moved =
    (...paths: readonly string[]): Change =>
    (d) => {
      d.paths = Object.fromEntries(
        Object.entries(d.paths).map(([path, item]) => [paths.includes(path) ? path.replace("/v1", "/v2") : path, item]),
      );
    };
  expect(sentences(moved(...Object.keys(contract().paths)))).toEqual([
    ...Array.from({ length: 18 }, () => "the operations below /v1 are gone; moved? /v1 → /v2"),
    ...Array.from({ length: 18 }, () => "new operations below /v2; moved? /v1 → /v2"),
  ]);
  expect(sentences(moved("/v1/products"))).toEqual([
    "the operation GET /v1/products (listProducts) is gone",
    "new operation GET /v2/products (listProducts)",
  ]);
});

it("null is the last of the types", () => {
  const withTypes =
    (...type: readonly string[]): Change =>
    (d) =>
      (schemas(d).Product.properties.size = { type });
  expect(sentences(withTypes("null", "string"), withTypes("integer", "null"))).toEqual([
    "Product.size: type changed from integer or null to string or null in the response",
  ]);
});

it("a path parameter that no longer has the name of the path's variable is guessed by its own name", () => {
  const renamed: Change = (d) => {
    const parameter = {
      name: "productID",
      in: "path",
      required: true,
      schema: d.components.parameters.productId.schema,
    };
    d.paths["/v1/products/{productId}"].get.parameters = [parameter];
    delete d.paths["/v1/products/{productId}"].parameters;
  };
  expect(sentences(renamed)[0]).toBe("the path parameter productId is gone; renamed? productId → productID");
});

it("a header parameter has its name as it is written", () => {
  const header: Change = (d) => {
    d.paths["/v1/me"].get.parameters = [{ name: "X-Trace", in: "header", schema: { type: "string" } }];
  };
  expect(sentences(header)).toEqual(["the header parameter X-Trace is new"]);
});

it.each<[string, Change, Change?]>([
  [
    "Product: may no longer have other properties in the response",
    (d) => (schemas(d).Product.unevaluatedProperties = false),
  ],
  [
    "the query parameter full: explode changed from true to false",
    withParameters({ ...query("full"), explode: false }),
    withParameters(query("full")),
  ],
  [
    "Product.size: added to the response, where BASE allows no other properties",
    (d) => (schemas(d).Product.properties.size = { type: "string" }),
    (d) => (schemas(d).Product.additionalProperties = false),
  ],
  ["openapi changed from 3.1.0 to 3.1.1", (d) => (d.openapi = "3.1.1")],
  [
    "the security scheme other: description was added",
    (d) => (d.components.securitySchemes.other = { type: "http", scheme: "basic", description: "Another" }),
  ],
  // A text has no items, and a list no length.
  [
    "Product.name: type changed from string to array in the response",
    (d) => (schemas(d).Product.properties.name = { type: "array", items: { type: "string" } }),
    (d) => (schemas(d).Product.properties.name = { type: "string", maxLength: 9 }),
  ],
  [
    "the header X-RateLimit-Limit of every response: content was added",
    (d) => (d.components.headers.RateLimitLimit.content = { "text/plain": {} }),
  ],
  ["authentication now requires the scope write", oauth(["read", "write"]), oauth(["read"])],
  ["info.description changed", (d) => (d.info.description = "Another")],
  [
    "the encoding of file in the request: contentType changed from image/png to image/jpeg",
    withFile("image/jpeg"),
    withFile("image/png"),
  ],
  [
    "authentication may now be apiKey X-Other in header, and may no longer be apiKey X-Key in header",
    withOptionalKey("X-Other"),
    withOptionalKey("X-Key"),
  ],
  [
    "the tags of the operation POST /v1/feedback (submitFeedback) changed from Feedback to Feedback, Profile",
    (d) => (d.paths["/v1/feedback"].post.tags = ["Feedback", "Profile"]),
  ],
  [
    "the header X-RateLimit-Limit of the response 200 is gone",
    (d) => delete d.paths["/v1/me"].get.responses["200"].headers["X-RateLimit-Limit"],
    (d) => {
      const { headers, ...response } = d.components.responses.User;
      d.paths["/v1/me"].get.responses["200"] = { ...response, headers: { ...headers } };
    },
  ],
  [
    "Product.slug: pattern changed from ^[0-9]$ to ^\\d$ in the response; which of the two allows more cannot be compared",
    (d) => (schemas(d).Product.properties.slug.pattern = "^\\d$"),
    (d) => (schemas(d).Product.properties.slug.pattern = "^[0-9]$"),
  ],
  ["summary of the operation GET /v1/me (getMe) was removed", (d) => delete d.paths["/v1/me"].get.summary],
])("%s", (text, change, before) => {
  expect(sentences(change, before)).toEqual([text]);
});

const sent = {
  post: { operationId: "tell", requestBody: { content: { "application/json": {} } }, responses: { 204: {} } },
};
const withSent =
  (name: string, url: string, message: object = sent): Change =>
  (d) => {
    d.paths["/v1/feedback"].post.callbacks = { [name]: { [url]: message } };
  };
const withWebhook =
  (name: string, message: object = sent): Change =>
  (d) => {
    d.webhooks = { [name]: message };
  };
const done = "callback done of POST /v1/feedback at {$url}";
const withRegion =
  (region: object): Change =>
  (d) => {
    d.servers = [{ url: "https://{region}.example.com", variables: { region } }];
  };

it.each<[string, Change, Change, string[]]>([
  [
    "a callback's URL",
    withSent("done", "{$other}"),
    withSent("done", "{$url}"),
    [`the ${done} is now sent to {$other}`],
  ],
  ["a callback's name", withSent("ready", "{$url}"), withSent("done", "{$url}"), [`the ${done} is now called ready`]],
  [
    "a callback's URL, and what it is answered",
    withSent("done", "{$other}", { post: { ...sent.post, responses: { 200: {} } } }),
    withSent("done", "{$url}"),
    ["the success status 204 is gone; 200 replaces it", `the ${done} is now sent to {$other}`],
  ],
  ["a webhook's name", withWebhook("paid"), withWebhook("bought"), ["the webhook bought is now called paid"]],
  [
    "a webhook's name and operationId: another webhook",
    withWebhook("paid", { post: { ...sent.post, operationId: "say" } }),
    withWebhook("bought"),
    ["the webhook bought (tell) is gone", "new webhook paid (say)"],
  ],
  [
    "the default of a server's variable",
    withRegion({ default: "us" }),
    withRegion({ default: "eu" }),
    ["the variable region of the server https://{region}.example.com: default changed from eu to us"],
  ],
  [
    "the values of a server's variable",
    withRegion({ default: "eu", enum: ["eu"] }),
    withRegion({ default: "eu", enum: ["eu", "us"] }),
    ["the variable region of the server https://{region}.example.com: enum loses us"],
  ],
])("what was renamed is one change: %s", (_, change, before, texts) => {
  expect(sentences(change, before)).toEqual(texts);
});

it("a discriminator says which names it gains and loses, also those that are only implied", () => {
  const discriminated: Change = (d) => {
    withAlternatives(d);
    schemas(d).Cash = { type: "object", required: ["amount"] };
    const { config } = schemas(d).Installation.properties;
    config.oneOf = [{ $ref: "#/components/schemas/Card" }, { $ref: "#/components/schemas/Cash" }];
    config.discriminator = { propertyName: "kind" };
  };
  const renamed: Change = (d) => {
    schemas(d).Coins = schemas(d).Cash;
    schemas(d).Installation.properties.config.oneOf[1].$ref = "#/components/schemas/Coins";
  };
  expect(sentences(renamed, discriminated)).toEqual([
    "Installation.config: the discriminator's mapping loses Cash and gains Coins in the response",
  ]);
  const byAnother: Change = (d) => {
    schemas(d).Installation.properties.config.discriminator.propertyName = "sort";
  };
  expect(sentences(byAnother, discriminated)).toEqual([
    "Installation.config: the discriminator's propertyName changed from kind to sort in the response",
  ]);
});

it("a callback is known by the operation's path, whatever its operationId, and its messages are said to be its own", () => {
  const callback = (schema: object) => ({
    post: { requestBody: { content: { "application/json": { schema } } }, responses: {} },
  });
  const withCallback: Change = (d) => {
    d.paths["/v1/feedback/{feedbackId}/status"].get.callbacks = { done: { "{$url}": callback({ type: "string" }) } };
  };
  const renamed: Change = (d) => {
    d.paths["/v1/feedback/{feedbackId}/status"].get.operationId = "status";
  };
  expect(sentences(renamed, withCallback)).toEqual(["operationId changed from getFeedbackStatus to status"]);
  const changed: Change = (d) => {
    d.paths["/v1/feedback/{feedbackId}/status"].get.callbacks.done["{$url}"] = callback({
      type: "string",
      maxLength: 9,
    });
  };
  expect(sentences(changed, withCallback)).toEqual([
    "the request body: maxLength 9 was added in the callback's request",
  ]);
  expect(sentences(withCallback)).toEqual(["new callback done of GET /v1/feedback/{feedbackId}/status at {$url}"]);
});

it("a sentence says of which responses it speaks", () => {
  const json = { "application/json": { schema: {} } };
  const answering =
    (types: Readonly<Record<string, object>>): Change =>
    (d) => {
      const entries = Object.entries(types).map(([status, content]) => [status, { description: "", content }]);
      d.paths["/v1/me"].get.responses = Object.fromEntries(entries);
    };
  const [all, xml] = [{ 200: json, 404: json, 409: json }, { "application/xml": { schema: {} } }];
  expect(sentences(answering({ ...all, 409: xml }), answering(all))[0]).toBe(
    "the response 409 may no longer be application/json",
  );
  expect(sentences(answering({ ...all, 404: xml, 409: xml }), answering(all))[0]).toBe(
    "the response 404 or 409 may no longer be application/json",
  );
  expect(sentences(answering({ 200: xml, 404: xml, 409: xml }), answering(all))[0]).toBe(
    "every response may no longer be application/json",
  );
});

it("a renamed example is one change", () => {
  const withExample =
    (name: string): Change =>
    (d) =>
      (d.components.responses.User.content["application/json"].examples = { [name]: { value: {} } });
  expect(sentences(withExample("b"), withExample("a"))).toEqual(["examples of the response 2XX changed"]);
});

it("a property that no longer leads back is named by itself, and a parameter with a media type is one change", () => {
  const withNext =
    (next: object): Change =>
    (d) =>
      (schemas(d).Product.properties.next = next);
  expect(sentences(withNext({ type: "object" }), withNext({ $ref: "#/components/schemas/Product" }))).toEqual([
    "Product.next: is no longer the schema that contains it (a circular $ref), in the response",
  ]);
  const content = { "application/json": { schema: { type: "string" } } };
  expect(sentences(withParameters({ name: "full", in: "query", content }), withParameters(query("full")))).toEqual([
    "the query parameter full: content was added",
  ]);
});

const withNote =
  (note: unknown): Change =>
  (d) =>
    (schemas(d).Product.properties.note = note);

it.each<[string, unknown, unknown]>([
  [
    "other properties may now have any value",
    { additionalProperties: { type: "string" } },
    { additionalProperties: true },
  ],
  ["other properties must now match a schema", {}, { additionalProperties: { type: "string" } }],
  ["the value changed from card to cc", { const: "card" }, { const: "cc" }],
  ["enum gains cc", { const: "card" }, { enum: ["card", "cc"] }],
  ["minimum changed from 0 (exclusive) to 0", { type: "number", exclusiveMinimum: 0 }, { type: "number", minimum: 0 }],
])("a keyword is told as it is written: %s", (text, before, after) => {
  expect(sentences(withNote(after), withNote(before))).toEqual([`Product.note: ${text} in the response`]);
});

it.each(["removed from", "added to"])(
  "a property that is %s a schema with a reference to another is not one of that other",
  (verb) => {
    const own = { type: "object", properties: { id: { type: "string" } } };
    const withReference: Change = (d) => {
      schemas(d).ProductInput = { type: "object", properties: { slug: { type: "string" } } };
      schemas(d).Product = { allOf: [{ $ref: "#/components/schemas/ProductInput" }, own] };
    };
    const without: Change = (d) => {
      withReference(d);
      schemas(d).Product = own;
    };
    const [before, after] = verb === "removed from" ? [withReference, without] : [without, withReference];
    expect(sentences(after, before)).toEqual([`Product.slug: ${verb} the response`]);
    const fromOther: Change = (d) => {
      withReference(d);
      delete schemas(d).ProductInput.properties.slug;
    };
    expect(sentences(fromOther, withReference)).toContain("ProductInput.slug: removed from the response");
  },
);

describe("a body that refers to another schema", () => {
  const bodyIs =
    (name: string, others: Readonly<Record<string, object>> = {}): Change =>
    (d) => {
      Object.assign(schemas(d), others);
      const { content } = d.components.responses.Product;
      content["application/json"].schema = { $ref: `#/components/schemas/${name}` };
    };
  const text = { type: "string" };
  const owner = { type: "object", properties: { id: text, address: text, email: { ...text, format: "email" } } };
  const view = { type: "object", required: ["id"], properties: { id: text, name: text, email: text } };

  it("is named itself, because neither of the two has changed", () => {
    const now = "since the schema is now OwnerView, not Owner";
    const expected = [
      `address of the body of 2XX: removed from the response, ${now}; renamed? address → name`,
      `email of the body of 2XX: format email was removed in the response, ${now}`,
      `id of the body of 2XX: now required in the response, ${now}`,
      `name of the body of 2XX: added to the response, ${now}`,
    ];
    for (const before of [{ Owner: owner }, { Owner: owner, OwnerView: view }])
      expect(sentences(bodyIs("OwnerView", { OwnerView: view }), bodyIs("Owner", before)).toSorted()).toEqual(expected);
    const renamed: Change = (d) => {
      delete schemas(d).Owner;
      bodyIs("OwnerView")(d);
    };
    const both = bodyIs("Owner", { Owner: owner, OwnerView: view });
    expect(sentences(renamed, both).toSorted()).toEqual(expected);
  });

  it("is named by the schema if that was only renamed", () => {
    const renamed: Change = (d) => {
      delete schemas(d).Owner;
      bodyIs("OwnerView", { OwnerView: view })(d);
    };
    expect(sentences(renamed, bodyIs("Owner", { Owner: owner }))).toContain("Owner.id: now required in the response");
  });
});

it("links, which are several, were added", () => {
  const { links } = contract().components.responses.ProductList;
  expect(sentences((d) => (d.components.responses.User.links = links))).toEqual([
    "links of the response 2XX were added",
  ]);
});

describe("a schema that contains itself, in many operations", () => {
  const withNode =
    (type: string): Change =>
    (d) => {
      const schema = { $ref: "#/components/schemas/Node" };
      schemas(d).Node = { type: "object", properties: { name: { type }, next: schema } };
      for (const path of ["/v1/me", "/v1/products"])
        d.paths[path].get.responses["2XX"] = { description: "", content: { "application/json": { schema } } };
      d.paths["/v1/me"].put.requestBody = { content: { "application/json": { schema } } };
    };
  const [base, head] = [contract(), contract()];
  withNode("string")(base);
  withNode("integer")(head);
  const inMessages = "Node.name: type changed from string to integer in the response";

  it("is one change of all of them", () => {
    const changes = judge(normalOf(base), normalOf(head));
    expect(changes.map(({ text, operations }) => [text, operations])).toEqual([
      [`${inMessages} and the request`, ["getMe", "updateMe", "listProducts"]],
    ]);
  });

  it("is another change for the operation that the policy allows", () => {
    const allow = [{ rule: "schema.type", operation: "listProducts", reason: "agreed" }];
    const changes = judge(normalOf(base), normalOf(head), { policy: { allow }, today: "2026-01-01" });
    expect(changes.map(({ text, operations, allowance }) => [text, operations, allowance?.reason])).toEqual([
      [`${inMessages} and the request`, ["getMe", "updateMe"], undefined],
      [inMessages, ["listProducts"], "agreed"],
    ]);
  });
});

describe("a component that operations use differently", () => {
  it("is one change, with all statuses of the operations", () => {
    expect(sentences((d) => (d.components.headers.RateLimitRemaining.schema = { type: "string" }))).toEqual([
      "the header X-RateLimit-Remaining: type changed from integer to string in the response 200, 2XX, 401, 403 or default",
    ]);
  });

  it("is a change for each verdict", () => {
    const [base, head] = [["b"], ["b", "c"]].map((values) => {
      const document = contract();
      document.components.schemas.Kind = { type: "string", enum: values };
      const kind = { $ref: "#/components/schemas/Kind" };
      document.components.schemas.ProfileUpdate.properties.kind = kind;
      document.components.schemas.User.properties.kind = kind;
      return normalOf(document);
    });
    expect(base && head && judge(base, head).map(({ text }) => text)).toEqual([
      "Kind: enum gains c in the response",
      "Kind: enum gains c in the request",
    ]);
  });
});

it("a scope is named with its scheme", () => {
  const withScopes =
    (...names: readonly string[]): Change =>
    (d) => {
      const scopes = Object.fromEntries(names.map((name) => [name, name]));
      const flows = { clientCredentials: { tokenUrl: "https://example.com/token", scopes } };
      d.components.securitySchemes.oauth = { type: "oauth2", flows };
      d.paths["/v1/me"].get.security = [{ oauth: ["me"] }];
    };
  expect(sentences(withScopes("me", "orders.write"), withScopes("me", "orders.read"))).toEqual([
    "the scope orders.read of the security scheme oauth (clientCredentials) is gone",
    "the scope orders.write of the security scheme oauth (clientCredentials) is new",
  ]);
});

it("a media type that gets a parameter is not gone", () => {
  const answering =
    (type: string, maxLength: number): Change =>
    (d) =>
      (d.components.responses.Product.content = { [type]: { schema: { type: "string", maxLength } } });
  expect(sentences(answering("text/plain; charset=utf-8", 9), answering("text/plain", 8))).toEqual([
    "the body of 2XX: maxLength changed from 8 to 9 in the response",
    "the response 2XX that was text/plain is now text/plain;charset=utf-8",
  ]);
});

it("a body is of the status that HEAD has, also for a webhook", () => {
  const content = { "application/json": { schema: { type: "object" } } };
  const withResponses =
    (responses: object): Change =>
    (d) => {
      d.paths["/v1/me"].get.responses = responses;
      d.webhooks = { done: { post: { responses } } };
    };
  const [empty, full] = [{ 204: { description: "" } }, { 200: { description: "", content } }];
  const gained = sentences(withResponses(full), withResponses(empty));
  expect(new Set(gained)).toEqual(
    new Set(["the success status 204 is gone; 200 replaces it", "the response 200, which replaces 204, has a body"]),
  );
  expect(sentences(withResponses(empty), withResponses(full))).toContain(
    "the response 204, which replaces 200, has no body",
  );
});

it("a body that is now inside a property is one change, and so is one that no longer is", () => {
  const bodyIs =
    (schema: object): Change =>
    (d) =>
      (d.components.responses.Product.content["application/json"].schema = schema);
  const product = { $ref: "#/components/schemas/Product" };
  const wrapped = bodyIs({ type: "object", required: ["data"], properties: { data: product } });
  expect(sentences(wrapped, bodyIs(product))).toEqual(["the body of 2XX: is now inside data in the response"]);
  expect(sentences(bodyIs(product), wrapped)).toEqual(["the body of 2XX: is no longer inside data in the response"]);
  const list = { type: "array", items: product };
  expect(sentences(bodyIs(list), bodyIs({ type: "object", properties: { data: list } }))).toEqual([
    "the body of 2XX: is no longer inside data in the response",
  ]);
  const beside = bodyIs({ type: "object", properties: { data: product, total: { type: "integer" } } });
  expect(sentences(beside, bodyIs(product))).toContain("the body of 2XX: is now inside data in the response");
});

it("a property of an inline schema is not named by the schema that stood there before", () => {
  const data = { $ref: "#/components/schemas/Product" };
  const other = { type: "object", properties: { data, id: { type: "string" } } };
  expect(sentences((d) => (d.components.responses.Product.content["application/json"].schema = other))).toContain(
    "data of the body of 2XX: added to the response",
  );
});

it("an operation that no longer accepts a flow of OAuth changes nothing of the security schemes", () => {
  const tokenUrl = "https://example.com/token";
  const flow = (scopes: object) => ({ clientCredentials: { tokenUrl, refreshUrl: tokenUrl, scopes } });
  const withFlow =
    (scopes: object, ...alternatives: readonly object[]): Change =>
    (d) => {
      d.components.securitySchemes.oauth = { type: "oauth2", flows: flow(scopes) };
      d.paths["/v1/me"].get.security = [{ bearer: [] }, ...alternatives];
    };
  const read = { read: "Read" };
  expect(sentences(withFlow(read), withFlow(read, { oauth: ["read"] }))).toEqual([
    expect.stringMatching(/^authentication /),
  ]);
  // What nothing accepts is a text.
  expect(sentences(withFlow({ read: "Read all" }), withFlow(read))).toEqual([
    "scopes.read of the OAuth flow oauth2 clientCredentials https://example.com/token, which no operation accepts, changed",
  ]);
});

it("a flow that is added to a security scheme is one change", () => {
  expect(
    sentences(
      (d) => {
        oauth(["read"])(d);
        const { flows } = d.components.securitySchemes.oauth;
        flows.password = flows.clientCredentials;
      },
      oauth(["read"]),
    ),
  ).toEqual([expect.stringMatching(/^authentication may now be oauth2 password/)]);
});

it.each<[string, Change, Change?]>([
  [
    "the operation GET /v1/me (getMe) now has the tags Me",
    (d) => (d.paths["/v1/me"].get.tags = ["Me"]),
    (d) => delete d.paths["/v1/me"].get.tags,
  ],
  [
    "the operation GET /v1/me (getMe) no longer has the tags Me",
    (d) => delete d.paths["/v1/me"].get.tags,
    (d) => (d.paths["/v1/me"].get.tags = ["Me"]),
  ],
  [
    "x-sunset of the operation GET /v1/me (getMe) changed from 2027-03-01 to 2027-01-01",
    (d) => (d.paths["/v1/me"].get["x-sunset"] = "2027-01-01"),
    (d) => (d.paths["/v1/me"].get["x-sunset"] = "2027-03-01"),
  ],
  ["the tag Profile was removed", (d) => (d.tags = d.tags.filter(({ name }: Document) => name !== "Profile"))],
  ["the tag Sales was added", (d) => d.tags.push({ name: "Sales", description: "What is sold" })],
  ["info.summary was added", (d) => (d.info.summary = "An API"), (d) => delete d.info.summary],
  [
    "info.license.url was removed",
    (d) => delete d.info.license.url,
    (d) => (d.info.license = { name: "ISC", url: "https://example.com" }),
  ],
  [
    "the security scheme bearer: bearerFormat was added",
    (d) => (d.components.securitySchemes.bearer.bearerFormat = "JWT"),
  ],
  [
    "description of the parameter full was added",
    withParameters({ ...query("full"), description: "All of it" }),
    withParameters(query("full")),
  ],
  [
    "Product.name: x-sunset changed from 2027-03-01 to 2027-01-01",
    (d) => (schemas(d).Product.properties.name["x-sunset"] = "2027-01-01"),
    (d) => (schemas(d).Product.properties.name["x-sunset"] = "2027-03-01"),
  ],
  [
    'Product.name: default changed from "" to none',
    (d) => (schemas(d).Product.properties.name.default = "none"),
    (d) => (schemas(d).Product.properties.name.default = ""),
  ],
  [
    "Product.size: is no longer allowed in the response",
    (d) => (schemas(d).Product.properties.size = false),
    (d) => (schemas(d).Product.properties.size = { type: "string" }),
  ],
])("a sentence has a subject, and the values: %s", (expected, change, before) => {
  expect(sentences(change, before)).toEqual([expected]);
});
