/** Where Eleventy takes the clips from. https://www.11ty.dev/docs/data-js/ */
import { readClips } from "../../listing.mjs";

export default () => readClips();
