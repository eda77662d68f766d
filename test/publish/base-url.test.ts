/** Links never lead to an address that the owner did not choose. */
import { describe, expect, test } from "vitest";
import { BaseUrlError, parseBaseUrl } from "../../scripts/console/options.ts";
import { HOSTS } from "../../scripts/hosts/index.ts";
import { defaultBaseUrl } from "../../scripts/publish/build-command.ts";

const SITE = "https://instants.test";

describe("without --base-url, the address comes from the environment", () => {
	test.for<readonly [string, Record<string, string>, string]>([
		["none", {}, "http://localhost:3000"],
		["BASE_URL", { BASE_URL: "https://own.test/" }, "https://own.test"],
	])("%s", ([, env, url]) => {
		expect(defaultBaseUrl(env)).toBe(url);
	});

	test("and is refused if it is invalid", () => {
		expect(() => defaultBaseUrl({ BASE_URL: "instants.test" })).toThrow(
			new BaseUrlError("instants.test", "must be a complete http(s) URL", "BASE_URL"),
		);
	});

	test.each(HOSTS.map((host) => [host.name, host] as const))(
		"and a tree for %s needs one",
		(name, host) => {
			expect(() => defaultBaseUrl({}, [host])).toThrow(
				`--host ${name}: needs the address of the site`,
			);
			expect(defaultBaseUrl({ BASE_URL: SITE }, [host])).toBe(SITE);
		},
	);
});

test.for([
	["HTTPS://H.TEST:443/", "https://h.test"],
	["http://h.test:8080/a/b/", "http://h.test:8080/a/b"],
	["https://bücher.test/é", "https://xn--bcher-kva.test/%C3%A9"],
] as const)("%s is the base URL %s", ([text, url]) => {
	expect(parseBaseUrl(text)).toBe(url);
});

test.for([
	["", "must be a complete http(s) URL"],
	["http://h..test", "must not have two dots in a row in its domain"],
	["ftp://h.test", "must be a complete http(s) URL"],
	["https://me:pass@h.test", "must not have a query, a fragment, a user name or a password"],
] as const)("%j is no base URL: it %s", ([text, why]) => {
	expect(() => parseBaseUrl(text)).toThrow(new BaseUrlError(text, why));
});
