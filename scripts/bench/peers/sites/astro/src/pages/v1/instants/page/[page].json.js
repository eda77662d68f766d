/** The listing by an endpoint of Astro. https://docs.astro.build/en/guides/endpoints/#static-file-endpoints */
import { listingPage, pagesOf, readClips } from "../../../../../../listing.mjs";

const clips = readClips();

export const getStaticPaths = () =>
	Array.from({ length: pagesOf(clips.length) }, (_, i) => ({ params: { page: String(i + 1) } }));

export const GET = ({ params }) => new Response(listingPage(clips, Number(params.page)));
