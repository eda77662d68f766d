/**
 * The CloudFront distribution in front of the bucket. Words in capitals stand for what only AWS
 * knows; the commands that deploy put it there.
 * https://docs.aws.amazon.com/cloudfront/latest/APIReference/API_DistributionConfig.html
 */
import { NOT_PRECOMPUTED_PATH } from "../../tree/stored-errors.ts";

/** https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/using-managed-cache-policies.html */
const CACHING_OPTIMIZED = "658327ea-f89d-4fab-a63d-7e88639e58f6";
const ORIGIN = "tree";

/** All methods, because CloudFront answers the others without asking the function, and not in JSON. */
const METHODS = ["GET", "HEAD", "OPTIONS", "PUT", "POST", "PATCH", "DELETE"];
const CACHED = ["GET", "HEAD"];

function list<T>(items: readonly T[]): { Quantity: number; Items: readonly T[] } {
	return { Quantity: items.length, Items: items };
}

/**
 * What a missing file is answered with; S3 says 403 of it to who may not list the bucket. Where the
 * function does not know all words, a missing file is as a rule the page of a word.
 */
function missingFilePage(knowsWords: boolean): string {
	return knowsWords ? "/404.html" : NOT_PRECOMPUTED_PATH;
}

/** What `aws cloudfront create-distribution` takes. */
export function distribution(knowsWords: boolean) {
	return {
		CallerReference: "CATALOGUE",
		Comment: "Instants",
		Enabled: true,
		DefaultRootObject: "index.html",
		HttpVersion: "http2and3",
		Origins: list([
			{
				Id: ORIGIN,
				DomainName: "BUCKET.s3.REGION.amazonaws.com",
				OriginAccessControlId: "ACCESS_CONTROL_ID",
				S3OriginConfig: { OriginAccessIdentity: "" },
			},
		]),
		DefaultCacheBehavior: {
			TargetOriginId: ORIGIN,
			ViewerProtocolPolicy: "redirect-to-https",
			AllowedMethods: { ...list(METHODS), CachedMethods: list(CACHED) },
			Compress: true,
			CachePolicyId: CACHING_OPTIMIZED,
			ResponseHeadersPolicyId: "HEADERS_POLICY_ID",
			FunctionAssociations: list([{ EventType: "viewer-request", FunctionARN: "FUNCTION_ARN" }]),
		},
		CustomErrorResponses: list(
			[403, 404].map((ErrorCode) => ({
				ErrorCode,
				ResponsePagePath: missingFilePage(knowsWords),
				ResponseCode: "404",
				ErrorCachingMinTTL: 10,
			})),
		),
	};
}
