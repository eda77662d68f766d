/** The listing, written with Eleventy's pagination. https://www.11ty.dev/docs/pagination/ */
import { envelope, PAGE_SIZE } from "../listing.mjs";

export const data = {
	pagination: { data: "clips", size: PAGE_SIZE },
	permalink: ({ pagination }) => `v1/instants/page/${pagination.pageNumber + 1}.json`,
};

export const render = ({ clips, pagination }) =>
	envelope(clips.length, pagination.pageNumber + 1, pagination.items);
