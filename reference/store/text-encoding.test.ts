import fc from "fast-check";
import { expect, it } from "vitest";
import { openDatabase } from "./database.ts";
import { text } from "./row.ts";

it("any string survives the store, lone surrogates and NUL too", async () => {
  const store = await openDatabase();
  store.script("CREATE TABLE texts (id INTEGER PRIMARY KEY, value TEXT NOT NULL)");
  const units = fc.array(fc.integer({ min: 0, max: 0xffff })).map((codes) => String.fromCharCode(...codes));
  fc.assert(
    fc.property(fc.oneof(units, fc.string({ unit: "binary" }), fc.constant("\0"), fc.constant("")), (value) => {
      store.run("INSERT OR REPLACE INTO texts VALUES (1, ?)", value);
      expect(text(store.first("SELECT value FROM texts WHERE value = ?", value) ?? {}, "value")).toBe(value);
    }),
  );
  store.close();
});
