/** Which folder may import from which; `npm run test:layers` checks the tree. */

const tests = "\\.test\\.(support\\.)?ts$";

/** The folders of `conformance/`: each imports only from itself and from those before it. */
const folders = [
  "model",
  "target-file",
  "redaction",
  "generate",
  "client",
  "laws",
  "cases",
  "observations",
  "baseline",
  "run",
  "reports",
  "compare",
  "tools",
  "fuzz",
  "traffic",
  "proxy",
  "gate",
  "action",
  "verbs",
  "testing",
];

const folderRules = folders.slice(0, -1).map((folder, at) => ({
  name: `${folder}-imports-from-above`,
  comment: `conformance/${folder}/ imports only from the folders before it: ${folders.slice(0, at).join(", ") || "none"}.`,
  from: { path: `^conformance/${folder}/`, pathNot: tests },
  to: { path: `^conformance/(${folders.slice(at + 1).join("|")}|index\\.ts)` },
}));

/** The folders of `reference/`, and what each may import of it besides itself. */
const referenceFolderImports = {
  "(store|limiters)": "store|limiters",
  parts: "store|limiters|parts",
  routes: "store|parts|routes",
  http: "store|limiters|parts|http",
  pages: "store|parts|http|pages",
  seed: "store|parts|seed",
  changes: "store|limiters|parts|routes|seed|changes",
};

const referenceRules = Object.entries(referenceFolderImports).map(([folder, allowed]) => ({
  name: `reference-${folder.replace(/[(|)]+/g, "-").replace(/^-|-$/g, "")}-imports-from-above`,
  comment: `reference/${folder}/ imports only from ${allowed.replaceAll("|", ", ")}.`,
  from: { path: `^reference/${folder}/`, pathNot: tests },
  to: { path: "^reference/", pathNot: `^reference/(${allowed})/` },
}));

const rules = [
  ...folderRules,
  ...referenceRules,
  {
    name: "reference-start-imports-no-verb",
    from: { path: "^reference/(start\\.ts|matrix/)", pathNot: tests },
    to: { path: "^reference/verbs/" },
  },
  {
    name: "reference-start-imports-no-matrix",
    from: { path: "^reference/start\\.ts$" },
    to: { path: "^reference/matrix/" },
  },
  {
    name: "conformance-has-one-file-outside-folders",
    comment: "Everything but the public API, index.ts, lies in one of the folders above.",
    from: { path: "^conformance/" },
    to: { path: "^conformance/[^/]+\\.ts$", pathNot: "^conformance/index\\.ts$" },
  },
  {
    name: "cases-import-no-case",
    comment: "What cases share is in cases/shared/.",
    from: { path: "^conformance/cases/(shared|[0-9][^/]*)/", pathNot: tests },
    to: { path: "^conformance/cases/[0-9]" },
  },
  {
    name: "conformance-imports-no-reference",
    comment: "The suite judges any implementation; only cli.ts and tests connect it with the reference.",
    from: { path: "^conformance/", pathNot: tests },
    to: { path: "^(reference|load|bench)/" },
  },
  {
    name: "reference-imports-no-suite",
    comment: "Only the kill matrix imports the suite, by its public API, conformance/index.ts.",
    from: { path: "^reference/", pathNot: `${tests}|^reference/matrix/` },
    to: { path: "^(conformance|load|bench)/" },
  },
  {
    name: "matrix-imports-the-public-api",
    from: { path: "^reference/matrix/", pathNot: tests },
    to: { path: "^(conformance|load|bench)/", pathNot: "^conformance/index\\.ts$" },
  },
  {
    name: "spec-imports-only-itself",
    from: { path: "^spec/", pathNot: tests },
    to: { path: "^(reference|conformance|load|bench|cli)" },
  },
  {
    name: "cli-imports-only-itself",
    comment: "All verbs import it.",
    from: { path: "^cli/", pathNot: tests },
    to: { path: "^(reference|conformance|load|bench|spec)/" },
  },
  {
    name: "load-imports-no-reference",
    from: { path: "^load/", pathNot: tests },
    to: { path: "^(reference|bench)/" },
  },
  {
    name: "scenarios-import-in-k6",
    comment: "Scenarios are k6 scripts: they rest on the laws, the model and in-k6/, and not on each other.",
    from: { path: "^load/scenarios/", pathNot: tests },
    to: { pathNot: "^load/in-k6/|^conformance/(laws|model)/|^k6(/|$)" },
  },
  {
    name: "in-k6-runs-in-k6",
    comment:
      "k6 runs it: it rests on the laws, the model, unissued tokens and identifiers and the pure part of the contract, and not on the launcher.",
    from: { path: "^load/in-k6/", pathNot: "\\.test\\.(support\\.|script\\.)?ts$" },
    to: {
      pathNot:
        "^load/in-k6/|^conformance/(laws|model)/|^conformance/generate/(unissued-(id|token)|similar-tokens)\\.ts$|^spec/(read-contract|body-problems|describe-problem|date-time)\\.ts$|^k6(/|$)",
    },
  },
  {
    name: "contract-in-k6-is-pure",
    comment: "What k6 runs of spec/ imports no package.",
    from: { path: "^spec/(read-contract|body-problems|describe-problem|date-time)\\.ts$" },
    to: { pathNot: "^spec/(read-contract|body-problems|describe-problem|date-time)\\.ts$" },
  },
  {
    name: "launcher-imports-no-verb",
    comment: "load/verbs uses kubernetes/ and launcher/, kubernetes/ uses launcher/, and all use in-k6/.",
    from: { path: "^load/launcher/", pathNot: tests },
    to: { path: "^load/(kubernetes|verbs|scenarios)/" },
  },
  {
    name: "kubernetes-imports-no-verb",
    from: { path: "^load/kubernetes/", pathNot: tests },
    to: { path: "^load/(verbs|scenarios)/" },
  },
  { name: "clock-imports-nothing", from: { path: "^clock\\.ts$" }, to: { path: ".+" } },
  { name: "nothing-imports-the-command-line", from: { pathNot: tests }, to: { path: "^cli\\.ts$" } },
  {
    name: "laws-import-no-package",
    comment: "k6 imports the laws: types apart, they rest on nothing but each other and the model.",
    from: { path: "^conformance/(laws|model)/", pathNot: `${tests}|^conformance/laws/apply\\.ts$` },
    to: { dependencyTypes: ["npm", "npm-dev", "core"], dependencyTypesNot: ["type-only"] },
  },
  { name: "no-circle", from: {}, to: { circular: true } },
  {
    name: "packages-are-declared",
    comment: "What is imported at run time is in dependencies; k6 brings its own, and testing/ is not packed.",
    from: {
      path: "^(spec|conformance|reference|load|bench|cli|clock)",
      pathNot: "\\.test\\.|^conformance/testing/limiters/node/",
    },
    to: {
      pathNot: "^k6(/|$)",
      dependencyTypes: ["npm-dev", "npm-no-pkg", "npm-unknown", "unknown", "undetermined"],
      dependencyTypesNot: ["type-only"],
    },
  },
];

export default {
  forbidden: rules.map((rule) => ({ severity: "error", ...rule })),
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^dist/" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "node", "default"] },
  },
};
