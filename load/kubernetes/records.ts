/** The volume on which several pods write their records, and the pod from which `kubectl cp` copies them. */
import { k6Image } from "../../conformance/tools/k6.ts";
import { filesIn } from "../launcher/k6-command.ts";

/** The name of the PersistentVolumeClaim, and of the pod that reads the volume. */
export const recordsName = "fpk-load-records";

export const recordsFolder = "/records";

/** The id of the user and of the group in k6's image. */
const k6User = 12345;

const volumes = [{ name: "records", persistentVolumeClaim: { claimName: recordsName } }];
const securityContext = { fsGroup: k6User };

export const volumeClaim = {
  apiVersion: "v1",
  kind: "PersistentVolumeClaim",
  metadata: { name: recordsName },
  spec: { accessModes: ["ReadWriteMany"], resources: { requests: { storage: "5Gi" } } },
};

/** A pod that only runs, because `kubectl cp` copies from a running container. */
export const readerPod = (resources: object) => ({
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

/** The settings of a runner with which each pod records into its own folder of the volume, `RUN/POD`. */
export function recordingRunner(run: string) {
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
