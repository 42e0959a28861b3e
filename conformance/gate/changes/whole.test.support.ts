/** Changes of the whole document, which have no operation to stand at. */
import { type Single, single } from "./single.test.support.ts";

export function wholes(): readonly Single[] {
  return [
    single("no credentials anywhere", "BB", (d) => delete d.security),
    single("no credentials needed anywhere", "AB", (d) => d.security.push({})),
    single(
      "another scheme",
      "BB",
      (d) => (d.components.securitySchemes.bearer = { type: "apiKey", in: "header", name: "X-Key" }),
    ),
    single("a second scheme", "AB", (d) => {
      d.components.securitySchemes.key = { type: "apiKey", in: "header", name: "X-Key" };
      d.security.push({ key: [] });
    }),
    single("a server more", "AE", (d) => d.servers.push({ url: "https://eu.example.com/api" })),
    single("a server less", "BE", (d) => d.servers.pop()),
    single("a server elsewhere", "BE", (d) => (d.servers[0].url = "https://other.example.com/api")),
    single("another prefix", "BB", (d) => {
      d.paths = Object.fromEntries(Object.entries(d.paths).map(([path, item]) => [path.replace("/v1", "/v2"), item]));
    }),
    single("another title", "EE", (d) => (d.info.title = "Otherwise")),
    single("another description", "EE", (d) => (d.info.description = "Otherwise")),
    single("a tag described otherwise", "EE", (d) => (d.tags[0].description = "Otherwise")),
    single(
      "the scheme described otherwise",
      "EE",
      (d) => (d.components.securitySchemes.bearer.description = "Otherwise"),
    ),
    single("another licence", "EE", (d) => (d.info.license = { name: "ISC", identifier: "ISC" })),
  ];
}
