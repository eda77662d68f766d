/** The script of the page. */
import { offerCopies, offerLanguages, showAddress } from "./samples.ts";
import { answerForm } from "./try.ts";

showAddress();
offerLanguages();
offerCopies();
answerForm();
