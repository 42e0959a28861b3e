/** Judges whether a key is shown another organization's data (§5.2). Identifiers that both organizations may use prove nothing. */
import { unissuedId } from "../../conformance/generate/unissued-id.ts";
import { isObject, listItems } from "../../conformance/model/body.ts";
import { isCommonId } from "../../conformance/model/common-id.ts";
import { type Exchange, exchangeOf, type Intent } from "../../conformance/model/exchange.ts";
import type { Client } from "./client.ts";
import type { Environment, Role } from "./environment.ts";
import { reportEach } from "./report.ts";
import { scenarioChecks } from "./scenario-checks.ts";
import type { SetupData } from "./setup.ts";

/** Fails if a list of products has the first product of the other organization. */
export function judgeProducts(environment: Environment, list: Exchange, setupData: SetupData): void {
  const { references } = setupData;
  const foreign = (list.organization === "B" ? references.KEY_A : references.KEY_B)?.productId;
  if (!list.isSuccess || isIdShared(setupData)) return;
  report(environment, list, foreign !== undefined && has(list, foreign), `another organization's product ${foreign}`);
}

/** Fails if the second organization's key is shown the first organization in the list of organizations. */
export function judgeOrganizations(environment: Environment, list: Exchange, { organization }: SetupData): void {
  if (!list.isSuccess || list.organization !== "B" || organization === undefined || isCommonId(organization)) return;
  report(environment, list, has(list, organization), `organization ${organization}`);
}

/**
 * Reads a status with another organization's key, and fails if it is shown. A server that shows a status for any feedbackId, also for one
 * that was never issued, reveals no data.
 */
export async function judgeStatus(client: Client, other: Role, feedbackId: string): Promise<Exchange> {
  const read = (id: string, intent: Intent) =>
    client.send(other, "getFeedbackStatus", { parameters: { feedbackId: id }, intent });
  const status = await read(feedbackId, "foreign-id");
  const body = status.json();
  const isShown = status.isSuccess && isObject(body) && body.feedbackId === feedbackId && !isCommonId(feedbackId);
  const isForeign = isShown && isNotFound(await read(unissuedId(feedbackId), "unknown-id"));
  report(client.environment, status, isForeign, "the status of another organization's feedback");
  return status;
}

/** A 4xx other than 429. */
const isNotFound = ({ status }: Exchange) => status >= 400 && status < 500 && status !== 429;

function report(environment: Environment, exchange: Exchange, isForeign: boolean, shown: string): void {
  const { credential, request, status } = exchange;
  const actual = `${request.method} ${request.url}: ${status} with ${shown}`;
  const difference = { expected: `nothing of another organization for ${credential}`, actual, proof: [exchange] };
  reportEach(environment, scenarioChecks.tenantData, isForeign ? difference : undefined);
}

const has = (list: Exchange, id: string) => listItems(list).some((item) => item.id === id);

let isShared: boolean | undefined;

/** Whether `setup` saw both organizations list the same product identifier, which the document does not forbid. */
function isIdShared({ before, references }: SetupData): boolean {
  isShared ??= before.some(({ operation, organization, ...record }) => {
    const foreign = (organization === "B" ? references.KEY_A : references.KEY_B)?.productId;
    return operation === "listProducts" && foreign !== undefined && has(exchangeOf({ ...record, operation }), foreign);
  });
  return isShared;
}
