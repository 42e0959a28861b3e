import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { virtualClock } from "../../../clock.ts";
import { type RunningReference, startReference } from "../../../reference/start.ts";
import { conform, type Report } from "../../index.ts";
import { contract, type Document, normalOf } from "../contract.test.support.ts";
import { implementationVerdict } from "../reports/terminal.ts";
import { changed, gate, newFolder, repository, verdict, write } from "../repository.test.support.ts";
import { inlined } from "../rewrite.test.support.ts";
import { rejudge } from "./rejudge.ts";

let reference: RunningReference;
let report: Report;
beforeAll(async () => {
  const clock = virtualClock();
  reference = await startReference({ clock });
  report = await conform({ ...reference.target, clock, seed: 1 });
});
afterAll(() => reference.close());

const base = normalOf(contract());

function under(change: (document: Document) => unknown): ReturnType<typeof rejudge> {
  const document = contract();
  change(document);
  return underThe(document);
}

const underThe = (document: Document) => rejudge("reference", report, base, normalOf(document));

const schemas = (document: Document) => document.components.schemas;

describe("the reference's exchanges, judged again", () => {
  it("violate nothing new if nothing changed, also in a document that is written differently", () => {
    expect(underThe(contract())).toMatchObject({ stopsConforming: false, lapses: [], unseen: [] });
    expect(underThe(inlined(contract()))).toMatchObject({ stopsConforming: false, lapses: [], unseen: [] });
  });

  it.each([
    [
      "a field that is null",
      (d: Document) => (schemas(d).Feature.properties.slug.type = "string"),
      "feature.field-types",
    ],
    ["a value of a status", (d: Document) => schemas(d).Problem.properties.status.enum.shift(), "problem.statuses"],
    [
      "a field that is not there",
      (d: Document) => schemas(d).User.required.push("emailAddress"),
      "user.has-identifier",
    ],
    ["another code", (d: Document) => pin(d.paths["/v1/organizations"].post.responses, "200"), "choice.success-codes"],
    [
      "a header more",
      (d: Document) =>
        (d.components.responses.Product.headers["X-Trace"] = { required: true, schema: { type: "string" } }),
      undefined,
    ],
    ["no credentials", (d: Document) => (d.paths["/v1/products"].get.security = []), undefined],
    [
      "a body that is not shown",
      (d: Document) => (d.components.responses.MemberInvited.content["application/json"].schema = { type: "object" }),
      undefined,
    ],
    [
      "a value that was refused",
      (d: Document) => delete schemas(d).FeedbackSubmission.properties.feedbackType.enum,
      undefined,
    ],
  ])("violate HEAD if it requires more: %s", (_, change, check) => {
    const { stopsConforming, lapses } = under(change);
    expect(stopsConforming).toBe(true);
    const stated = lapses.filter(({ level }) => level === "stated");
    expect(stated.some((lapse) => lapse.check === check && lapse.exchanges.length > 0)).toBe(true);
  });

  it.each([
    ["a value more", (d: Document) => schemas(d).Feature.properties.status.enum.push("other")],
    ["a tighter request", (d: Document) => (schemas(d).FeedbackSubmission.required = ["productId"])],
    ["the code that it answers with", (d: Document) => pin(d.paths["/v1/organizations"].post.responses, "201")],
    ["an operation less", (d: Document) => delete d.paths["/v1/me"].get],
    ["a header that need not be there", (d: Document) => delete d.components.headers.RateLimitReset.required],
  ])("violate nothing new if HEAD still allows them: %s", (_, change) => {
    expect(under(change)).toMatchObject({ stopsConforming: false, lapses: [] });
  });

  it("warn of a listed field that is missing but not required", () => {
    const { stopsConforming, lapses } = under((document) => {
      schemas(document).Product.properties.owner = { type: "string" };
    });
    expect(stopsConforming).toBe(false);
    expect(lapses).toMatchObject([{ check: "product.all-fields", level: "implied" }]);
  });

  it("are not judged if none of them is of this API", () => {
    const other = report.exchanges.map((exchange) => ({
      ...exchange,
      response: exchange.response && { ...exchange.response, status: 200, body: '{"ok":true}' },
    }));
    expect(() => rejudge("other", { ...report, exchanges: other }, base, base)).toThrow(
      /^other shows no success that BASE declares: is http:.* this API\? Make a new report: fpk check$/,
    );
  });

  it("name the operations that no exchange calls", () => {
    const { unseen } = under((document) => {
      document.paths["/v1/webhooks"] = { get: { ...document.paths["/v1/me"].get, operationId: "listWebhooks" } };
    });
    expect(unseen).toEqual(["listWebhooks"]);
  });

  it("say nothing of an operation whose path is another one, but of one whose operationId is", () => {
    const moved = under(({ paths }) => {
      paths["/v1/profile"] = paths["/v1/me"];
      delete paths["/v1/me"];
      paths["/v1/products"].get.operationId = "readProducts";
    });
    expect(moved.unseen).toEqual(["getMe", "updateMe"]);
    expect(moved.judged).toBeLessThan(underThe(contract()).judged);
    expect(implementationVerdict(moved)).toBe("would violate nothing new in what was judged");
  });
});

function pin(responses: Document, code: string): void {
  responses[code] = responses["2XX"];
  delete responses["2XX"];
}

describe("fpk gate --target", () => {
  const folderWith = (text: string) => {
    const folder = repository();
    write(folder, { "spec/openapi.yaml": text });
    const target = join(newFolder(), "staging.json");
    writeFileSync(target, JSON.stringify(reference.target));
    return { folder, target };
  };
  const stricter = () => changed((document) => (schemas(document).Feature.properties.slug.type = "string"));
  const beside = (target: string) => target.replace(".json", ".report.json");

  it("judges the report beside the target again, and fails if the target would stop conforming", async () => {
    const { folder, target } = folderWith(stricter());
    writeFileSync(beside(target), JSON.stringify(report));
    const { code, stdout } = await gate(folder, ["HEAD:spec/openapi.yaml"], { target: [target] });
    expect(code).toBe(1);
    expect(stdout).toContain(`${target} (${reference.target.baseUrl}) would stop conforming`);
    const { implementations } = await verdict(folder, ["HEAD:spec/openapi.yaml"], { report: [beside(target)] });
    expect(implementations).toMatchObject([
      { stopsConforming: true, lapses: [{ check: "feature.field-types", operations: ["listFeatures"] }] },
    ]);
  });

  it("refuses a report that it cannot read, and one without exchanges", async () => {
    const { folder, target } = folderWith(stricter());
    const judgeThis = (value: object) => {
      writeFileSync(beside(target), JSON.stringify(value));
      return gate(folder, ["HEAD:spec/openapi.yaml"], { target: [target] });
    };
    await expect(judgeThis({ ...report, schemaVersion: 3 })).rejects.toThrow(
      "is a report of schema version 3, and this fpk reads versions 1 and 2",
    );
    expect(await judgeThis({ ...report, exchanges: [], results: [], observations: [] })).toMatchObject({
      code: 3,
      stderr: expect.stringContaining("has no exchanges to judge again"),
    });
  });

  it("refuses a missing report, and a report of another target", async () => {
    const { folder, target } = folderWith(stricter());
    await expect(gate(folder, ["HEAD:spec/openapi.yaml"], { target: [target] })).rejects.toThrow(
      `fpk check --target ${target} --report ${beside(target)}`,
    );
    writeFileSync(
      beside(target),
      JSON.stringify({ ...report, target: { ...report.target, baseUrl: "http://elsewhere.example.com/api" } }),
    );
    await expect(gate(folder, ["HEAD:spec/openapi.yaml"], { target: [target] })).rejects.toThrow(
      "is a report of http://elsewhere.example.com/api",
    );
    writeFileSync(beside(target), "{}");
    await expect(gate(folder, ["HEAD:spec/openapi.yaml"], { target: [target] })).rejects.toThrow(
      "is not a report of fpk check",
    );
  });
});
