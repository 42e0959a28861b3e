/** The hook that bounds shrinking, called as the versions of Schemathesis 4.32 call it. */
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { runProgram } from "../../tools/run-program.ts";

const { code } = await runProgram("python3", ["--version"], process.env);
const isMissing = code !== 0 && process.env.FPK_REQUIRE_TOOLS !== "1";

/** Prints the cases that are sent. Case 7 fails; after a failure, two other cases may be tried. */
const program = (argument: string) => `
import sys, types
def module(name, **members):
    sys.modules[name] = types.SimpleNamespace(**members)
module("fpk_cases", number_of=lambda case: case)
module("fpk_input", INPUT={"maxShrinkingTries": 2})
module("schemathesis.core.failures", FailureGroup=ValueError, as_reported_failure=lambda failure: failure)

from fpk_shrinking import shrinking
def run_one_case(*, case, ${argument}):
    print(case)
    if case == 7:
        raise ValueError
run = shrinking(run_one_case)
for cases in [1, 2, 3, 7, 4, 5, 6, 7], [6]:
    recorder = types.SimpleNamespace()
    scenario = types.SimpleNamespace(recorder=recorder)
    for case in cases:
        try:
            run(case=case, ${argument}=${argument})
        except ValueError:
            pass
`;

describe.skipIf(isMissing)("after a failure in a scenario, a few other cases are sent", () => {
  it.each([
    ["4.32.0", "recorder"],
    ["4.32.5", "scenario"],
  ])("by Schemathesis %s, which passes a %s", async (_, argument) => {
    const env = {
      ...process.env,
      PYTHONPATH: fileURLToPath(new URL(".", import.meta.url)),
      PYTHONDONTWRITEBYTECODE: "1",
    };
    const { stdout, stderr } = await runProgram("python3", ["-c", program(argument)], env);
    expect(stderr).toBe("");
    expect(stdout.trim().split("\n").map(Number)).toEqual([1, 2, 3, 7, 4, 5, 7, 6]);
  });
});
