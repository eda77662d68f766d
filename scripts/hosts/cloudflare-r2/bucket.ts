/** An R2 bucket that holds a published tree, one object a file. https://developers.cloudflare.com/r2/api/workers/workers-api-reference/ */
import type { Asset } from "../../tree/reading.ts";

/** Part of an object, in bytes. */
export interface ByteRange {
	readonly offset: number;
	readonly length: number;
}

/** What is used of an object. */
export interface BucketObject {
	/** Of the whole object, in bytes. */
	readonly size: number;
	/** The entity tag as it stands in a header, in quotes. */
	readonly httpEtag: string;
	readonly body: ReadableStream;
	arrayBuffer(): Promise<ArrayBuffer>;
}

/** What is used of a bucket's binding. */
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
