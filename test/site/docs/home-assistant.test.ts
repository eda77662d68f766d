/** The package for Home Assistant is YAML whose request finds clips, and whose templates read fields that the answers have. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { BASE } from "../../fixtures/published.ts";
import { sampleFile, sampleSite } from "./ready-made.ts";

const site = sampleSite(["Drum Roll", "Rock & Roll"]);

test("its request finds the clip whose sound it plays", async () => {
	const file = parse(readFileSync(sampleFile(site, "home-assistant/sounds.yaml"), "utf8"));
	const [find, , play] = file.script.play_sound.sequence;
	const [called] = Object.keys(file.rest_command);
	expect(find.action).toBe(`rest_command.${called}`);

	const template: string = file.rest_command[called ?? ""].url;
	const url = template.replace("{{ name | urlencode }}", encodeURIComponent("rock & roll"));
	expect(url).not.toContain("{{");
	const response = await fetch(url.replace(BASE, site.origin));
	const content = (await response.json()) as { count: number; results: { sound: string }[] };
	expect([response.status, content.count]).toEqual([200, 1]);
	expect(content.results[0]?.sound).toBe(`${site.origin}/media/sounds/clip-1.mp3`);

	const { response_variable } = find;
	expect(play.data.media_content_id).toBe(`{{ ${response_variable}.content.results[0].sound }}`);
});
