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
      "BB",
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
    ...referredSubtypes(),
    ...renamedPets(),
  ];
}

/** The discriminator is in the parent, and the operation refers to what has the parent in its `allOf`. */
function referredSubtypes(): readonly Single[] {
  const refer = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const property = { propertyName: "type" };
  const discriminator = { ...property, mapping };
  const remapped = (mapping: object) => ({ ...property, mapping });
  const another = remapped({ walk: mapping.scan, delay: mapping.delay });
  const schemaOf =
    (name: string, schema: object): Change =>
    (d) =>
      (media(d, name).schema = schema);
  const [first, second] = names.map(refer);
  const oneOf = { oneOf: [first, second] };
  const uses: Readonly<Record<string, Change>> = {
    "answered by name": schemaOf("Product", refer("ScanEvent")),
    "answered as an alternative": schemaOf("Product", oneOf),
    "sent as an alternative": schemaOf("Invitation", oneOf),
    "answered in a list that its parent has": (d) => {
      schemas(d).Event.properties.related = { type: "array", items: oneOf };
      schemaOf("Product", first ?? {})(d);
    },
    "answered, with the discriminator in a part of allOf": (d) => {
      schemas(d).Event = { allOf: [schemas(d).Event, { properties: { note: text } }] };
      schemaOf("Product", oneOf)(d);
    },
  };
  const renamedIn = (use: Change): Change => {
    const renamedToo: Change = (d) => {
      use(d);
      renamed(d);
      const text = JSON.stringify(d).replaceAll(JSON.stringify(mapping.scan), '"#/components/schemas/Scan"');
      Object.assign(d, JSON.parse(text));
    };
    return renamedToo;
  };
  return Object.entries(uses).flatMap(([how, used]) => {
    const use: Change = (d) => {
      used(d);
      // Two that are the same are the same also if they exchange their names.
      own(d, "DelayEvent").properties.until = text;
    };
    return [
      single(`a subtype ${how}: another value`, "BB", events(use, another), events(use, discriminator)),
      single(
        `a subtype ${how}: two values exchanged`,
        "BB",
        events(use, remapped({ delay: mapping.scan, scan: mapping.delay })),
        events(use, discriminator),
      ),
      single(`a subtype ${how}: another name`, "BB", events(renamedIn(use), property), events(use, property)),
      single(
        `a subtype ${how}: another name, its value kept`,
        "",
        events(renamedIn(use), discriminator),
        events(use, discriminator),
      ),
      single(
        `a subtype ${how}: one more value`,
        how.startsWith("sent") ? "AB" : "BA",
        events(use, remapped({ ...mapping, walk: mapping.scan })),
        events(use, discriminator),
      ),
      single(
        `a subtype ${how}: its name was written as its value`,
        "",
        events(use, remapped({ ScanEvent: mapping.scan, DelayEvent: mapping.delay })),
        events(use, property),
      ),
    ];
  });
}
