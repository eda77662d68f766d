/** The commands of the AWS command line that put a tree on S3 and CloudFront. */

/** @param tree folder of the tree @param beside folder of the files beside it */
export function awsCommands(tree: string, beside: string): string {
	const text = "--output text";
	return `# Set CATALOGUE to a name for what is created (letters, digits, hyphens), BUCKET to the name of a new bucket, REGION and ACCOUNT; then, once:
aws s3 mb "s3://$BUCKET" --region "$REGION"
ETAG=$(aws cloudfront create-function --name "$CATALOGUE" --function-config Comment="$CATALOGUE",Runtime=cloudfront-js-2.0 --function-code fileb://${beside}/viewer-request.js --query ETag ${text})
FUNCTION=$(aws cloudfront publish-function --name "$CATALOGUE" --if-match "$ETAG" --query FunctionSummary.FunctionMetadata.FunctionARN ${text})
POLICY=$(aws cloudfront create-response-headers-policy --response-headers-policy-config "$(sed "s|CATALOGUE|$CATALOGUE|" ${beside}/response-headers-policy.json)" --query ResponseHeadersPolicy.Id ${text})
ACCESS=$(aws cloudfront create-origin-access-control --origin-access-control-config Name="$CATALOGUE",SigningProtocol=sigv4,SigningBehavior=always,OriginAccessControlOriginType=s3 --query OriginAccessControl.Id ${text})
DISTRIBUTION=$(aws cloudfront create-distribution --distribution-config "$(sed "s|CATALOGUE|$CATALOGUE|; s|BUCKET|$BUCKET|; s|REGION|$REGION|; s|ACCESS_CONTROL_ID|$ACCESS|; s|HEADERS_POLICY_ID|$POLICY|; s|FUNCTION_ARN|$FUNCTION|" ${beside}/distribution.json)" --query Distribution.Id ${text})
aws s3api put-bucket-policy --bucket "$BUCKET" --policy "$(sed "s|BUCKET|$BUCKET|; s|ACCOUNT|$ACCOUNT|; s|DISTRIBUTION|$DISTRIBUTION|" ${beside}/bucket-policy.json)"
# With every build, the first one too:
aws s3 sync ${tree} "s3://$BUCKET" --delete --cache-control "public, max-age=60"
ETAG=$(aws cloudfront describe-function --name "$CATALOGUE" --query ETag ${text})
ETAG=$(aws cloudfront update-function --name "$CATALOGUE" --if-match "$ETAG" --function-config Comment="$CATALOGUE",Runtime=cloudfront-js-2.0 --function-code fileb://${beside}/viewer-request.js --query ETag ${text})
aws cloudfront publish-function --name "$CATALOGUE" --if-match "$ETAG"`;
}

/**
 * Lets the distribution, and nobody else, read the bucket.
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/private-content-restricting-access-to-s3.html
 */
export function bucketPolicy() {
	return {
		Version: "2012-10-17",
		Statement: {
			Effect: "Allow",
			Principal: { Service: "cloudfront.amazonaws.com" },
			Action: "s3:GetObject",
			Resource: "arn:aws:s3:::BUCKET/*",
			Condition: {
				StringEquals: { "AWS:SourceArn": "arn:aws:cloudfront::ACCOUNT:distribution/DISTRIBUTION" },
			},
		},
	};
}
