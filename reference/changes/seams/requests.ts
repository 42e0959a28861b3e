/** Changes which requests are accepted: their bodies and their paths. */
import type { OperationId } from "../../../spec/contract.ts";
import type { Issue } from "../../parts/http-error.ts";
import { type Change, replace } from "./replace.ts";

/** Rejects request bodies of an operation for which `issuesOf` returns issues, also if the contract allows them. */
export const addIssues = (operation: OperationId, issuesOf: (body: unknown) => readonly Issue[]): Change =>
  replace("validation", ({ extraIssues }) => ({
    extraIssues: (of, body) => [...extraIssues(of, body), ...(of === operation ? issuesOf(body) : [])],
  }));

/** Accepts request bodies of an operation in spite of the issues that `isIgnored` chooses; of any issue by default. */
export const ignoreIssues = (operation: OperationId, isIgnored: (issue: Issue) => boolean = () => true): Change =>
  replace("validation", ({ ignores }) => ({
    ignores: (of, issue) => (of === operation && isIgnored(issue)) || ignores(of, issue),
  }));

/** Accepts other spellings of the paths, too: percent-encoded, in capitals, with more slashes, and with `.json`. */
export const acceptSpellings: Change = replace("router", { normalize: usualSpelling });

/** The path of a request target without its query, in the spelling of the document. */
export function usualSpelling(target: string): string {
  const [path = ""] = target.split("?");
  const segments = path.split("/").filter((segment) => segment !== "");
  return `/${segments.map((segment) => (isCapitalized(segment) ? segment.toLowerCase() : decodedStart(segment))).join("/")}`;
}

const isCapitalized = (segment: string) => /^[A-Z]+\d*$/.test(segment);

const decodedStart = (segment: string) =>
  segment
    .replace(/^%([0-9a-f]{2})(?=[a-z]+$)/, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/\.json$/, "");
