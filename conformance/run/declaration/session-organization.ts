/** Sessions that seem to belong to another organization than the declared one, even if GET /v1/organizations lists that one. */
import { listItems } from "../../model/body.ts";
import type { Exchange } from "../../model/exchange.ts";
import { pathOf } from "../../model/path-of.ts";
import type { Target } from "../../target-file/target.ts";
import { nameOf } from "./credential-name.ts";

/**
 * A sentence for each that is shown the products of another organization's keys and none of the declared one's, and that no request
 * with the declared organization in its path serves. It is a hint and no proof: a user may belong to several organizations.
 */
export function sessionDoubts(
  { credentials }: Pick<Target, "credentials">,
  exchanges: readonly Exchange[],
): readonly string[] {
  const lists = exchanges.filter(({ operation, isSuccess }) => operation === "listProducts" && isSuccess);
  const shownTo = (isOf: (exchange: Exchange) => boolean) =>
    new Set(lists.filter(isOf).flatMap((each) => listItems(each).map(({ id }) => id)));
  return credentials.flatMap((credential) => {
    const { label, org: declared, kind } = credential;
    const own = exchanges.filter((each) => each.credential === label && each.organization === declared);
    if (kind !== "session" || declared === undefined || own.length === 0) return [];
    const ids = [...shownTo((each) => own.includes(each))];
    const ofKeys = (organization: string | undefined) =>
      shownTo((each) => each.kind === "api-key" && each.organization === organization);
    const declaredIds = ofKeys(declared);
    if (ids.length === 0 || declaredIds.size === 0 || ids.some((id) => declaredIds.has(id))) return [];
    const others = new Set(lists.flatMap(({ organization }) => organization ?? []));
    const shown = [...others].find((organization) => ids.every((id) => ofKeys(organization).has(id)));
    const rejected = own.filter((each) => isAbout(each, declared) && [403, 404].includes(each.status));
    const [first] = rejected;
    if (shown === undefined || first === undefined) return [];
    if (own.some((each) => isAbout(each, declared) && each.isSuccess)) return [];
    return [
      `${nameOf(credential, credentials)} is declared to be of ${declared}, but GET /v1/products shows it only products of ${shown}, and ${first.request.method} ${pathOf(first)} is answered ${first.status}. Is \`org\` right?`,
    ];
  });
}

const isAbout = (exchange: Exchange, organization: string) =>
  pathOf(exchange).split(/[/?]/).includes(encodeURIComponent(organization));
