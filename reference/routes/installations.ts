/** §4, endpoint 18 and rule 2: the installation tied to the calling API key. */
import { notFound, type Route } from "../parts/route.ts";
import { findInstallation } from "../store/installations.ts";

export const getInstallation: Route = ({ store, caller, parts: { tenancy, serializers } }) => {
  const scope = tenancy.scope(store, caller, "installation");
  const id = caller.installationId;
  const installation = id === null ? undefined : findInstallation(store, scope, id);
  if (installation === undefined) throw notFound("installation");
  return serializers.installation(installation);
};
