/** The rate limiters in Java that `npm run limiters` judges, and how they are built. */
import { delimiter, join } from "node:path";
import { sourceOf } from "./folder.ts";
import { type RealLimiter, versionIn } from "./real-limiter.ts";
import { toolchainOf } from "./toolchain.ts";

const pom = sourceOf("java/pom.xml");

const toolchain = toolchainOf({
  language: "Java",
  sources: "java",
  installedFrom: [".java", "pom.xml"],
  needs: [
    ["javac", "-version"],
    ["mvn", "--version"],
  ],
  steps: (sources, cache) => [
    ["mvn", "-B", "-q", "-f", pom, "dependency:copy-dependencies", `-DoutputDirectory=${join(cache, "lib")}`],
    [
      "javac",
      "-d",
      join(cache, "classes"),
      "-cp",
      join(cache, "lib", "*"),
      "-sourcepath",
      sources,
      join(sources, "Proxy.java"),
    ],
  ],
});

const inJava = (artifact: string, use: string, algorithm: string, argument: string): RealLimiter => ({
  name: use,
  version: versionIn(pom, new RegExp(`<artifactId>${artifact}</artifactId>\\s*<version>([^<]+)`)),
  algorithm,
  toolchain,
  command(env) {
    const folder = toolchain.folder(env);
    const classPath = [join(folder, "classes"), join(folder, "lib", "*")].join(delimiter);
    // Without `nodelay`, Java's server sends the end of each response 40 ms late.
    const options = [
      "-Xshare:auto",
      "-XX:TieredStopAtLevel=1",
      "-XX:+UseSerialGC",
      "-Dsun.net.httpserver.nodelay=true",
    ];
    return { command: "java", args: [...options, "-cp", classPath, "Proxy", argument] };
  },
});

const bucket4j = "bucket4j_jdk17-core";

export const javaLimiters: readonly RealLimiter[] = [
  inJava(bucket4j, "Bucket4j, greedy", "token bucket", "bucket4j-greedy"),
  inJava(bucket4j, "Bucket4j, intervally", "bucket, filled once a window", "bucket4j-intervally"),
  inJava(bucket4j, "Bucket4j, intervally in quarters", "bucket, filled 4 times a window", "bucket4j-quarters"),
  inJava("resilience4j-ratelimiter", "resilience4j", "fixed window from the start of the limiter", "resilience4j"),
  inJava("guava", "Guava RateLimiter", "token bucket of one second", "guava"),
];
