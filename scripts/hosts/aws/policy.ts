/**
 * The response headers policy: what CloudFront adds to answers that come from files.
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/understanding-response-headers-policies.html
 */
import { COMMON_HEADERS, PREFLIGHT_HEADERS } from "../../contract/answers.ts";

function list(text: string): { Quantity: number; Items: string[] } {
	const items = text.split(", ");
	return { Quantity: items.length, Items: items };
}

/** What `aws cloudfront create-response-headers-policy` takes. */
export function headersPolicy() {
	const custom = [
		{ Header: "Allow", Value: COMMON_HEADERS.Allow, Override: true },
		// A compressed answer varies by more, which CloudFront says itself.
		{ Header: "Vary", Value: COMMON_HEADERS.Vary, Override: false },
	];
	return {
		Name: "CATALOGUE",
		Comment: "Open data: any page may read it",
		CorsConfig: {
			AccessControlAllowOrigins: list(COMMON_HEADERS["Access-Control-Allow-Origin"]),
			AccessControlAllowHeaders: list(PREFLIGHT_HEADERS["Access-Control-Allow-Headers"]),
			AccessControlAllowMethods: list(PREFLIGHT_HEADERS["Access-Control-Allow-Methods"]),
			AccessControlAllowCredentials: false,
			AccessControlExposeHeaders: list(COMMON_HEADERS["Access-Control-Expose-Headers"]),
			AccessControlMaxAgeSec: Number(PREFLIGHT_HEADERS["Access-Control-Max-Age"]),
			OriginOverride: true,
		},
		SecurityHeadersConfig: { ContentTypeOptions: { Override: true } },
		CustomHeadersConfig: { Quantity: custom.length, Items: custom },
	};
}
