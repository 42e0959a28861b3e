/**
 * From nothing to many virtual users at once, on a server whose limit is raised for it, every request is answered as one alone
 * is: no 5xx, no lost connection, no 429, nobody else's answer (§4, §5.2).
 *
 *   BASE_URL=… KEY_A=… KEY_B=… LIMIT=100000 WINDOW=60 k6 run spike.ts
 */
import { fail } from "k6";
import exec from "k6/execution";
import { type Exchange, exchangeOf } from "../../conformance/exchange.ts";
import { isObject, listedItems } from "../../conformance/laws/body-view.ts";
import { type Client, createClient } from "../in-k6/client.ts";
import { type Label, labels, readEnvironment } from "../in-k6/environment.ts";
import { submissionIn, takeStatus, wrongWith } from "../in-k6/follow.ts";
import { concludePart } from "../in-k6/judge-sequences.ts";
import { thresholdsOf } from "../in-k6/metrics.ts";
import { type OwnCheck, ownChecks } from "../in-k6/own-checks.ts";
import { plans, spikeOf } from "../in-k6/plans.ts";
import { tellOwn } from "../in-k6/report.ts";
import { discover, type World } from "../in-k6/setup.ts";
import { submissionOf } from "../in-k6/submission.ts";
import { type SummaryData, summaryOf } from "../in-k6/summary.ts";
import { pause } from "../in-k6/traffic.ts";

const environment = readEnvironment(__ENV);
const { users, upSeconds, topSeconds, downSeconds, pauseSeconds, seconds, mostRequests } = spikeOf(environment);

export const claim = plans.spike.claim;

export const options = {
  setupTimeout: "10m",
  scenarios: {
    spike: {
      executor: "ramping-vus",
      startVUs: 0,
      stages: [
        { duration: `${upSeconds}s`, target: users },
        { duration: `${topSeconds}s`, target: users },
        { duration: `${downSeconds}s`, target: 0 },
      ],
      gracefulRampDown: "30s",
      exec: "visit",
    },
  },
  thresholds: {
    ...thresholdsOf(environment, [ownChecks.answered.id, ownChecks.neverRefused.id]),
    fpk_limited: ["count==0"],
  },
};

export function setup(): Promise<World> {
  const { rateLimit } = environment;
  const atMost = Math.ceil(mostRequests * Math.min(1, (rateLimit?.windowSeconds ?? 0) / seconds)) + 20;
  if (rateLimit !== null && rateLimit.limit < atMost) {
    fail(`spike needs a limit raised to ${atMost} requests in ${rateLimit.windowSeconds} s, or switched off (LIMIT=0)`);
  }
  return discover("spike", environment, { references: keys });
}

const keys = labels.filter((label) => label !== "SESSION_A" && environment.tokens[label] !== undefined);

let client: Client | undefined;
/** One organization's own list, read alone, shows the identifier of the other's first product. */
let isShared: boolean | undefined;
/** What has been told of each check already. */
const told = new Set<string>();

/** One visit: a list, or a submission and its status; each virtual user by turns for each key. */
export async function visit(world: World): Promise<void> {
  client ??= createClient(environment, world.clockBase, { keeps: false });
  const { iterationInInstance: turn, idInTest } = exec.vu;
  const label = keys[(turn + idInTest) % keys.length] ?? "KEY_A";
  const references = world.references[label];
  if (turn % 4 === 3 && references !== undefined) {
    await submit(
      client,
      label,
      submissionOf(references, `${environment.seed}-${client.now().toFixed(3)}-${idInTest}-${turn}`),
    );
  } else if (turn % 4 === 2 && references !== undefined) {
    answered(await client.send(label, "listFeatures", { parameters: { productId: references.productId } }));
  } else {
    ownList(answered(await client.send(label, "listProducts")), label, world);
  }
  concludePart(client);
  await pause(pauseSeconds * 1000);
}

async function submit(sender: Client, label: Label, body: object): Promise<void> {
  const submission = submissionIn(answered(await sender.send(label, "submitFeedback", { body })));
  await pause(pauseSeconds * 1000);
  if (submission === undefined) return;
  const parameters = { feedbackId: submission.feedbackId };
  const status = answered(await sender.send(label, "getFeedbackStatus", { parameters }));
  takeStatus(submission, status);
  // It may lag its submission a little.
  if (status.isSuccess) judge(ownChecks.noneLost, wrongWith(submission));
}

function answered(exchange: Exchange): Exchange {
  const { status, failure, request } = exchange;
  const isAnswered = status > 0 && status < 500;
  const actual = `${request.method} ${request.url}: ${status || failure}`;
  judge(ownChecks.answered, isAnswered ? undefined : { expected: "an answer below 500", actual });
  judge(ownChecks.neverRefused, status === 429 ? { expected: "service, within the limit", actual } : undefined);
  return exchange;
}

const productsIn = (list: Exchange): readonly unknown[] =>
  listedItems(list).map((item) => (isObject(item) ? item.id : undefined));

/** No list holds the first product of another organization. */
function ownList(list: Exchange, label: Label, { references, before }: World): void {
  if (!list.isSuccess) return;
  const foreign = label === "KEY_B" ? references.KEY_A : references.KEY_B;
  // That two organizations do not use one identifier is not said.
  isShared ??= before.some(
    (one) =>
      one.operation === "listProducts" &&
      productsIn(exchangeOf(one)).includes(
        one.credential === "KEY_B" ? references.KEY_A?.productId : references.KEY_B?.productId,
      ),
  );
  if (isShared) return;
  const isForeign = foreign !== undefined && productsIn(list).includes(foreign.productId);
  judge(
    ownChecks.ownAnswer,
    isForeign ? { expected: `the products of ${label}'s organization`, actual: "a product of another's" } : undefined,
  );
}

/** Each virtual user tells a pass once, and a failure once; the metrics count them all. */
function judge(own: OwnCheck, wrong: { readonly expected: string; readonly actual: string } | undefined): void {
  const verdict = `${own.id} ${wrong === undefined}`;
  tellOwn(environment, own, wrong, !told.has(verdict));
  told.add(verdict);
}

export const handleSummary = (data: SummaryData) => summaryOf("spike", data, __ENV.FPK_SUMMARY);
