import game from "@words/es/game.json";
import page from "@words/es/page.json";

export default { ...page, ...game };
