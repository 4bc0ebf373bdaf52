import game from "@words/en/game.json";
import page from "@words/en/page.json";

export default { ...page, ...game };
