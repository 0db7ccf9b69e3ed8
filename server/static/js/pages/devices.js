// The devices that joined; the host sends them away here.
import { html, useEffect, useState } from "../lib/html.js";
import { get, remove } from "../lib/api.js";
import { day, say } from "../lib/words.js";
import { TopBar } from "../parts/top_bar.js";

export function DevicesPage({ role, fail }) {
  const [devices, setDevices] = useState(null);
  const load = () => get("/devices").then(setDevices, fail);
  useEffect(() => {
    load();
  }, []);

  const sendAway = (id) => remove(`/devices/${id}`).then(load, fail);
  return html`
    <${TopBar} page="devices" role=${role} />
    <main id="main" class="narrow stack" tabindex="-1">
      <h1>${say("devices.title")}</h1>
      <p class="soft">${say("devices.help")}</p>
      ${devices?.length === 0 && html`<p>${say("devices.none")}</p>`}
      <ul class="plain stack">
        ${(devices ?? []).map(
          (each) => html`
            <li key=${each.id} class="card between">
              <span><strong>${each.name}</strong> · ${say(`role.${each.role}`)} · ${day(each.joined_at)}</span>
              ${each.is_revoked
                ? html`<span class="soft">${say("devices.gone")}</span>`
                : html`<button type="button" onClick=${() => sendAway(each.id)}>${say("devices.send_away")}</button>`}
            </li>
          `,
        )}
      </ul>
    </main>
  `;
}
