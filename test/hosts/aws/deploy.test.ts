/** So that the commands for AWS fit together: what one gives is what the next one takes. Never run on AWS. */
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { AWS } from "../../../scripts/hosts/aws/host.ts";
import { temporaryFolder } from "../../fixtures/published.ts";

/** Stands for the AWS command line: notes what it was asked, a line each, and gives an id for it. */
const FAKE = `#!${process.execPath}
const [service, command, ...options] = process.argv.slice(2);
const given = Object.fromEntries(options.map((o, i) => [o, options[i + 1]]));
require("node:fs").appendFileSync(process.env.LOG, JSON.stringify({ command, options, given }) + "\\n");
console.log(given["--query"] === "ETag" ? "etag-of-" + command : "id-of-" + command);
`;

interface Call {
	readonly command: string;
	readonly options: readonly string[];
	readonly given: Readonly<Record<string, string>>;
}

/** Runs the commands with the fake in the place of the real one. */
function callsOf(folder: string): Call[] {
	for (const name of ["bin", "beside"]) mkdirSync(join(folder, name));
	writeFileSync(join(folder, "bin/aws"), FAKE);
	chmodSync(join(folder, "bin/aws"), 0o755);
	const facts = { baseUrl: "https://h.test", listingPages: 1, words: [] };
	for (const { path, text } of AWS.besideFiles(facts, "../dist")) {
		writeFileSync(join(folder, "beside", path), text);
	}
	const log = join(folder, "log");
	const commands = AWS.deploy("dist", join(folder, "beside"));
	execFileSync("sh", ["-euc", commands], {
		env: {
			PATH: `${folder}/bin:${process.env.PATH}`,
			LOG: log,
			BUCKET: "sounds",
			CATALOGUE: "loud",
			REGION: "eu-west-1",
			ACCOUNT: "123456789012",
		},
	});
	return readFileSync(log, "utf8")
		.trimEnd()
		.split("\n")
		.map((line) => JSON.parse(line) as Call);
}

test("each command gets what the ones before it gave", () => {
	const calls = callsOf(temporaryFolder());
	const optionOf = (command: string, option: string): string =>
		calls.find((call) => call.command === command)?.given[option] ?? "";
	expect(calls.map(({ command }) => command)).toEqual([
		"mb",
		"create-function",
		"publish-function",
		"create-response-headers-policy",
		"create-origin-access-control",
		"create-distribution",
		"put-bucket-policy",
		"sync",
		"describe-function",
		"update-function",
		"publish-function",
	]);
	expect(optionOf("publish-function", "--if-match")).toBe("etag-of-create-function");
	expect(optionOf("update-function", "--if-match")).toBe("etag-of-describe-function");
	expect(calls.at(-1)?.given["--if-match"]).toBe("etag-of-update-function");

	expect(optionOf("create-function", "--name")).toBe("loud");
	const policy = optionOf("create-response-headers-policy", "--response-headers-policy-config");
	expect(JSON.parse(policy)).toMatchObject({ Name: "loud" });

	const { CallerReference, Origins, DefaultCacheBehavior } = JSON.parse(
		optionOf("create-distribution", "--distribution-config"),
	);
	expect(CallerReference).toBe("loud");
	expect(Origins.Items[0]).toMatchObject({
		DomainName: "sounds.s3.eu-west-1.amazonaws.com",
		OriginAccessControlId: "id-of-create-origin-access-control",
	});
	expect(DefaultCacheBehavior).toMatchObject({
		ResponseHeadersPolicyId: "id-of-create-response-headers-policy",
		FunctionAssociations: { Items: [{ FunctionARN: "id-of-publish-function" }] },
	});
	const { Statement } = JSON.parse(optionOf("put-bucket-policy", "--policy"));
	expect(Statement).toMatchObject({
		Resource: "arn:aws:s3:::sounds/*",
		Condition: {
			StringEquals: {
				"AWS:SourceArn": "arn:aws:cloudfront::123456789012:distribution/id-of-create-distribution",
			},
		},
	});
});

test("what its owner is told", () => {
	expect(AWS.deploy("dist", "dist-hosts/aws")).toMatchInlineSnapshot(`
		"# Set CATALOGUE to a name for what is created (letters, digits, hyphens), BUCKET to the name of a new bucket, REGION and ACCOUNT; then, once:
		aws s3 mb "s3://$BUCKET" --region "$REGION"
		ETAG=$(aws cloudfront create-function --name "$CATALOGUE" --function-config Comment="$CATALOGUE",Runtime=cloudfront-js-2.0 --function-code fileb://dist-hosts/aws/viewer-request.js --query ETag --output text)
		FUNCTION=$(aws cloudfront publish-function --name "$CATALOGUE" --if-match "$ETAG" --query FunctionSummary.FunctionMetadata.FunctionARN --output text)
		POLICY=$(aws cloudfront create-response-headers-policy --response-headers-policy-config "$(sed "s|CATALOGUE|$CATALOGUE|" dist-hosts/aws/response-headers-policy.json)" --query ResponseHeadersPolicy.Id --output text)
		ACCESS=$(aws cloudfront create-origin-access-control --origin-access-control-config Name="$CATALOGUE",SigningProtocol=sigv4,SigningBehavior=always,OriginAccessControlOriginType=s3 --query OriginAccessControl.Id --output text)
		DISTRIBUTION=$(aws cloudfront create-distribution --distribution-config "$(sed "s|CATALOGUE|$CATALOGUE|; s|BUCKET|$BUCKET|; s|REGION|$REGION|; s|ACCESS_CONTROL_ID|$ACCESS|; s|HEADERS_POLICY_ID|$POLICY|; s|FUNCTION_ARN|$FUNCTION|" dist-hosts/aws/distribution.json)" --query Distribution.Id --output text)
		aws s3api put-bucket-policy --bucket "$BUCKET" --policy "$(sed "s|BUCKET|$BUCKET|; s|ACCOUNT|$ACCOUNT|; s|DISTRIBUTION|$DISTRIBUTION|" dist-hosts/aws/bucket-policy.json)"
		# With every build, the first one too:
		aws s3 sync dist "s3://$BUCKET" --delete --cache-control "public, max-age=60"
		ETAG=$(aws cloudfront describe-function --name "$CATALOGUE" --query ETag --output text)
		ETAG=$(aws cloudfront update-function --name "$CATALOGUE" --if-match "$ETAG" --function-config Comment="$CATALOGUE",Runtime=cloudfront-js-2.0 --function-code fileb://dist-hosts/aws/viewer-request.js --query ETag --output text)
		aws cloudfront publish-function --name "$CATALOGUE" --if-match "$ETAG""
	`);
});
