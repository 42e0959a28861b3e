/** What a new reference holds: four organizations that exercise every field of the document. Credentials come later. */
import { type Database, openDatabase } from "../store/database.ts";
import { schema } from "../store/schema.ts";
import { acme } from "./acme.ts";
import { globex } from "./globex.ts";
import { hooli } from "./hooli.ts";
import { initech } from "./initech.ts";
import { insertOldFeedback, insertOrganization } from "./organizations.ts";

let template: Promise<Uint8Array> | undefined;

/** A new database with the seeded rows. They are written once in a process, and then copied. */
export async function seededDatabase(): Promise<Database> {
  template ??= writeTemplate();
  return openDatabase(await template);
}

async function writeTemplate(): Promise<Uint8Array> {
  const store = await openDatabase();
  store.script(schema);
  const seeds = [acme, globex, initech, hooli];
  store.transaction(() => {
    for (const [at, seed] of seeds.entries()) insertOrganization(store, seed, at);
  });
  for (const seed of seeds) insertOldFeedback(store, seed);
  const bytes = store.bytes();
  await store.close();
  return bytes;
}
