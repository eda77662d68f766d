/** The script of the page: samples for this address, in the chosen language, to copy; and the form. */
import { showAddress } from "./address.ts";
import { addCopyButtons } from "./copy.ts";
import { offerLanguages } from "./languages.ts";
import { answerForm } from "./try.ts";

showAddress();
offerLanguages();
addCopyButtons();
answerForm();
