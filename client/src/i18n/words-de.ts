import game from "@words/de/game.json";
import page from "@words/de/page.json";

export default { ...page, ...game };
