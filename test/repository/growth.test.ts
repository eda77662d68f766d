/** Text from strangers takes work that grows as the text does, whatever it says. */
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

/** For 8 times the text. What grows as the text does measures 8 at most, its square more than 60. */
const MOST_GROWTH = 12;

type Growths = readonly (readonly [name: string, of: { unit: string; growth: number }[]])[];
const program = fileURLToPath(new URL("growth.ts", import.meta.url));
const printed = execFileSync(process.execPath, ["--import", "tsx", program], { encoding: "utf8" });
const { readers, quadratic }: Record<"readers" | "quadratic", Growths> = JSON.parse(printed);

describe("work grows as the text does", () => {
	test.each(readers)("%s", (_, growths) => {
		expect(growths.filter(({ growth }) => !(growth < MOST_GROWTH))).toEqual([]);
	});

	test.each(quadratic)("%s is noticed", (_, growths) => {
		for (const { growth } of growths) expect(growth).toBeGreaterThan(MOST_GROWTH);
	});
});
