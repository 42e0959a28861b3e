/** Changes of schemas that a discriminator leads to: subtypes in whose `allOf` it is, and alternatives by its mapping. */
import type { Document } from "../contract.test.support.ts";
import { media, schemas, text } from "./schemas.test.support.ts";
import { rename, type Single, single } from "./single.test.support.ts";

const event = { $ref: "#/components/schemas/Event" };
const names = ["ScanEvent", "DelayEvent"];
const mapping = { scan: "#/components/schemas/ScanEvent", delay: "DelayEvent" };

type Change = (document: Document) => unknown;

/** Two events in `allOf` of one that has the discriminator, and what refers to that one. */
const events =
  (use: Change, discriminator: object, change: Change = () => {}): Change =>
  (document) => {
    const all = schemas(document);
    all.Event = { type: "object", required: ["type"], properties: { type: text }, discriminator };
    for (const name of names) {
      const own = { type: "object", properties: { place: text, before: { $ref: `#/components/schemas/${name}` } } };
      all[name] = { allOf: [event, own] };
    }
    use(document);
    change(document);
  };

const own = (document: Document, name = "ScanEvent") => schemas(document)[name].allOf[1];
const answered: Change = (d) => (media(d, "Product").schema = event);
const sent: Change = (d) => (media(d, "Invitation").schema = event);
const webhook: Change = (d) => {
  const requestBody = { content: { "application/json": { schema: event } } };
  d.webhooks = { done: { post: { requestBody, responses: { "200": { description: "" } } } } };
};
const renamed: Change = (d) => {
  rename(schemas(d), "ScanEvent", "Scan");
  own(d, "Scan").properties.before.$ref = "#/components/schemas/Scan";
};

/** One of two components, of which the first is called `name`, by the discriminator's mapping. */
const pets =
  (name: string, mapping?: (own: string) => object, claws: object = text): Change =>
  (d) => {
    const object = (property: string, schema: object) => ({ type: "object", properties: { [property]: schema } });
    Object.assign(schemas(d), { [name]: object("claws", claws), Dog: object("bark", text) });
    const oneOf = [name, "Dog"].map((each) => ({ $ref: `#/components/schemas/${each}` }));
    const discriminator = { propertyName: "kind", ...(mapping && { mapping: mapping(name) }) };
    media(d, "Product").schema = { oneOf, discriminator };
  };
const kept = (cat: string) => ({ cat, dog: "Dog" });

function renamedPets(): readonly Single[] {
  return [
    single("a component renamed, its name in a mapping kept", "", pets("Kitty", kept), pets("Cat", kept)),
    single(
      "a component renamed, its old name now in a mapping",
      "",
      pets("Kitty", (Cat) => ({ Cat })),
      pets("Cat"),
    ),
    single("a component renamed, and so its name in a mapping", "BB", pets("Kitty"), pets("Cat")),
    single(
      "a component renamed and of another type, its name in a mapping kept",
      "BB",
      pets("Kitty", kept, { type: "integer" }),
      pets("Cat", kept),
    ),
    single(
      "two names in a mapping are exchanged",
      "BE",
      pets("Cat", (dog) => ({ dog, cat: "Dog" })),
      pets("Cat", kept),
    ),
  ];
}

export function subtypeChanges(): readonly Single[] {
  const property = { propertyName: "type" };
  const both = (name: string, label: Single["label"], use: Change, change: Change) =>
    Object.entries({ "by its mapping": { ...property, mapping }, "by its name": property }).map(
      ([how, discriminator]) =>
        single(`a subtype ${how}: ${name}`, label, events(use, discriminator, change), events(use, discriminator)),
    );
  const typed: Change = (d) => (own(d).properties.place = { type: "integer" });
  const required: Change = (d) => (own(d).required = ["place"]);
  return [
    ...both("another type is answered", "BB", answered, typed),
    ...both("another type is sent by a webhook", "BB", webhook, typed),
    ...both("another type is sent", "BB", sent, typed),
    ...both("a property is no longer answered", "BA", answered, (d) => delete own(d).properties.place),
    ...both("a property must be sent", "BA", sent, required),
    ...both("a property must be answered", "AB", answered, required),
    ...both("a property in a subtype of its own", "BA", answered, (d) => {
      own(d).properties.more = { type: "array", items: event };
      own(d, "DelayEvent").properties.place = { type: ["string", "null"] };
    }),
    ...both("described", "EE", answered, (d) => (own(d).properties.place = { ...text, description: "Where" })),
    ...both("a subtype of the subtype", "BA", answered, (d) => {
      schemas(d).Fast = { allOf: [{ $ref: "#/components/schemas/ScanEvent" }, { properties: { speed: text } }] };
    }),
    ...both("its parent is used by itself", "", answered, () => {}),
    single("a subtype has another name", "BB", events(answered, property, renamed), events(answered, property)),
    single(
      "a subtype has another name, but the same value",
      "",
      events(answered, { ...property, mapping: { ...mapping, scan: "#/components/schemas/Scan" } }, renamed),
      events(answered, { ...property, mapping }),
    ),
    single(
      "a subtype is no longer answered",
      "AB",
      events(answered, property, (d) => delete schemas(d).ScanEvent),
      events(answered, property),
    ),
    single(
      "the other subtype is not answered",
      "",
      events((d) => (media(d, "Product").schema = { $ref: "#/components/schemas/DelayEvent" }), property, typed),
      events((d) => (media(d, "Product").schema = { $ref: "#/components/schemas/DelayEvent" }), property),
    ),
    single("a discriminator among subtypes", "EE", events(answered, property), (d) => {
      events(answered, property)(d);
      delete schemas(d).Event.discriminator;
    }),
    ...renamedPets(),
  ];
}
