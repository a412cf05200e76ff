"use strict";
// What is left when the Go program is gone.

let stopped = false; // the Go program has ended, or never began

// showStopped is all that is left when the Go program is gone. Beside the cause
// it says what matters most: saved orders are in the browser's database, not in
// the program. detail is for a technician.
function showStopped(why, cause = say.stopped, detail = "") {
  console.error("waybill: stopped:", why);
  stopped = true;
  if (document.querySelector('[data-testid="app-stopped"]')) return;
  const notice = document.createElement("section");
  notice.className = "app-stopped";
  notice.dataset.testid = "app-stopped";
  notice.setAttribute("role", "alert");
  notice.append(element("p", `${cause} ${say.safe}`));
  if (detail) notice.append(element("code", detail));
  notice.append(button(say.reload, "app-stopped-reload", reloadMended), button(say.export, "app-stopped-export", exportUnsent));
  document.body.append(notice);
}

function element(tag, text) {
  const el = document.createElement(tag);
  el.textContent = text;
  return el;
}

// exportUnsent saves what the signed-in rep has not sent as the same file that
// the app makes and reads. It never creates or upgrades the database: that is
// the Go program's business.
async function exportUnsent() {
  const db = await new Promise((resolve, reject) => {
    const open = indexedDB.open("waybill-outbox");
    open.onupgradeneeded = () => open.transaction.abort();
    open.onsuccess = () => resolve(open.result);
    open.onerror = () => reject(open.error);
  });
  const read = (store, ask) =>
    new Promise((resolve, reject) => {
      const asked = ask(db.transaction(store).objectStore(store));
      asked.onsuccess = () => resolve(asked.result);
      asked.onerror = () => reject(asked.error);
    });
  const user = (await read("records", (s) => s.get("user"))) || {};
  const rows = await read("entries", (s) => s.getAll());
  db.close();
  const writes = rows.filter((row) => row.owner === user.id && row.state !== "sent" && row.state !== "discarded");
  const file = {
    format: "waybill-outbox",
    version: 1,
    notice: "This file holds customer data. Import it in Waybill on any device; what has arrived already is recognised.",
    exported_at: new Date().toISOString(),
    owner: { id: user.id, name: user.name, role: user.role },
    store: user.store,
    readable: writes.map((w) => `${w.ref}  ${w.op}  ${w.title}`),
    writes,
  };
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([JSON.stringify(file, null, " ")], { type: "application/json" }));
  link.download = "waybill-unsent.json";
  link.click();
}

function button(label, testid, act) {
  const b = element("button", label);
  b.type = "button";
  b.dataset.testid = testid;
  b.addEventListener("click", act);
  return b;
}
