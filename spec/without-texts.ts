/** Removes the parts of an OpenAPI document that are only for human readers. */

/** A copy without titles, summaries, descriptions and examples. The rest decides which messages are valid. */
export const withoutTexts = <Part>(part: Part): Part =>
  without(part, (key, value) => isText(key, value) || isExample(key));

/** A copy without the examples of bodies, parameters, headers and schemas. */
export const withoutExamples = <Part>(part: Part): Part => without(part, isExample);

const without = <Part>(part: Part, isLeftOut: (key: string, value: unknown) => boolean): Part =>
  JSON.parse(JSON.stringify(part, (key, value) => (isLeftOut(key, value) ? undefined : value)));

/** Whether a member is a text. A property of the same name is described by an object, so it stays. */
const isText = (key: string, value: unknown) =>
  /^(?:title|summary|description)$/.test(key) && typeof value === "string";

const isExample = (key: string) => /^examples?$/.test(key);
