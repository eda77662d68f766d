/** The commands that bring a tree into a bucket. https://rclone.org/commands/rclone_copy/ */
import { POINTER_PATH } from "../../tree/paths.ts";

/** Buckets have the hashes of their files at hand, but must be asked for the time of each. https://rclone.org/s3/#reducing-costs */
const COMPARE = "--checksum --fast-list";

/**
 * Uploads what has changed, and the pointer when all the rest is there, so that readers see the
 * previous build until they see the new one.
 */
export function upload(tree: string, remote: string): string {
	const rest = `rclone copy ${tree} ${remote} --exclude ${POINTER_PATH} ${COMPARE} --transfers 32`;
	return `${rest} && rclone copyto ${tree}${POINTER_PATH} ${remote}${POINTER_PATH} --checksum`;
}

/** Deletes what is not in the tree, which must have been uploaded. */
export function clean(tree: string, remote: string): string {
	return `rclone sync ${tree} ${remote} ${COMPARE}`;
}
