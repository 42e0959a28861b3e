/** A single change of our contract, and how to make one at each of its operations, properties and schemas. */
import { type Document, operations } from "../contract.test.support.ts";

/** `B` breaking, `A` additive, `E` editorial: for clients, then for implementers; empty: no change. */
export type Label = `${"B" | "A" | "E"}${"B" | "A" | "E"}` | "";

export interface Single {
  readonly name: string;
  readonly label: Label;
  /** Makes HEAD of our contract. */
  apply(document: Document): void;
  /** Makes BASE; without it BASE is our contract itself. */
  before?: ((document: Document) => void) | undefined;
}

export const single = (
  name: string,
  label: Label,
  apply: (document: Document) => void,
  before?: (document: Document) => void,
): Single => ({ name, label, apply, before });

/** A change for each operation, named after it. */
export function eachOperation(
  document: Document,
  name: string,
  label: Label,
  apply: (operation: Document, item: Document, method: string) => void,
  only: (operation: Document, method: string) => boolean = () => true,
): readonly Single[] {
  return operations(document)
    .filter(({ operation, method }) => only(operation, method))
    .map(({ path, method, operation }) =>
      single(`${operation.operationId}: ${name}`, label, (changed) =>
        apply(changed.paths[path][method], changed.paths[path], method),
      ),
    );
}

export function eachProperty(
  document: Document,
  schemas: readonly string[],
  name: string,
  label: Label,
  apply: (schema: Document, property: string) => void,
  only: (schema: Document, property: string) => boolean = () => true,
): readonly Single[] {
  return schemas.flatMap((schema) =>
    Object.keys(document.components.schemas[schema].properties)
      .filter((property) => only(document.components.schemas[schema], property))
      .map((property) =>
        single(`${schema}.${property}: ${name}`, label, (changed) =>
          apply(changed.components.schemas[schema], property),
        ),
      ),
  );
}

export const eachSchema = (
  schemas: readonly string[],
  name: string,
  label: Label,
  apply: (schema: Document) => void,
): readonly Single[] =>
  schemas.map((schema) => single(`${schema}: ${name}`, label, (changed) => apply(changed.components.schemas[schema])));

export const isText = (schema: Document, property: string) => {
  const { type, enum: values, const: value, format } = schema.properties[property];
  return type === "string" && values === undefined && value === undefined && format === undefined;
};
export const isRequired = (schema: Document, property: string) => schema.required?.includes(property) === true;
export const hasEnum = (schema: Document, property: string) => schema.properties[property].enum !== undefined;
export const hasFormat = (schema: Document, property: string) => schema.properties[property].format !== undefined;
export const isNullable = (schema: Document, property: string) =>
  Array.isArray(schema.properties[property].type) && schema.properties[property].type.includes("null");
export const replaceRequired = (schema: Document, change: (names: string[]) => string[]) => {
  schema.required = change(schema.required ?? []);
};
export const success = (operation: Document) =>
  Object.keys(operation.responses).find((key) => key.startsWith("2")) ?? "";
export const rename = (holder: Document, from: string, to: string) => {
  holder[to] = holder[from];
  delete holder[from];
};
