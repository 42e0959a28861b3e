/**
 * The tests are divided into projects by the folders that they lie in; `npx vitest run conformance/laws` runs some of them.
 * A file that several lists hold belongs to the first.
 *
 * - load: k6 measures a server under load. It mostly waits, so the next runs beside it.
 * - matrix: the mutants and the legal variants are judged, on threads: on virtual clocks, so at a lower priority for the processors.
 * - tools: programs are started: the built command, Schemathesis, Prism, git, a linter, a browser.
 * - suite: the reference, or another server, is started in the test's process.
 * - unit: the rest. `npm run check` runs this project only.
 *
 * What is loaded before test files, the seed and the lower priority, lies in `conformance/testing/`.
 *
 * On Deno there is one project, `runtime`: the files whose outcome may depend on the JavaScript runtime.
 */
import { availableParallelism } from "node:os";
import { configDefaults, defineConfig, type TestProjectConfiguration } from "vitest/config";
import type { Reporter } from "vitest/node";

const below = (...folders: readonly string[]) => folders.map((folder) => `${folder}/**/*.test.ts`);

const load = [
  ...below("load/{kubernetes,scenarios,verbs}"),
  "load/in-k6/laws-shared.test.ts",
  "load/launcher/instances.test.ts",
];
const matrix = below("reference/{changes,matrix}");
/** Playwright, which does not run on Deno, starts Chromium. */
const browser = [
  "conformance/reports/html/browser.test.ts",
  "conformance/compare/browser.test.ts",
  "reference/pages/browser.test.ts",
];
const tools = [
  "cli.test.ts",
  "package.test.ts",
  "docs/*.test.ts",
  "cli/command.test.ts",
  ...browser,
  ...below("conformance/{action,fuzz,gate,testing,tools,verbs}", "reference/{store,verbs}"),
];
const suite = ["conformance/*.test.ts", ...below("conformance/{cases,observations,proxy,run}", "reference")];
const unit = ["**/*.test.ts"];

/**
 * What uses sockets, streams, timers, files, processes or WebAssembly, for which Deno has its own code: the transport and the
 * client, hostile servers, tools that are started, files that are read and written, the command and its verbs, whole checks of the
 * reference. The other tests compute with the language, and the language is V8's on both.
 */
const runtime = [
  "clock.test.ts",
  "conformance/*.test.ts",
  ...below(
    "cli",
    "conformance/{client,fuzz,proxy,reports,target-file,tools,traffic,verbs}",
    "conformance/testing/hostile-servers",
  ),
];

interface Options {
  readonly include: readonly string[];
  readonly exclude?: readonly string[];
  /** A process for each file. Without it the files of a project share one, so no test may leave anything behind. */
  readonly isolate: boolean;
  /** Projects of the same order run at the same time, after those of a lower one. */
  readonly order: number;
  /** How many more files at a time than there are processors. */
  readonly extraWorkers?: number;
  readonly setupFiles?: readonly string[];
  /** In milliseconds. */
  readonly hookTimeout?: number;
}

function project(name: string, options: Options): TestProjectConfiguration {
  const { include, exclude = [], isolate, order, extraWorkers = 0, setupFiles = [], hookTimeout = 600_000 } = options;
  return {
    extends: true,
    test: {
      name,
      include: [...include],
      exclude: [...configDefaults.exclude, ".stryker-tmp/**", ...exclude],
      isolate,
      maxWorkers: availableParallelism() + extraWorkers,
      setupFiles: [...setupFiles],
      hookTimeout,
      sequence: { groupOrder: order },
    },
  };
}

const lowPriority = "conformance/testing/low-priority.test.support.ts";
const ownProcesses = { isolate: true, extraWorkers: 1 };

const onNode = [
  project("unit", { include: unit, exclude: [...load, ...matrix, ...tools, ...suite], isolate: false, order: 0 }),
  project("suite", { include: suite, exclude: [...load, ...matrix, ...tools], isolate: false, order: 1 }),
  project("tools", { ...ownProcesses, order: 2, include: tools }),
  project("load", { ...ownProcesses, order: 3, include: load }),
  // All of it is judged before the first test, in the time that the load leaves.
  project("matrix", { ...ownProcesses, order: 3, include: matrix, setupFiles: [lowPriority], hookTimeout: 1_800_000 }),
];

const onDeno = [project("runtime", { include: runtime, exclude: browser, isolate: false, order: 0 })];

/** Everything that tests draw by chance comes from it. CI sets it; elsewhere it is new in each run, and failures name it. */
const seed = process.env.FPK_SEED ?? String(Date.now() % 2 ** 31);

const onTestRunEnd: Reporter["onTestRunEnd"] = (_files, _errors, reason) => {
  if (reason === "failed") console.error(`To draw the same values again: FPK_SEED=${seed}`);
};

export default defineConfig({
  test: {
    projects: "Deno" in globalThis ? onDeno : onNode,
    // What tests run is not a step of a workflow, also where they are one.
    env: { FPK_SEED: seed, GITHUB_ACTIONS: "" },
    setupFiles: ["conformance/testing/seed.test.support.ts"],
    // The projects share what they compile, also with the next run.
    experimental: { fsModuleCache: true },
    // In milliseconds, for every test: it ends what hangs. How fast a test is says little where processors are shared.
    testTimeout: 600_000,
    reporters: ["default", ...(process.env.GITHUB_ACTIONS === "true" ? ["github-actions"] : []), { onTestRunEnd }],
  },
});
