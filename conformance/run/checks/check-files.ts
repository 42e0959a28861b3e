/** In which file each check is written. */
import { readdirSync } from "node:fs";

/** Neither a test, nor a declaration, nor an index that only lists what other files export. */
const isSource = (path: string) => /\.[jt]s$/.test(path) && !/\.test\.|\.d\.ts$|(^|\/)index\.[jt]s$/.test(path);

/** Paths from the repository's root by the ids of checks: every module of `cases/` and `laws/` is asked which checks it exports. */
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

/** A module exports a check, or a list of checks. */
const checkIdsIn = (exported: object): readonly string[] =>
  Object.values(exported)
    .flat()
    .flatMap((value) => (typeof value?.id === "string" && typeof value.claim === "string" ? [value.id] : []));
