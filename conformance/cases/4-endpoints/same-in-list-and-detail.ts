/** §4, endpoints 2, 5 and 15: an item that is read by itself is the same as in its list. */
import { bodyOf } from "../../model/body.ts";
import { answerOf } from "../../model/response-text.ts";
import { isSameValue } from "../../model/same-item.ts";
import { defineCase, Skip } from "../case.ts";
import {
  type DetailRead,
  organizationDetails,
  problemDetails,
  productDetails,
  spareProblemDetails,
} from "../shared/detail-reads.ts";
import { mismatch, unlessSkipped } from "../shared/expect.ts";

export const sameInListAndDetail = defineCase({
  id: "consistency.list-and-detail",
  clause: "endpoint.list-and-detail",
  claim: "A product, a problem and an organization read by id show what distinguishes them as their list does",
  needs: { credential: "key" },
  async run(context) {
    for (const read of await productDetails(context)) expectAgreement(read);
    const problems = (await unlessSkipped(() => problemDetails(context))) ?? [];
    const ofSpareKey = (await unlessSkipped(() => spareProblemDetails(context))) ?? [];
    for (const read of [...problems, ...ofSpareKey]) expectAgreement(read);
    for (const read of await organizationDetails(context)) expectAgreement(read);
    const rejected = problems.find(({ exchange }) => !exchange.isSuccess);
    if (rejected !== undefined)
      throw new Skip(`a listed problem was answered ${answerOf(rejected.exchange)}: see answers.getProblem`);
  },
});

/** Fields that may change between two requests are left out. */
const compared = ["id", "slug", "name", "status", "statement", "statementFormat", "avatarType", "createdAt"];

/**
 * A list may shorten a statement or change its markup. The problem read by itself must have the whole text, and
 * characters must be escaped in both or in neither.
 */
function isSameText(inList: unknown, inDetail: unknown): boolean {
  if (typeof inList !== "string" || typeof inDetail !== "string" || inList === inDetail) return true;
  return !inList.startsWith(inDetail) && unescaped(inList) !== inDetail && unescaped(inDetail) !== inList;
}

/** Decodes the character references of HTML, which escaping writes. */
const unescaped = (text: string) =>
  text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replace(/&(?:#0*39|#x27|apos);/g, "'")
    .replaceAll("&amp;", "&");

function expectAgreement({ list, listed, exchange }: DetailRead): void {
  if (!exchange.isSuccess) return;
  const detail = bodyOf(exchange);
  for (const name of compared) {
    const [inList, inDetail] = [listed.fields[name], detail[name]];
    const isSame = name === "statement" ? isSameText(inList, inDetail) : isSameValue(name, inList, inDetail);
    if (inList === undefined || inDetail === undefined || isSame) continue;
    const actual = `${name} ${JSON.stringify(inDetail)}`;
    mismatch(exchange, `${name} ${JSON.stringify(inList)}, as in the list`, { actual, after: [list] });
  }
}
