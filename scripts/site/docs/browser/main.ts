/** Starts the scripts of a documentation page. */
import { offerCopies, offerLanguages, showAddress } from "./samples.ts";
import { answerForm } from "./try.ts";

showAddress();
offerLanguages();
offerCopies();
if (document.getElementById("request") !== null) answerForm();
