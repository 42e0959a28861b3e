import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { WriteError } from "../../cli/write-file.ts";
import { checkReportPath, reportExtensions, writeReport } from "./files.ts";
import { sampleReport } from "./sample.test.report.ts";
import { validateReport } from "./schema.ts";

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "report-"));
});
afterEach(() => rm(folder, { recursive: true }));

describe("writeReport", () => {
  it("writes JSON of the published schema, over what was there, and leaves nothing beside it", async () => {
    const path = join(folder, "Report.JSON");
    await writeFile(path, "older");
    await writeReport(sampleReport, path);
    const written: unknown = JSON.parse(await readFile(path, "utf8"));
    expect(written).toEqual(sampleReport);
    expect(validateReport(written)).toEqual([]);
    expect(await readdir(folder)).toEqual(["Report.JSON"]);
  });

  it("follows a link", async () => {
    await writeFile(join(folder, "real.json"), "older");
    await symlink(join(folder, "real.json"), join(folder, "link.json"));
    await writeReport(sampleReport, join(folder, "link.json"));
    expect(JSON.parse(await readFile(join(folder, "real.json"), "utf8"))).toEqual(sampleReport);
  });

  it("says in one sentence why it could not, and leaves nothing behind", async () => {
    const taken = join(folder, "taken.json");
    await mkdir(taken);
    await expect(writeReport(sampleReport, taken)).rejects.toThrow(WriteError);
    await expect(writeReport(sampleReport, taken)).rejects.toThrow(/^cannot write \S+taken\.json: [a-z ]+$/);
    expect(await readdir(folder)).toEqual(["taken.json"]);
    const nowhere = join(folder, "none", "r.json");
    await expect(writeReport(sampleReport, nowhere)).rejects.toThrow(
      `cannot write ${nowhere}: no such file or directory`,
    );
  });
});

describe("checkReportPath", () => {
  it("accepts what can be written: a new file, and an earlier report in place of which it stands", async () => {
    await checkReportPath(join(folder, "new.json"));
    await writeFile(join(folder, "old.json"), '{ "schemaVersion": 1 }');
    await checkReportPath(join(folder, "old.json"));
    expect(await readdir(folder)).toEqual(["old.json"]);
  });

  it("refuses to overwrite any other file, whatever the case of its extension", async () => {
    await writeFile(join(folder, "fpk.target.JSON"), "{}");
    await expect(checkReportPath(join(folder, "fpk.target.JSON"))).rejects.toThrow(
      /is not a report; name another file$/,
    );
  });

  it.each(reportExtensions.split(", "))(
    "takes the place of an earlier %s report, and of no other file",
    async (extension) => {
      const path = join(folder, `report${extension}`);
      await writeReport(sampleReport, path);
      await checkReportPath(path);
      for (const other of [
        "",
        "# Mine\n",
        "<project/>",
        '{ "name": "mine" }',
        '{ "log": { "creator": { "name": "x" } } }',
      ]) {
        await writeFile(path, other);
        await expect(checkReportPath(path)).rejects.toThrow(/is not a report; name another file$/);
      }
    },
  );

  it("names the extensions that it knows", async () => {
    await expect(checkReportPath("report.pdf")).rejects.toThrow(
      /^cannot write a report to report\.pdf: only .*\.json.* supported$/,
    );
    await expect(checkReportPath("report")).rejects.toThrow(/only .*\.json.* supported$/);
  });

  it("refuses a folder, and a place in none", async () => {
    await mkdir(join(folder, "dir.json"));
    await writeFile(join(folder, "file"), "");
    await expect(checkReportPath(join(folder, "dir.json"))).rejects.toThrow(/it is a folder$/);
    await expect(checkReportPath(join(folder, "none", "r.json"))).rejects.toThrow(/none does not exist$/);
    await expect(checkReportPath(join(folder, "file", "r.json"))).rejects.toThrow(/file is not a folder$/);
  });
});
