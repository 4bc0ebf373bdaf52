/** A new game at a real box: edition, players, house rules. */

import { useState } from "preact/hooks";
import { AgreedElements, ELEMENTS, FEWEST_ELEMENTS } from "../../controls/elements";
import { HouseRules, useEditionView } from "../../controls/houserules";
import { IconButton } from "../../controls/icons";
import { type House, NO_HOUSE } from "../../game/house";
import { t } from "../../i18n";
import { EditionCards, useEdition } from "../home";
import { begin } from "./state";

export function NewGame() {
  const [edition, chooseEdition] = useEdition();
  const view = useEditionView(edition);
  const [house, setHouse] = useState<House>(NO_HOUSE);
  const [elements, setElements] = useState<readonly string[]>(ELEMENTS);
  const agreed = edition === "impact-avatar" ? elements : null;
  const choose = (next: string) => {
    chooseEdition(next);
    setHouse(NO_HOUSE);
  };
  const [names, setNames] = useState<readonly string[]>(["", ""]);
  const filled = names.map((name, i) => name.trim() || t("setup.player", { number: i + 1 }));
  const unique = new Set(filled).size === filled.length;
  return (
    <section class="home-play">
      <p class="hint">{t("referee.intro")}</p>
      <EditionCards edition={edition} onChoose={choose} />
      <h2 class="group-title">{t("setup.players")}</h2>
      <ol class="seat-list">
        {names.map((name, i) => (
          <li key={i} class="seat-row">
            <input
              type="text"
              maxLength={20}
              aria-label={t("setup.player", { number: i + 1 })}
              placeholder={t("setup.player", { number: i + 1 })}
              value={name}
              onInput={(event) =>
                setNames(names.map((old, k) => (k === i ? event.currentTarget.value : old)))
              }
            />
            {names.length > 2 && (
              <IconButton
                icon="close"
                label={t("setup.remove", { name: filled[i] ?? "" })}
                onClick={() => setNames(names.filter((_, k) => k !== i))}
              />
            )}
          </li>
        ))}
      </ol>
      {names.length < 5 && (
        <button type="button" class="secondary" onClick={() => setNames([...names, ""])}>
          {t("setup.add")}
        </button>
      )}
      {agreed && <AgreedElements elements={agreed} onChange={setElements} />}
      <HouseRules edition={view} house={house} place="box" onChange={setHouse} />
      <button
        type="button"
        class="primary big"
        disabled={!unique || (agreed !== null && agreed.length < FEWEST_ELEMENTS)}
        onClick={() =>
          begin({ edition, players: filled, house, elements: agreed }, filled[0] ?? "")
        }
      >
        {t("referee.begin")}
      </button>
    </section>
  );
}
