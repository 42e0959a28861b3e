import { describe, expect, it } from "vitest";
import type { FoundTool } from "../../conformance/tools/tool.ts";
import { baseUrlInside, commandLineOf, type Launch } from "./k6-command.ts";

const here: FoundTool = { place: "PATH", version: "1.8.1", kind: "command", command: "/bin/k6" };
const docker: FoundTool = {
  place: "docker",
  version: "1.8.1",
  kind: "docker",
  command: "/bin/docker",
  image: "grafana/k6:1.8.1",
};

const launch: Launch = {
  found: here,
  script: "/run/0/script.js",
  folder: "/run/0",
  variables: { BASE_URL: "http://127.0.0.1:8080/api", KEY_A: "secret-token" },
  forwardedArgs: [],
  share: { index: 0, of: 1 },
  env: { PATH: "/bin", K6_WEB_DASHBOARD: "true", OTHER: "other-secret" },
  cwd: "/home/me",
  platform: "linux",
  user: "1000:1000",
};

const joined = (of: Launch) => commandLineOf(of).args.join(" ");

describe("the command line of k6", () => {
  it.each([here, docker])("holds no credential, which goes by the environment ($place)", (found) => {
    const { args, env } = commandLineOf({ ...launch, found });
    expect(args.join(" ")).not.toContain("secret");
    expect(env.KEY_A).toBe("secret-token");
  });

  it.each([here, docker])(
    "lets the dashboard listen on loopback only, unless the environment says where ($place)",
    (found) => {
      const hostOf = (env: Launch["env"]) =>
        commandLineOf({ ...launch, found, env: { ...launch.env, ...env } }).env?.K6_WEB_DASHBOARD_HOST;
      expect(hostOf({})).toBe("127.0.0.1");
      expect(hostOf({ K6_WEB_DASHBOARD_HOST: "0.0.0.0" })).toBe("0.0.0.0");
    },
  );

  it("ends in the forwarded arguments and the script", () => {
    expect(joined({ ...launch, forwardedArgs: ["--out", "csv=a.csv"] })).toMatch(
      / --out csv=a\.csv \/run\/0\/script\.js$/,
    );
  });

  it("gives each of several processes an execution segment and a file for its samples", () => {
    const parts = [0, 1, 2].map((index) => joined({ ...launch, share: { index, of: 3 } }));
    expect(parts.map((part) => /--execution-segment (\S+)/.exec(part)?.[1])).toEqual(["0:1/3", "1/3:2/3", "2/3:1"]);
    expect(parts[0]).toContain("--execution-segment-sequence 0,1/3,2/3,1");
    expect(parts[0]).toContain("--out json=/run/0/samples.json");
    expect(joined(launch)).not.toContain("--out");
  });
});

describe("in a container", () => {
  const inside = { ...launch, found: docker };

  it("runs as the user, with the folder at the same path, and with variables by name only", () => {
    const command = joined(inside);
    expect(command).toMatch(
      /^run --rm --network host --user 1000:1000 --mount type=bind,source=\/run\/0,target=\/run\/0 /,
    );
    expect(command).toContain(
      " -e BASE_URL -e KEY_A -e K6_WEB_DASHBOARD_HOST -e K6_WEB_DASHBOARD grafana/k6:1.8.1 run ",
    );
    expect(command).not.toContain("OTHER");
    expect(command).not.toContain("/home/me");
  });

  it("can write to the user's working folder if it is asked to write", () => {
    const command = joined({ ...inside, forwardedArgs: ["--out", "csv=a.csv"] });
    expect(command).toContain("--mount type=bind,source=/home/me,target=/home/me --workdir /home/me");
  });

  it("elsewhere than on Linux reaches this machine by its gateway, and others by their names", () => {
    const elsewhere = { ...inside, platform: "darwin" } as const;
    expect(joined(elsewhere)).toContain("--add-host host.docker.internal:host-gateway");
    expect(commandLineOf(elsewhere).env.BASE_URL).toBe("http://host.docker.internal:8080/api");
    const far = { ...elsewhere, variables: { BASE_URL: "https://dev.example.com/api" } };
    expect(joined(far)).not.toMatch(/--network|--add-host/);
    expect(baseUrlInside(far)).toBe("https://dev.example.com/api");
  });
});
