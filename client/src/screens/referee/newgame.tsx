/** A new game at a real box: edition, players, house rules. */

import { useState } from "preact/hooks";
import { Button } from "../../controls/button";
import { EditionCards } from "../../controls/editions";
import { AgreedElements } from "../../controls/elements";
import { HouseRules } from "../../controls/houserules";
import { IconButton } from "../../controls/icons";
import { useEditionView } from "../../controls/rulewords";
import { agreeable, isAgreed } from "../../game/editions";
import { byBooklet, NO_HOUSE_RULES } from "../../game/houserules";
import { language, t } from "../../i18n";
import { type EditionId, PLAYERS } from "../../protocol";
import { Place } from "./here";
import { begin, type KeptBox } from "./state";
import "../../controls/parts.css";

/** How a game at the box is played. */
export type BoxRules = Pick<KeptBox, "rules" | "elements">;

export function newBox(edition: string): BoxRules {
  return { rules: byBooklet(edition, language.value), elements: agreeable(edition) };
}

export function NewGame({
  edition,
  box,
  onChoose,
  onChange,
}: {
  edition: EditionId;
  box: BoxRules;
  onChoose: (edition: EditionId) => void;
  onChange: (box: BoxRules) => void;
}) {
  const view = useEditionView(edition);
  const { rules = NO_HOUSE_RULES } = box;
  const elements = box.elements ?? [];
  const [names, setNames] = useState<readonly string[]>(["", ""]);
  const players = filled(names);
  const unique = new Set(players).size === players.length;
  return (
    <section class="home-play">
      <p class="hint">{t("referee.intro")}</p>
      <Place />
      <EditionCards edition={edition} onChoose={onChoose} />
      <Names names={names} onChange={setNames} />
      <AgreedElements
        offered={agreeable(edition)}
        elements={elements}
        onChange={(chosen) => onChange({ ...box, elements: chosen })}
      />
      <HouseRules
        edition={view}
        rules={rules}
        place="box"
        onChange={(changed) => onChange({ ...box, rules: changed })}
      />
      <Button
        class="primary big"
        text={t("referee.begin")}
        disabled={!unique || !isAgreed(edition, elements)}
        onClick={() => {
          const agreed = elements.length ? elements : null;
          begin({ edition, players, rules, elements: agreed }, players[0] ?? "");
        }}
      />
    </section>
  );
}

/** Who gave no name is called by the number of the player. */
function filled(names: readonly string[]): string[] {
  return names.map((name, i) => name.trim() || t("setup.player", { number: i + 1 }));
}

function Names({
  names,
  onChange,
}: {
  names: readonly string[];
  onChange: (names: readonly string[]) => void;
}) {
  return (
    <>
      <h2 class="group-title">{t("setup.players")}</h2>
      <ol class="stack">
        {names.map((name, i) => (
          <li key={i} class="row seat-row">
            <input
              type="text"
              maxLength={20}
              aria-label={t("setup.player", { number: i + 1 })}
              placeholder={t("setup.player", { number: i + 1 })}
              value={name}
              onInput={(event) =>
                onChange(names.map((old, k) => (k === i ? event.currentTarget.value : old)))
              }
            />
            {names.length > PLAYERS.fewest && (
              <IconButton
                icon="close"
                label={t("setup.remove", { name: filled(names)[i] ?? "" })}
                name={null}
                onClick={() => onChange(names.filter((_, k) => k !== i))}
              />
            )}
          </li>
        ))}
      </ol>
      {names.length < PLAYERS.most && (
        <Button text={t("setup.add")} onClick={() => onChange([...names, ""])} />
      )}
    </>
  );
}
