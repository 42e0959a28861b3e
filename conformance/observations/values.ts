/** §2, §7.3: fields of which some values are shown, or none; every value that was seen. */
import type { OperationId } from "../../spec/contract.ts";
import { isObject } from "../model/body.ts";
import { distinct, valued } from "./format.ts";
import type { Observed, Observer } from "./observer.ts";
import { answersTo, isRefusal, issuesOf, shownObjects } from "./reading.ts";

function listed(values: readonly string[]): Observed {
  const choices = distinct(values.map(valued));
  return { choices, choice: choices.join(", ") };
}

function valuesOf(clause: string, operation: OperationId, field: string, unseen: string): Observer {
  return {
    clause,
    unseen,
    observe(exchanges) {
      const values = answersTo(exchanges, operation)
        .flatMap(shownObjects)
        .map((shown) => shown[field]);
      return listed(values.filter((value) => typeof value === "string"));
    },
  };
}

/** Deeper than this, and beyond so many, members are not told. */
const most = { depth: 3, members: 16 };

/** Names and types, never values, which may be secrets; nor a name that is no name: it may be a value too. */
function shapeOf(value: unknown, depth = 1): string {
  if (Array.isArray(value)) return value.length === 0 ? "array" : `array of ${shapeOf(value[0], depth + 1)}`;
  if (!isObject(value)) return value === null ? "null" : typeof value;
  const members = Object.entries(value);
  if (members.length === 0 || depth > most.depth) return "object";
  const isName = (name: string) => /^[A-Za-z_$][\w$-]{0,39}$/.test(name);
  const told = members
    .slice(0, most.members)
    .map(([name, inner]) => `${isName(name) ? name : "(no name)"}: ${shapeOf(inner, depth + 1)}`);
  return `{ ${told.join(", ")}${members.length > most.members ? ", …" : ""} }`;
}

const config: Observer = {
  clause: "installation.config",
  unseen: "no installation with a config was shown",
  observe(exchanges) {
    const configs = answersTo(exchanges, "getInstallation")
      .flatMap(shownObjects)
      .map((shown) => shown.config);
    return { choices: distinct(configs.filter(isObject).map((one) => shapeOf(one))) };
  },
};

const issueCodes: Observer = {
  clause: "error.issue-codes",
  unseen: "no error carried issues",
  observe(exchanges) {
    const codes = exchanges.filter(isRefusal).flatMap(issuesOf);
    return listed(codes.flatMap(({ code }) => code ?? []));
  },
};

export const valueObservers: readonly Observer[] = [
  valuesOf("release.status", "listReleases", "status", "no release was listed"),
  valuesOf("member.role", "listMembers", "role", "no member was listed"),
  config,
  valuesOf("installation.status", "getInstallation", "status", "no installation was shown"),
  valuesOf("feedback-status.status", "getFeedbackStatus", "status", "no processing status was read"),
  issueCodes,
];
