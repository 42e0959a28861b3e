import { describe, expect, it } from "vitest";
import { exchangeWith } from "../../model/exchange.test.support.ts";
import { errorTextOf, isGenericError, mayConcernBody, pathsNamedIn } from "./error-response.ts";

const rejected = (json: unknown, status = 400) => exchangeWith({ operation: "submitFeedback", status, json });
const issue = (path: unknown, code = "required") => ({ code, message: "is required", path });

describe("a rejection", () => {
  it("is for the body where it is a 4xx that is not for the caller or the method", () => {
    const statuses = [202, 400, 401, 403, 404, 405, 409, 422, 500];
    expect(statuses.filter((status) => mayConcernBody(rejected({}, status)))).toEqual([400, 404, 409, 422]);
  });

  it("names fields by the paths of its issues, below the body", () => {
    const issues = [["content", "title"], ["body", "source"], ["tags", 0], ["body"]].map((path) => issue(path));
    expect(pathsNamedIn(rejected({ error: "no", issues }))).toEqual([["content", "title"], ["source"], ["tags", "0"]]);
    for (const other of [{ error: "no" }, { issues: "no" }, { issues: [issue("/source"), issue([]), {}, null] }, "no"])
      expect(pathsNamedIn(rejected(other))).toEqual([]);
  });

  it("names them whether the path begins at the root of a JSON Pointer or of a JSONPath, also as one text", () => {
    const paths = [["", "content", "title"], ["$", "content", "title"], ["/content/title"], ["$.content.title"], [""]];
    const issues = paths.map((path) => issue(path));
    expect(pathsNamedIn(rejected({ error: "no", issues }))).toEqual(Array(4).fill(["content", "title"]));
  });

  it("has the same words wherever it points, and whomever it is about", () => {
    const words = (email: string, path: string) =>
      errorTextOf(rejected({ error: `${email} is not an address`, issues: [issue([path])], requestId: path }));
    expect(words("a+b@www.example.com", "email")).toBe(words("c.at.example.com", "to"));
    const text = errorTextOf(rejected({ error: "no", issues: [issue(["a"])] }));
    for (const other of [
      rejected({ error: "no", issues: [issue(["a"])] }, 422),
      rejected({ error: "not so", issues: [issue(["a"])] }),
      rejected({ error: "no", issues: [issue(["a"], "unknown")] }),
      rejected({ error: "no" }),
    ])
      expect(errorTextOf(other)).not.toBe(text);
  });

  it("is generic where it says only the name of its status, without an issue", () => {
    expect(isGenericError(rejected({ error: "Bad Request" }))).toBe(true);
    expect(isGenericError(rejected({ error: "BAD_REQUEST" }))).toBe(true);
    expect(isGenericError(rejected({}))).toBe(true);
    expect(isGenericError(rejected({ error: "Bad Request" }, 422))).toBe(false);
    expect(isGenericError(rejected({ error: "Bad Request", issues: [issue(["a"])] }))).toBe(false);
    expect(isGenericError(rejected({ error: "The body is not JSON." }))).toBe(false);
  });
});
