/** The data file from which Eleventy reads the clips. https://www.11ty.dev/docs/data-js/ */
import { readClips } from "../../listing.mjs";

export default () => readClips();
