/** The volume on which pods keep what they record, and the pod from which it is copied. */
import { k6Image } from "../../conformance/tools/k6.ts";
import { filesIn } from "../launcher/k6-command.ts";

/** The names of the PersistentVolumeClaim and of the pod that reads it. */
export const recordsName = "fpk-load-records";

export const recordsFolder = "/records";

/** The user and group of k6's image. */
const k6User = 12345;

const volumes = [{ name: "records", persistentVolumeClaim: { claimName: recordsName } }];
const securityContext = { fsGroup: k6User };

export const claimOf = () => ({
  apiVersion: "v1",
  kind: "PersistentVolumeClaim",
  metadata: { name: recordsName },
  spec: { accessModes: ["ReadWriteMany"], resources: { requests: { storage: "5Gi" } } },
});

/** `kubectl cp` copies out of a container that is running. */
export const readerOf = (resources: object) => ({
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name: recordsName },
  spec: {
    securityContext,
    containers: [
      {
        name: "reader",
        image: k6Image,
        command: ["sleep", "infinity"],
        resources,
        volumeMounts: [{ name: "records", mountPath: recordsFolder }],
      },
    ],
    volumes,
  },
});

/** What a runner is given, so that each pod writes into a folder of its own: `/records/RUN/POD` on the volume. */
export function keptRecords(run: string) {
  const files = filesIn(recordsFolder);
  const variables = {
    FPK_RECORD: "1",
    K6_LOG_FORMAT: "raw",
    K6_CONSOLE_OUTPUT: files.console,
    K6_SUMMARY_EXPORT: files.summary,
    K6_OUT: `json=${files.samples}`,
  };
  return {
    env: [
      { name: "POD_NAME", valueFrom: { fieldRef: { fieldPath: "metadata.name" } } },
      ...Object.entries(variables).map(([name, value]) => ({ name, value })),
    ],
    pod: {
      securityContext,
      volumes,
      volumeMounts: [{ name: "records", mountPath: recordsFolder, subPathExpr: `${run}/$(POD_NAME)` }],
    },
  };
}
