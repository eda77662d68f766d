/** So that AWS takes what a build writes for it: the sizes, the language, and the fields it knows. */
import { describe, expect, test } from "vitest";
import { pageCount } from "../../../scripts/contract/page-number.ts";
import { MAX_FUNCTION_BYTES, viewerRequestFunction } from "../../../scripts/hosts/aws/function.ts";
import { AWS } from "../../../scripts/hosts/aws/host.ts";
import type { TreeFacts } from "../../../scripts/hosts/host.ts";
import { vocabulary, withinBudget } from "../../../scripts/publish/vocabulary.ts";
import { collectPostings } from "../../../scripts/search/postings.ts";
import { wordKey } from "../../../scripts/tree/paths.ts";
import { generatedNames } from "../../fixtures/generated-names.ts";
import { undocumentedSyntax } from "./runtime.ts";

const SMALL: TreeFacts = {
	baseUrl: "https://example.test",
	listingPages: 4,
	words: [
		{ word: "boom", key: "w-boom", pages: 3, spellings: [] },
		{ word: "bang", key: "w-bang", pages: 1, spellings: [] },
		{ word: "日本", key: "w-_e6_97_a5_e6_9c_ac", pages: 1, spellings: [] },
	],
};

function fileText(path: string, facts = SMALL): string | undefined {
	return AWS.besideFiles(facts, "../../dist").find((file) => file.path === path)?.text;
}

/** What a build of so many clips knows before it writes a file. */
function factsOf(clips: number): TreeFacts {
	const words = withinBudget(vocabulary(collectPostings(generatedNames(clips))), 18_000);
	return {
		baseUrl: "https://sounds.example.org/a/rather/long/path",
		listingPages: pageCount(clips),
		words: words.map(({ word, matches }) => {
			return { word, key: wordKey(word), pages: pageCount(matches), spellings: [] };
		}),
	};
}

describe("the function", () => {
	test("begins with what it knows of the tree", () => {
		expect(fileText("viewer-request.js")?.split("\n")[0]).toMatchInlineSnapshot(
			`"const TREE = {"listingPages":4,"words":{"1":"bang _e6_97_a5_e6_9c_ac","3":"boom"},"folder":"/v1/instants","formatFolders":{"format json":"/v1/instants/format/json","format api":"/v1/instants/format/api","format ":"/v1/instants/format/_"},"headers":{"Content-Type":"application/json","Allow":"GET, HEAD, OPTIONS","Vary":"Accept","X-Content-Type-Options":"nosniff","Access-Control-Allow-Origin":"*","Access-Control-Expose-Headers":"ETag, Link","Link":"</openapi.json>; rel=\\"service-desc\\"; type=\\"application/json\\""},"cache":{"Cache-Control":"public, max-age=60"},"errorCache":{"Cache-Control":"no-store"},"preflight":{"Access-Control-Allow-Methods":"GET, HEAD, OPTIONS","Access-Control-Allow-Headers":"*","Access-Control-Max-Age":"86400"},"description":"{\\"name\\":\\"Instant List\\",\\"description\\":\\"\\",\\"renders\\":[\\"application/json\\"],\\"parses\\":[]}","notFound":"{\\"detail\\":\\"Not found.\\"}","invalidPage":"{\\"detail\\":\\"Invalid page.\\"}","nullCharacters":"{\\"name\\":[\\"Null characters are not allowed.\\"]}","notPrecomputed":"{\\"detail\\":\\"This server answers only single words of the catalogue: search the index instead.\\",\\"index\\":\\"https://example.test/v1/instants/search/index.json\\"}"};"`,
		);
	});

	test.each([
		[0, true],
		[165, true],
		[20_000, false],
	])("of %i clips fits, and knows all words: %s", (clips, knows) => {
		const { text, knowsWords } = viewerRequestFunction(factsOf(clips));
		expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MAX_FUNCTION_BYTES);
		expect(knowsWords).toBe(knows);
	});

	test("keeps to the syntax that is documented", () => {
		expect(undocumentedSyntax(fileText("viewer-request.js") ?? "")).toBeUndefined();
	});

	test.each([
		["a?.b;", "?."],
		["a ?? b;", "??"],
		["for (const a of b) {}", "of"],
		["f(...a);", "..."],
		["const { a } = b;", "const {"],
		["try {} catch {}", "catch {"],
		["new Set();", "new"],
		["import a from 'b';", "import"],
		["/a/u.test(b);", "/u."],
	])("of which %s is none", (code, part) => {
		expect(undocumentedSyntax(code)).toBe(part);
	});
});

test("the response headers policy", () => {
	expect(JSON.parse(fileText("response-headers-policy.json") ?? "")).toMatchInlineSnapshot(`
		{
		  "Comment": "Open data: any page may read it",
		  "CorsConfig": {
		    "AccessControlAllowCredentials": false,
		    "AccessControlAllowHeaders": {
		      "Items": [
		        "*",
		      ],
		      "Quantity": 1,
		    },
		    "AccessControlAllowMethods": {
		      "Items": [
		        "GET",
		        "HEAD",
		        "OPTIONS",
		      ],
		      "Quantity": 3,
		    },
		    "AccessControlAllowOrigins": {
		      "Items": [
		        "*",
		      ],
		      "Quantity": 1,
		    },
		    "AccessControlExposeHeaders": {
		      "Items": [
		        "ETag",
		        "Link",
		      ],
		      "Quantity": 2,
		    },
		    "AccessControlMaxAgeSec": 86400,
		    "OriginOverride": true,
		  },
		  "CustomHeadersConfig": {
		    "Items": [
		      {
		        "Header": "Allow",
		        "Override": true,
		        "Value": "GET, HEAD, OPTIONS",
		      },
		      {
		        "Header": "Link",
		        "Override": false,
		        "Value": "</openapi.json>; rel="service-desc"; type="application/json"",
		      },
		      {
		        "Header": "Vary",
		        "Override": false,
		        "Value": "Accept",
		      },
		    ],
		    "Quantity": 3,
		  },
		  "Name": "CATALOGUE",
		  "SecurityHeadersConfig": {
		    "ContentTypeOptions": {
		      "Override": true,
		    },
		  },
		}
	`);
});

test("the distribution", () => {
	expect(JSON.parse(fileText("distribution.json") ?? "")).toMatchInlineSnapshot(`
		{
		  "CallerReference": "CATALOGUE",
		  "Comment": "Instants",
		  "CustomErrorResponses": {
		    "Items": [
		      {
		        "ErrorCachingMinTTL": 10,
		        "ErrorCode": 403,
		        "ResponseCode": "404",
		        "ResponsePagePath": "/404.html",
		      },
		      {
		        "ErrorCachingMinTTL": 10,
		        "ErrorCode": 404,
		        "ResponseCode": "404",
		        "ResponsePagePath": "/404.html",
		      },
		    ],
		    "Quantity": 2,
		  },
		  "DefaultCacheBehavior": {
		    "AllowedMethods": {
		      "CachedMethods": {
		        "Items": [
		          "GET",
		          "HEAD",
		        ],
		        "Quantity": 2,
		      },
		      "Items": [
		        "GET",
		        "HEAD",
		        "OPTIONS",
		        "PUT",
		        "POST",
		        "PATCH",
		        "DELETE",
		      ],
		      "Quantity": 7,
		    },
		    "CachePolicyId": "658327ea-f89d-4fab-a63d-7e88639e58f6",
		    "Compress": true,
		    "FunctionAssociations": {
		      "Items": [
		        {
		          "EventType": "viewer-request",
		          "FunctionARN": "FUNCTION_ARN",
		        },
		      ],
		      "Quantity": 1,
		    },
		    "ResponseHeadersPolicyId": "HEADERS_POLICY_ID",
		    "TargetOriginId": "tree",
		    "ViewerProtocolPolicy": "redirect-to-https",
		  },
		  "DefaultRootObject": "index.html",
		  "Enabled": true,
		  "HttpVersion": "http2and3",
		  "Origins": {
		    "Items": [
		      {
		        "DomainName": "BUCKET.s3.REGION.amazonaws.com",
		        "Id": "tree",
		        "OriginAccessControlId": "ACCESS_CONTROL_ID",
		        "S3OriginConfig": {
		          "OriginAccessIdentity": "",
		        },
		      },
		    ],
		    "Quantity": 1,
		  },
		}
	`);
});

test("a missing file is the page of a word, where the function does not know all words", () => {
	const pageOf = (facts: TreeFacts): string =>
		JSON.parse(fileText("distribution.json", facts) ?? "").CustomErrorResponses.Items[1]
			.ResponsePagePath;
	expect(pageOf(SMALL)).toBe("/404.html");
	expect(pageOf(factsOf(20_000))).toBe("/v1/instants/errors/not-precomputed.json");
});

test("who may read the bucket", () => {
	expect(JSON.parse(fileText("bucket-policy.json") ?? "")).toMatchInlineSnapshot(`
		{
		  "Statement": {
		    "Action": "s3:GetObject",
		    "Condition": {
		      "StringEquals": {
		        "AWS:SourceArn": "arn:aws:cloudfront::ACCOUNT:distribution/DISTRIBUTION",
		      },
		    },
		    "Effect": "Allow",
		    "Principal": {
		      "Service": "cloudfront.amazonaws.com",
		    },
		    "Resource": "arn:aws:s3:::BUCKET/*",
		  },
		  "Version": "2012-10-17",
		}
	`);
});
