/** Reads the Accept header of a request (RFC 9110 §12.5.1). */
import { type HeaderList, headerValues } from "../model/exchange.ts";

const json = /^(?:\*\/\*|application\/\*|[\w-]+\/(?:[\w.!#$&^-]+\+)?json)$/i;

/** Whether the request prefers another format to JSON, as a browser does. A request without Accept does not. */
export function prefersOtherThanJson(headers: HeaderList): boolean {
  const ranges = headerValues(headers, "accept").flatMap((value) => value.split(",").flatMap(rangeOf));
  const best = (ofJson: boolean) =>
    Math.max(0, ...ranges.flatMap(({ isJson, quality }) => (isJson === ofJson ? [quality] : [])));
  return ranges.length > 0 && best(true) < best(false);
}

/** Parses `application/json;q=0.5`. */
function rangeOf(text: string) {
  const [type = "", ...parameters] = text.split(";").map((part) => part.trim());
  const quality = parameters.flatMap((parameter) => /^q=([\d.]+)$/i.exec(parameter)?.[1] ?? [])[0];
  return type === "" ? [] : [{ isJson: json.test(type), quality: quality === undefined ? 1 : Number(quality) }];
}
