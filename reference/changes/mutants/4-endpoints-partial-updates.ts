/** Faults of endpoint 12 where an update has some fields only (§4), or is rejected because of one of them (§7). */
import { HttpError } from "../../parts/http-error.ts";
import type { ProfileUpdate } from "../../parts/profile.ts";
import { findUser, saveUser } from "../../store/users.ts";
import { combine } from "../seams/replace.ts";
import { ignoreIssues } from "../seams/requests.ts";
import { changeUpdate } from "../seams/resources.ts";
import { replaceRoute } from "../seams/routes.ts";
import { defineMutant, type Mutant } from "./mutant.ts";

export default [
  defineMutant({
    id: "preferences-before-names",
    clause: "error.changes-nothing",
    fault:
      "preferences are stored in a table of their own before the names are validated, although the update is rejected",
    change: combine(
      ignoreIssues("updateMe", ({ path = [] }) => path[0] === "lastName"),
      replaceRoute("updateMe", (route) => (request) => {
        const { preferences, lastName } = request.body as ProfileUpdate;
        if (typeof lastName === "string" || lastName === undefined) return route(request);
        const user = findUser(request.store, request.caller.userId);
        if (user !== undefined && preferences !== undefined) saveUser(request.store, { ...user, preferences });
        throw new HttpError("invalid", "lastName is not a string.");
      }),
    ),
  }),
  defineMutant({
    id: "update-of-both-names-alone",
    clause: "profile.kept",
    fault:
      "An update without a picture is stored only if both names are in it, as the form of the web application sends them",
    change: changeUpdate((update) => {
      const { firstName, lastName, avatarBase64 } = update;
      return avatarBase64 === undefined && (firstName === undefined || lastName === undefined) ? {} : update;
    }),
  }),
] satisfies readonly Mutant[];
