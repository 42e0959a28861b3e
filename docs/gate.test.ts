import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { commit, git, newFolder } from "../conformance/gate/repository.test.support.ts";
import { contractText } from "../spec/contract.ts";
import { runRecipe } from "./recipe.test.support.ts";

const page = readFileSync(new URL("gate.md", import.meta.url), "utf8");
/** The YAML block that begins with this line. */
const recipe = (first: string) =>
  parse(
    page
      .split("```yaml\n")
      .find((block) => block.startsWith(first))
      ?.split("```")[0] ?? "",
  );

const isNode = process.versions.deno === undefined;

/** The contract with these new properties of a product. */
const adding = (version: string, ...names: readonly string[]) =>
  contractText()
    .replace(
      "        slug:\n",
      `${names.map((name) => `        ${name}: { description: New, type: string }\n`).join("")}        slug:\n`,
    )
    .replace(/^ {2}version: .*/m, `  version: ${version}`);

describe.runIf(isNode)("the recipes of docs/gate.md", () => {
  /** A branch with two commits that both add something, below one new version; `main` has changed since it began. */
  function branch(): string {
    const folder = newFolder();
    git(folder, "init", "-q");
    commit(folder, { "spec/openapi.yaml": contractText(), "spec/fpk.gate.yaml": "for: clients\n" });
    git(folder, "checkout", "-q", "-b", "change");
    commit(folder, { "spec/openapi.yaml": adding("1.1.0", "colour") });
    git(folder, "checkout", "-q", "main");
    commit(folder, { "spec/openapi.yaml": adding("1.1.0", "weight") });
    git(folder, "checkout", "-q", "change");
    writeFileSync(join(folder, "spec/openapi.yaml"), adding("1.1.0", "colour", "size"));
    return folder;
  }

  it("before a commit: the hook runs for each file of the contract, and a branch needs one version only", async () => {
    const [hook] = recipe("# .pre-commit-config.yaml").repos[0].hooks;
    for (const path of ["spec/openapi.yaml", "spec/schemas/product.yaml", "spec/fpk.gate.yaml"])
      expect(path).toMatch(new RegExp(hook.files));
    expect(hook).toMatchObject({ language: "system", pass_filenames: false });
    const { code, stdout, stderr } = await runRecipe(branch(), hook.entry);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toContain("✓ passes: 2 additive");
  });

  it("on GitLab: judges what the branch changed, although main has changed since, and writes what is published", async () => {
    const { gate } = recipe("# .gitlab-ci.yml");
    const clone = join(newFolder(), "clone");
    const origin = branch();
    git(origin, "commit", "-q", "-a", "-m", "size");
    git(origin, "clone", "-q", origin, clone);
    git(clone, "checkout", "-q", "--detach", "origin/change");
    expect(gate.rules).toEqual([{ if: '$CI_PIPELINE_SOURCE == "merge_request_event"' }]);
    const env = { CI: "true", GITLAB_CI: "true", CI_MERGE_REQUEST_TARGET_BRANCH_NAME: "main" };
    const { code, stdout, called } = await runRecipe(clone, [gate.script].flat().join("\n"), env);
    expect(called).toBe("npm ci\n");
    expect(stdout).toContain("✓ passes: 2 additive");
    expect(code).toBe(0);
    expect(JSON.parse(readFileSync(join(clone, gate.artifacts.reports.codequality), "utf8"))).toHaveLength(2);
  });

  it("on GitHub: writes one comment, and changes it in the next run", async () => {
    const { steps } = recipe("permissions:");
    const comment = join(newFolder(), "comment.md");
    writeFileSync(comment, "<!-- fpk-gate -->\nfails\n");
    const env = { COMMENT: comment, PR: "7", GITHUB_REPOSITORY: "o/r", GH_TOKEN: "" };
    expect((await runRecipe(newFolder(), steps[2].run, env)).called).toContain(
      `gh pr comment 7 --body-file ${comment}`,
    );
    const again = await runRecipe(newFolder(), steps[2].run, { ...env, COMMENT_ID: "41" });
    expect(again.called).toContain(`gh api -X PATCH repos/o/r/issues/comments/41 -F body=@${comment}`);
    expect(again.called).not.toContain("gh pr comment");
  });
});
