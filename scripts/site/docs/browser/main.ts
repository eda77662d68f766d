/** Brings the page to life: code in the language people choose, for this address, to copy; and the form. */
import { showAddress } from "./address.ts";
import { addCopyButtons } from "./copy.ts";
import { offerLanguages } from "./languages.ts";
import { answerForm } from "./try.ts";

showAddress();
offerLanguages();
addCopyButtons();
answerForm();
