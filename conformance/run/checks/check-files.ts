import { readdirSync } from "node:fs";

/** A source file: no test, no declaration, and no index that only lists what other files export. */
const isSource = (path: string) => /\.[jt]s$/.test(path) && !/\.test\.|\.d\.ts$|(^|\/)index\.[jt]s$/.test(path);

/** Key: a check's id. Value: its file's path from the repository's root. Loads every module of `cases/` and `laws/`. */
export async function loadCheckFiles(): Promise<ReadonlyMap<string, string>> {
  const conformance = new URL("../../", import.meta.url);
  const paths = ["cases", "laws"].flatMap((folder) =>
    readdirSync(new URL(folder, conformance), { recursive: true, encoding: "utf8" })
      .filter(isSource)
      .map((path) => `${folder}/${path}`),
  );
  const files = await Promise.all(
    paths.map(async (path) => {
      const exported: object = await import(new URL(path, conformance).href);
      const source = `conformance/${path.replace(/\.js$/, ".ts")}`;
      return checkIdsIn(exported).map((id) => [id, source] as const);
    }),
  );
  return new Map(files.flat());
}

/** The ids of the checks that a module exports, singly or in lists. */
const checkIdsIn = (exported: object): readonly string[] =>
  Object.values(exported)
    .flat()
    .flatMap((value) => (typeof value?.id === "string" && typeof value.claim === "string" ? [value.id] : []));
