"use strict";
// Waybill's page before and around Go: registers the service worker, shows how
// far the first load is, runs the Go program and watches over it. Everything
// here works while Go does not.
const waybillBuild = __WAYBILL_BUILD__;

// ---- What go-app's Go half calls, by its names ----

var goappNav = function () {};
var goappOnUpdate = function () {};
var goappUpdatedBeforeWasmLoaded = false;
var goappOnAppInstallChange = function () {};
var goappAppInstallChangedBeforeWasmLoaded = false;
const goappEnv = {
  GOAPP_VERSION: waybillBuild.id,
  GOAPP_STATIC_RESOURCES_URL: "/web",
  GOAPP_ROOT_PREFIX: "/",
  GOAPP_INTERNAL_URLS: "null",
};

function goappGetenv(name) {
  return goappEnv[name];
}

// ---- What Waybill's Go half calls ----

var waybill = {
  build: waybillBuild.id,
  onUpdate: () => {},
  armSync: () => armSync(),
  tell: (told) => navigator.serviceWorker && navigator.serviceWorker.controller?.postMessage({ type: "tell", told }),
  update: () => updateWaits(),
  rescue: () => exportUnsent(),
  applyUpdate: () => applyUpdate(),
};

// ---- Service worker: registration, sync, updates ----

const SYNC_TAG = "waybill-drain";
const PERIOD = 12 * 60 * 60 * 1000; // as often as browsers grant it at most
const UPDATE_PAUSE = 60 * 1000; // at most one question for updates in it
const hadController = "serviceWorker" in navigator && Boolean(navigator.serviceWorker.controller);
let controlled = hadController;
let replaced = false; // a newer worker has taken over under this page
let reloadOnTakeover = false;
let askedAt = Date.now();

async function startWorker() {
  if (!("serviceWorker" in navigator)) return;
  navigator.serviceWorker.addEventListener("controllerchange", onTakeover);
  navigator.serviceWorker.addEventListener("message", onWorkerMessage);
  const registration = await navigator.serviceWorker.register("/app-worker.js", { updateViaCache: "none" });
  if (registration.waiting && navigator.serviceWorker.controller) waybill.onUpdate();
  registration.addEventListener("updatefound", () => {
    const next = registration.installing;
    next.addEventListener("statechange", () => {
      if (next.state === "installed" && navigator.serviceWorker.controller) waybill.onUpdate();
    });
  });
  document.addEventListener("visibilitychange", () => {
    askForUpdate(registration);
    clearNotices(registration);
  });
  clearNotices(registration);
  await armSync();
  await armPeriodicSync(registration);
}

// armSync asks the browser for one sync event, which also comes when no page
// is open. Where there is no Background Sync the page's own timers do the job.
async function armSync() {
  if (!("serviceWorker" in navigator)) return;
  try {
    const registration = await navigator.serviceWorker.ready;
    if (registration.sync) await registration.sync.register(SYNC_TAG);
  } catch (err) {
    console.info("waybill: no background sync:", err.message);
  }
}

async function armPeriodicSync(registration) {
  try {
    if (registration.periodicSync) await registration.periodicSync.register(SYNC_TAG, { minInterval: PERIOD });
  } catch (err) {
    console.info("waybill: no periodic sync:", err.message);
  }
}

function askForUpdate(registration) {
  if (document.visibilityState !== "visible" || Date.now() - askedAt < UPDATE_PAUSE) return;
  askedAt = Date.now();
  registration.update().catch(() => {}); // no network: asked again at the next look
}

// clearNotices takes away what was told in the background: who looks at the app
// has it on the status bar.
async function clearNotices(registration) {
  if (document.visibilityState !== "visible" || !registration.getNotifications) return;
  for (const notice of await registration.getNotifications()) notice.close();
}

async function updateWaits() {
  const registration = "serviceWorker" in navigator && (await navigator.serviceWorker.getRegistration());
  return replaced || Boolean(registration && registration.waiting && navigator.serviceWorker.controller);
}

// applyUpdate lets the waiting version take over, then loads it. It is called
// only when the rep says so or nothing would be lost.
async function applyUpdate() {
  const registration = await navigator.serviceWorker.getRegistration();
  if (!registration || !registration.waiting) return location.reload();
  reloadOnTakeover = true;
  registration.waiting.postMessage({ type: "update-apply" });
}

function onTakeover() {
  if (reloadOnTakeover) return location.reload();
  // The first worker ever is of this page's own build. A later one means that
  // another tab applied an update; this one may hold typed text, so it is told.
  replaced = controlled;
  controlled = true;
  if (replaced) waybill.onUpdate();
}

function onWorkerMessage(event) {
  if (event.data && event.data.type === "open") goappNav(event.data.path);
}

// ---- The Go program: loading, running, watching ----

// watchRun wraps Go.prototype.run, so that an end is noticed whoever started
// it. It throws where the loader is none: startGo tells then.
function watchRun() {
  const goRun = Go.prototype.run;
  Go.prototype.run = async function (instance) {
    try {
      await goRun.call(this, instance);
      showStopped("the program ended");
    } catch (err) {
      showStopped(err);
      throw err;
    }
  };
}

async function startGo() {
  const loader = document.getElementById("app-wasm-loader");
  try {
    watchRun();
    const go = new Go();
    // One thread collects garbage and draws: it collects half as often.
    go.env = { WAYBILL_BUILD: waybillBuild.id, GOGC: "200" };
    const { instance } = await instantiate(await fetch(waybillBuild.wasm), go.importObject);
    sessionStorage.removeItem("waybill-reloaded");
    go.run(instance).catch(() => {});
    if (loader) loader.remove();
  } catch (err) {
    if (loader) loader.remove();
    // During a release two servers may answer with two builds, and a disk may
    // spoil what is stored. One fresh load cures both; a second failure is shown.
    if (!sessionStorage.getItem("waybill-reloaded")) {
      sessionStorage.setItem("waybill-reloaded", "1");
      return reloadMended();
    }
    showStopped(err);
  }
}

const MENDING = 20 * 1000; // ms until the worker is not waited for any more

// reloadMended loads the page again, once the worker has compared what it has
// stored with its build. Saved work is in a database of its own and is not
// touched.
async function reloadMended() {
  const worker = "serviceWorker" in navigator && navigator.serviceWorker.controller;
  if (worker) await mendShell(worker);
  location.reload();
}

function mendShell(worker) {
  return new Promise((resolve) => {
    const channel = new MessageChannel();
    channel.port1.onmessage = resolve;
    setTimeout(resolve, MENDING);
    worker.postMessage({ type: "mend" }, [channel.port2]);
  });
}

// instantiate compiles while it loads. From the worker's cache the response is
// passed on as it is, which lets the browser keep the compiled code.
async function instantiate(response, imports) {
  if (response.status !== 200) throw new Error(`the app's program is not there (status ${response.status})`);
  const source = hadController ? response : withProgress(response);
  return WebAssembly.instantiateStreaming(source, imports);
}

function withProgress(response) {
  const bar = showBar();
  let loaded = 0;
  const counted = new TransformStream({
    transform(chunk, controller) {
      loaded += chunk.byteLength;
      bar.value = loaded;
      controller.enqueue(chunk);
    },
  });
  return new Response(response.body.pipeThrough(counted), { headers: { "Content-Type": "application/wasm" } });
}

function showBar() {
  const bar = document.createElement("progress");
  bar.max = waybillBuild.bytes;
  bar.value = 0;
  bar.setAttribute("aria-label", "Loading the app");
  const loader = document.getElementById("app-wasm-loader");
  if (loader) loader.append(bar);
  return bar;
}

// Go follows a link of the app in its own time, and prevents the page's load
// from there: too late on a phone that is busy sending. A load would cut off
// what is on its way, so it is prevented here; without Go a link loads its page.
addEventListener("click", (event) => {
  const link = event.target.closest && event.target.closest("a[href]");
  const listens = typeof window.onclick === "function" && !stopped;
  if (!link || !listens || event.metaKey || event.ctrlKey || link.hasAttribute("download") || link.target === "_blank") return;
  event.preventDefault();
});

let stopped = false; // the Go program has ended, or never began

// showStopped is all that is left when the Go program is gone. It says what
// matters first: saved orders are in the browser's database, not in the program.
function showStopped(why) {
  console.error("waybill: stopped:", why);
  stopped = true;
  if (document.querySelector('[data-testid="app-stopped"]')) return;
  const notice = document.createElement("section");
  notice.className = "app-stopped";
  notice.dataset.testid = "app-stopped";
  notice.setAttribute("role", "alert");
  const text = document.createElement("p");
  text.textContent = "The app has stopped. What was saved on this device is safe and goes out when the app runs again.";
  notice.append(text, button("Reload", "app-stopped-reload", reloadMended), button("Save unsent work as file", "app-stopped-export", exportUnsent));
  document.body.append(notice);
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
  const b = document.createElement("button");
  b.type = "button";
  b.textContent = label;
  b.dataset.testid = testid;
  b.addEventListener("click", act);
  return b;
}

startWorker().catch((err) => console.error("waybill: no service worker:", err));
startGo();
