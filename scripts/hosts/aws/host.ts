/** AWS: files on S3, and CloudFront in front of them with a function that names the file of a request. */
import type { Host, HostFile } from "../host.ts";
import { awsCommands, bucketPolicy } from "./deploy.ts";
import { distribution } from "./distribution.ts";
import { viewerRequestFunction } from "./function.ts";
import { AWS_GAPS, AWS_HEADER_GAPS } from "./gaps.ts";
import { headersPolicy } from "./policy.ts";

function json(path: string, value: unknown): HostFile {
	return { path, text: `${JSON.stringify(value, null, "\t")}\n` };
}

export const AWS: Host = {
	name: "aws",
	title: "AWS CloudFront and S3",
	answers: "viewer-request function",
	tested: "the function in a sandbox; not run on AWS",
	gaps: AWS_GAPS,
	headerGaps: AWS_HEADER_GAPS,
	limits: [],
	// The function names a file and cannot touch what is in it.
	links: "query",
	wantsFormatPages: true,
	treeFiles: () => [],
	besideFiles: (facts) => {
		const { text, knowsWords } = viewerRequestFunction(facts);
		return [
			{ path: "viewer-request.js", text },
			json("response-headers-policy.json", headersPolicy()),
			json("distribution.json", distribution(knowsWords)),
			json("bucket-policy.json", bucketPolicy()),
		];
	},
	deploy: awsCommands,
};
