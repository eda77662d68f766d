/** The script of the pages. */
import { offerSearch } from "./find.ts";
import { offerCopies, offerLanguages, showAddress } from "./samples.ts";
import { answerForm } from "./try.ts";

showAddress();
offerLanguages();
offerCopies();
offerSearch();
if (document.getElementById("request") !== null) answerForm();
