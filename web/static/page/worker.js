"use strict";
// The service worker as the page sees it: registration, sync, updates, and
// whether the app starts here with no network.

const SYNC_TAG = "waybill-drain";
const PERIOD = 12 * 60 * 60 * 1000; // as often as browsers grant it at most
const UPDATE_PAUSE = 60 * 1000; // at most one question for updates in it
const MENDING = 20 * 1000; // ms until the worker is not waited for any more
const hadController = "serviceWorker" in navigator && Boolean(navigator.serviceWorker.controller);
let controlled = hadController;
let replaced = false; // a newer worker has taken over under this page
let reloadOnTakeover = false;
let askedAt = Date.now();

// offlineStart says whether the app starts here with no network: state is
// "yes", "no" or "soon" (it is being prepared). fault is why not, newer why a
// newer version could not be stored, core why nothing is sent while the app is
// closed: {file, why, detail}.
let offlineStart = { state: "soon" };

function sayOffline(change) {
  offlineStart = { ...offlineStart, ...change };
  waybill.onOffline();
}

async function startWorker() {
  if (!("serviceWorker" in navigator)) return sayOffline({ state: "no", fault: { why: "unsupported" } });
  navigator.serviceWorker.addEventListener("controllerchange", onTakeover);
  navigator.serviceWorker.addEventListener("message", onWorkerMessage);
  document.addEventListener("visibilitychange", onLook);
  const registration = await register();
  if (registration.waiting && navigator.serviceWorker.controller) waybill.onUpdate();
  askReady();
  clearNotices(registration);
  await armSync();
  await armPeriodicSync(registration);
}

async function register() {
  try {
    const registration = await navigator.serviceWorker.register("/app-worker.js", { updateViaCache: "none" });
    registration.onupdatefound = () => watchInstall(registration.installing);
    watchInstall(registration.installing);
    return registration;
  } catch (err) {
    sayOffline({ state: "no", fault: { file: "/app-worker.js", why: "worker", detail: err.message } });
    throw err;
  }
}

function watchInstall(worker) {
  if (!worker) return;
  worker.onstatechange = () => {
    if (worker.state === "installed") sayOffline({ newer: null });
    if (worker.state === "installed" && navigator.serviceWorker.controller) waybill.onUpdate();
    if (worker.state === "redundant" && offlineStart.state === "soon") sayOffline({ state: "no", fault: { why: "unknown" } });
  };
}

// askReady asks the worker what it lacks of its build.
async function askReady() {
  const registration = await navigator.serviceWorker.getRegistration();
  const faults = registration && registration.active && (await ask(registration.active, "ready"));
  if (!faults) return;
  const fault = faults.find((f) => f.needed);
  const core = faults.find((f) => f.file.startsWith("/web/worker."));
  sayOffline({ state: fault ? "no" : "yes", fault, core });
}

// ask sends the worker a question and resolves with its answer, undefined if
// none comes within limit (ms, where there is one).
function ask(worker, type, limit) {
  return new Promise((resolve) => {
    const channel = new MessageChannel();
    channel.port1.onmessage = (event) => resolve(event.data);
    if (limit) setTimeout(resolve, limit);
    worker.postMessage({ type }, [channel.port2]);
  });
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

// onLook: the page is looked at again. A first install that failed is tried
// again too.
async function onLook() {
  if (document.visibilityState !== "visible") return;
  const registration = await navigator.serviceWorker.getRegistration();
  if (registration) clearNotices(registration);
  if (Date.now() - askedAt < UPDATE_PAUSE) return;
  askedAt = Date.now();
  const asked = registration ? registration.update() : register();
  asked.then(askReady).catch(() => {}); // no network: asked again at the next look
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
  askReady();
}

async function onWorkerMessage(event) {
  const told = event.data || {};
  if (told.type === "open") goappNav(told.path);
  if (told.type !== "not-installed") return;
  const registration = await navigator.serviceWorker.getRegistration();
  const works = registration && registration.active;
  sayOffline(works ? { newer: told.fault } : { state: "no", fault: told.fault });
}
