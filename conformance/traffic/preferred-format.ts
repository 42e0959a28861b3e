/** Which format a request asks for, by RFC 9110 §12.5.1. */
import type { HeaderList } from "../model/exchange.ts";
import { headerValues } from "./recorded.ts";

const json = /^(?:\*\/\*|application\/\*|[\w-]+\/(?:[\w.!#$&^-]+\+)?json)$/i;

/** The request prefers a format to JSON, as a browser does that opens the URL; one without Accept does not. */
export function prefersOtherThanJson(headers: HeaderList): boolean {
  const ranges = headerValues(headers, "accept").flatMap((value) => value.split(",").flatMap(rangeOf));
  const best = (ofJson: boolean) =>
    Math.max(0, ...ranges.flatMap(({ isJson, quality }) => (isJson === ofJson ? [quality] : [])));
  return ranges.length > 0 && best(true) < best(false);
}

/** `application/json;q=0.5`. */
function rangeOf(text: string) {
  const [type = "", ...parameters] = text.split(";").map((part) => part.trim());
  const quality = parameters.flatMap((parameter) => /^q=([\d.]+)$/i.exec(parameter)?.[1] ?? [])[0];
  return type === "" ? [] : [{ isJson: json.test(type), quality: quality === undefined ? 1 : Number(quality) }];
}
