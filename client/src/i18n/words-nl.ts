import game from "@words/nl/game.json";
import page from "@words/nl/page.json";

export default { ...page, ...game };
