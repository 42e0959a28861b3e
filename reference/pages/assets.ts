/** The files that pages load: all from this server. */

import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import express, { type RequestHandler, Router } from "express";

const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** The renderer's files: the build copies them, so that who installs this package needs no renderer. */
function rendererFolder(): string {
  const built = here("./swagger-ui-dist/");
  return existsSync(built) ? built : dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json"));
}

export function assets(): RequestHandler {
  const options = {
    index: false,
    redirect: false,
    cacheControl: false,
    setHeaders: (response: { setHeader(name: string, value: string): unknown }) => {
      response.setHeader("Cache-Control", "public, max-age=300");
    },
  };
  return Router()
    .use("/swagger-ui", express.static(rendererFolder(), options))
    .use(express.static(here("./assets/"), options));
}
