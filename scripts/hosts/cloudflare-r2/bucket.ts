/** Reads a published tree from an R2 bucket, where each file is one object. https://developers.cloudflare.com/r2/api/workers/workers-api-reference/ */

import type { ByteRange } from "../../contract/byte-range.ts";
import type { Asset } from "../../tree/reading.ts";

/** The part of R2's object that we use. */
interface BucketObject {
	/** Bytes of the whole object. */
	readonly size: number;
	/** The entity tag with its quotes, as in a header. */
	readonly httpEtag: string;
	readonly body: ReadableStream;
	arrayBuffer(): Promise<ArrayBuffer>;
}

/** The part of R2's bucket binding that we use. */
export interface Bucket {
	get(key: string, options?: { readonly range: ByteRange }): Promise<BucketObject | null>;
	head(key: string): Promise<unknown>;
}

/** Published files from a bucket. */
export function bucketAsset(bucket: Bucket): Asset {
	return async (path) => {
		const object = await bucket.get(path.slice(1));
		return object === null ? undefined : new Uint8Array(await object.arrayBuffer());
	};
}
