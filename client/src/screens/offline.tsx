/**
 * The wish to play without a network: what it weighs, how far it is, that it is done; and the way back
 * to a game that was begun so, when a server has the page again.
 */

import { useEffect, useState } from "preact/hooks";
import { Button } from "../controls/button";
import { Icon } from "../controls/icons";
import { keepOffline, lookOffline, offline } from "../engine/offline";
import { hall } from "../hall/hall";
import { goOnHere } from "../hall/seated";
import { t } from "../i18n";
import { addressOf } from "../route";
import { useSession } from "../session";
import { leftForGood, remembered } from "../settings";
import { oneOf } from "../shapes";

const MEGABYTE = 1e6;
/** What is offered is of about this size, megabytes. */
const USUAL = 20;

/** What was found when this device last looked: room is kept for it, so that nothing moves under a
 * finger when it comes. */
const found = remembered("offline", "offered", oneOf(["none", "offered", "kept"]));

export function OfflineOffer() {
  const session = useSession();
  const [looked, setLooked] = useState(false);
  useEffect(() => void lookOffline().finally(() => setLooked(true)), []);
  const now = offline.value;
  useEffect(() => {
    if (looked && now.state !== "fetching") found.value = now.state;
  }, [looked, now.state]);
  if (now.state === "none") return looked ? null : <Room />;
  if (now.state === "kept") return <p class="hint offline-offer">{t("offline.kept")}</p>;
  if (now.state === "fetching")
    return (
      <p class="hint offline-offer" role="status">
        {t("offline.fetching", { share: Math.round(now.share * 100) })}
        <progress max={1} value={now.share} />
      </p>
    );
  const keep = async () => {
    if (!(await keepOffline())) session.say(t("offline.failed"), "error");
  };
  return (
    <Button
      class="quiet-button offline-offer"
      icon="download"
      text={t("offline.offer", { size: Math.ceil(now.bytes / MEGABYTE) })}
      onClick={() => void keep()}
    />
  );
}

/** As high as what will probably come. */
function Room() {
  if (found.value === "none") return null;
  if (found.value === "kept") return <p class="hint offline-room">{t("offline.kept")}</p>;
  return (
    <p class="quiet-button offline-room">
      <Icon name="download" />
      <span>{t("offline.offer", { size: USUAL })}</span>
    </p>
  );
}

/** A game of this device that is still on, though the page plays with its server. */
export function GameHere() {
  const [code, setCode] = useState<string | null>(null);
  const elsewhere = hall.value.kind === "server" && offline.value.state === "kept";
  useEffect(() => {
    if (!elsewhere) return setCode(null);
    void import("../engine/left").then(({ tableLeftHere }) =>
      tableLeftHere(leftForGood.value).then(setCode),
    );
  }, [elsewhere]);
  if (code === null) return null;
  const address = addressOf({ at: "table", code, token: null }, location);
  return <Button text={t("home.continueHere")} onClick={() => goOnHere(address)} />;
}
