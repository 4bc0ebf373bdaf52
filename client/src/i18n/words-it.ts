import game from "@words/it/game.json";
import page from "@words/it/page.json";

export default { ...page, ...game };
