import { expect, it } from "vitest";
import { compiledContract, requestLines } from "./compile-contract.test.support.ts";

it("what scripts know of the contract is what spec/ says", async () => {
  await expect(requestLines()).toMatchFileSnapshot("./request-lines.generated.ts");
  await expect(await compiledContract()).toMatchFileSnapshot("./contract.generated.ts");
});
