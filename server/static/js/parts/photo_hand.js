// A counted photo: the picture, what is doubtful, the sum; to be mended by tap and confirmed.
import { html, useEffect, useState } from "../lib/html.js";
import { fromPhoto, isWhole, newTile, shownOf, textOf, tileAt } from "../lib/photo_tiles.js";
import { say } from "../lib/words.js";
import { PhotoPicture } from "./photo_picture.js";
import { PhotoTileForm } from "./photo_tile_form.js";
import { PhotoTroubles } from "./photo_troubles.js";

export function PhotoHand({ photo, maxPip, label, judge, children }) {
  const [tiles, setTiles] = useState(() => fromPhoto(photo));
  const [chosen, setChosen] = useState(null);
  const [check, setCheck] = useState(photo.check ?? { value: photo.value, conflicts: [], expected: null });
  const texts = tiles.map(textOf).filter((each) => each !== null);
  useEffect(() => {
    let isOld = false;
    judge(texts).then((next) => !isOld && next && setCheck(next));
    return () => {
      isOld = true;
    };
  }, [texts.join(" "), judge]);

  const tile = tiles.find((each) => each.key === chosen);
  const add = (fresh) => {
    setTiles([...tiles.filter(isWhole), fresh]);
    setChosen(fresh.key);
  };
  // Whoever chose the ends has looked: nothing is doubtful any more.
  const mend = (ends) =>
    setTiles(tiles.map((each) => (each.key === chosen ? { ...each, ends, isDoubtful: false } : each)));
  const remove = () => {
    setTiles(tiles.filter((each) => each.key !== chosen));
    setChosen(null);
  };
  // A tile that was begun and left is none.
  const choose = (key) => {
    setTiles(tiles.filter((each) => isWhole(each) || each.key === key));
    setChosen(key);
  };
  const troubled = new Set(check.conflicts.map((each) => each.tile));
  const isTroubled = (each) => troubled.has(textOf(each));
  return html`
    <p class="soft">${say("photo.help")}</p>
    <div class="photo-work">
      <${PhotoPicture}
        photo=${photo}
        tiles=${tiles}
        chosen=${chosen}
        troubled=${new Set(tiles.filter(isTroubled).map((each) => each.key))}
        label=${label}
        onTile=${choose}
        onPlace=${(at) => add(tileAt(at, tiles.filter(isWhole), photo))}
      />
      ${tile && html`<${PhotoTileForm} photo=${photo} tile=${tile} maxPip=${maxPip} onEnds=${mend} onRemove=${remove} onDone=${() => choose(null)} />`}
    </div>
    <${PhotoTroubles} notes=${photo.notes} tiles=${tiles} check=${check} onTile=${choose} />
    <div class="row">
      ${tiles
        .filter((each) => !each.corners)
        .map((each) => html`<button key=${each.key} type="button" aria-pressed=${each.key === chosen} onClick=${() => choose(each.key)}>${shownOf(each)}</button>`)}
      <button type="button" onClick=${() => add(newTile(tiles))}>${say("photo.add")}</button>
    </div>
    <p class="sum" role="status">${say("photo.sum", { count: texts.length, value: check.value })}</p>
    ${children({ texts, isWhole: tiles.every(isWhole), hasConflicts: check.conflicts.length > 0 })}
  `;
}
