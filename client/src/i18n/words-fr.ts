import game from "@words/fr/game.json";
import page from "@words/fr/page.json";

export default { ...page, ...game };
