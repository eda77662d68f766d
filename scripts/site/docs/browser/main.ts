/** Starts the scripts of a documentation page. */
import { offerCopies, offerLanguages, showAddress } from "./samples.ts";

showAddress();
offerLanguages();
offerCopies();
