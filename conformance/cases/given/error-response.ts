/** What a refusal says (§2.14): its words, and the fields that its issues name. */
import { STATUS_CODES } from "node:http";
import { isObject, type JsonObject } from "../../model/body.ts";
import type { Exchange } from "../../model/exchange.ts";

/** A 4xx that may be for what the body holds: 401 and 403 are for the caller, 405 for the method. */
export const isForTheBody = ({ status }: Exchange) =>
  status >= 400 && status < 500 && ![401, 403, 405].includes(status);

export function issuesOf(exchange: Exchange): readonly JsonObject[] {
  const body = exchange.json();
  return isObject(body) && Array.isArray(body.issues) ? body.issues.filter(isObject) : [];
}

/** The paths of its issues below the body, which some validators put in front. */
export function namedBy(exchange: Exchange): readonly (readonly string[])[] {
  return issuesOf(exchange).flatMap(({ path }) => {
    if (!Array.isArray(path)) return [];
    const [first, ...rest] = path.map(String);
    if (first === undefined) return [];
    return [first === "body" && rest.length > 0 ? rest : [first, ...rest]];
  });
}

/** Its status, its error and its issues, whatever they locate; e-mail addresses left out. */
export function wordsOf(exchange: Exchange): string {
  const body = exchange.json();
  const error = isObject(body) ? body.error : undefined;
  const issues = issuesOf(exchange).map(({ code, message }) => [code, message]);
  return JSON.stringify([exchange.status, error, issues]).replace(/[\w.+-]+(?:@|\.at\.)[\w.]+/g, "");
}

/** `Bad Request`, and no issue: said of whatever is refused with that status. */
export function saysItsStatusAlone(exchange: Exchange): boolean {
  const body = exchange.json();
  const error = isObject(body) && typeof body.error === "string" ? body.error : "";
  const letters = (text = "") => text.toLowerCase().replace(/[^a-z]/g, "");
  return issuesOf(exchange).length === 0 && ["", letters(STATUS_CODES[exchange.status])].includes(letters(error));
}
