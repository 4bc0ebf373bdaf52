/** Every test begins in English, as a page begins with the words that came with it. */

import { speak } from "../src/i18n";

await speak("en");
