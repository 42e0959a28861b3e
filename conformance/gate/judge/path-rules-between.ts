/** Whether the judgement of a change in a schema that contains itself depends on the path by which the schema is reached. */
import { formatPointer, type Tokens } from "../../../cli/json-pointer.ts";
import type { PathRules } from "../comparison/path-rules.ts";
import { valueAt } from "../document/circular.ts";
import { originAt } from "../document/origins.ts";
import type { Settings } from "../policy/policy.ts";
import { isLeftOut, propertiesAround } from "./access.ts";
import {
  type ContractPlace,
  contractPlace,
  isNegated,
  isXml,
  messageName,
  schemaSteps,
  travelsAs,
} from "./contract-place.ts";
import { nameAround } from "./describe.ts";
import type { Sides } from "./sides.ts";
import { operationNames } from "./written-names.ts";

/** `isRelisted`: whether the texts of some responses of the operation are not judged. */
export function pathRulesBetween(
  sides: Sides,
  { policy }: Settings,
  isRelisted: (place: ContractPlace) => boolean,
): PathRules {
  const { base, head } = sides;
  // A group has the places of one operation, in its request or in its responses.
  const groupOf = (start: Tokens) => formatPointer(start.slice(0, 4));
  const allowed = new Set(policy.allow?.flatMap(({ operation }) => operation ?? []));
  return {
    groupOf,
    kindOf: (start) => {
      const place = contractPlace(start);
      const operations = allowed.size > 0 ? operationNames(place, sides) : [];
      if (isRelisted(place) || operations.some((name) => allowed.has(name))) return groupOf(start);
      return JSON.stringify([travelsAs(place), messageName(place), isXml(place)]);
    },
    changesMeaning: ({ before, after }, tokens, start) => {
      const place = contractPlace(before === base.aligned ? tokens : start);
      if (place.schema === undefined) return true;
      const inSchema = before === base.aligned ? place.rest.slice(1) : tokens;
      const around = tokens.slice(0, tokens.length - inSchema.length);
      const isOut = (property: Tokens) => {
        const [was, is] = [before, after].map((value) => valueAt(value, [...around, ...property]));
        return isLeftOut({ before: was, after: is }, travelsAs(place));
      };
      return schemaSteps(inSchema).some(({ keyword }) => isNegated(keyword)) || propertiesAround(inSchema).some(isOut);
    },
    isDescribedWithoutPath: ({ before, after }, tokens) => {
      const names = (value: unknown, root: string) =>
        [originAt(value, []), originAt(value, tokens)].map((origin) => nameAround(origin, root));
      const [inBase, inHead] = [
        names(before, base.normal.loaded.root.path),
        names(after, head.normal.loaded.root.path),
      ];
      return ![...inBase, ...inHead].includes(undefined) && inBase[0] === inHead[0];
    },
  };
}
