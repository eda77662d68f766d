/** Before `npm pack`: makes the JavaScript of the package. */
import { pack } from "./package/pack.ts";

await pack();
