"use strict";
// Waybill's service worker: keeps one build of the app whole on the device,
// answers the app's own addresses from it, and starts the Go core (worker.wasm)
// when an event asks for sending. No fetch ever waits for Go.
//
// The build stands here as literal bytes, because a browser compares only this
// script and its imports to find that there is a new version.
const BUILD = __WAYBILL_BUILD__;
const CACHES = "waybill-shell-";
const CACHE = CACHES + BUILD.id;
const COMPLETE = "/web/complete"; // stored last: without it a cache is a fragment

const files = new Map(BUILD.files.map((file) => [file.url, file]));

// The loader comes under a name with its hash: a server of another build
// answers 404, and loader and core can never be of two toolchains.
importScripts(BUILD.loader);

// ---- One build: what a start needs is whole, or nothing is kept ----

self.addEventListener("install", (event) => event.waitUntil(install()));

async function install() {
  const cache = await caches.open(CACHE);
  // A rollback may install the build that is still at work: its cache is
  // proved already and must not be touched.
  if (await cache.match(COMPLETE)) return;
  const faults = await fill(cache);
  const missing = faults.find((fault) => fault.needed);
  if (!missing) return cache.put(COMPLETE, new Response(BUILD.id));
  await caches.delete(CACHE);
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  for (const page of pages) page.postMessage({ type: "not-installed", build: BUILD.id, fault: missing });
  throw new Error(`${missing.file}: ${missing.why} ${missing.detail}`);
}

// fill stores what the cache lacks, and returns what is wrong with the files
// that it could not store: {file, needed, why, detail}.
async function fill(cache) {
  const faults = await Promise.all(BUILD.files.map((file) => store(cache, file).then(() => null, (err) => {
    return { file: file.url, needed: file.needed, why: err.why || "full", detail: err.detail || err.message };
  })));
  return faults.filter(Boolean);
}

// ready fills the cache and returns what is wrong. A policy that came with this
// script may forbid the core, which is seen by compiling the smallest program.
async function ready() {
  const faults = await fill(await caches.open(CACHE));
  try {
    new WebAssembly.Module(Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0));
  } catch (err) {
    faults.push({ file: BUILD.core, needed: false, why: "policy", detail: err.message });
  }
  return faults;
}

// store puts one file into the cache, from an older build's cache where the
// same bytes are there already, else from the network.
async function store(cache, file) {
  if (await cache.match(file.url)) return;
  for (const name of await caches.keys()) {
    if (!name.startsWith(CACHES) || name === CACHE) continue;
    const old = await (await caches.open(name)).match(file.url);
    const bytes = old && (await old.arrayBuffer());
    if (old && (await digest(bytes)) === file.hash) return cache.put(file.url, served(file, bytes));
  }
  return cache.put(file.url, await download(file));
}

// download fetches one file and proves it. A sign-in page of some network, an
// answer cut short and a file of another build all fail here. Bytes that a
// proxy has packed in its own way are asked for once more without any packing.
async function download(file) {
  // Hashed names may come from the browser's own cache: they never change.
  const hashed = file.url.includes("." + file.hash.slice(0, 16) + ".");
  const bytes = await proved(file, file.url, hashed ? "default" : "no-cache").catch((err) =>
    proved(file, file.url + "?plain", "reload").catch(() => Promise.reject(err)));
  return served(file, bytes);
}

// proved returns the file's bytes, or throws why they did not come.
async function proved(file, url, cache) {
  const wrong = (why, detail) => Object.assign(new Error(`${url}: ${why} ${detail}`), { why, detail: String(detail) });
  let response, bytes;
  try {
    response = await fetch(url, { cache, redirect: "error", credentials: "omit" });
    bytes = await response.arrayBuffer();
  } catch (err) {
    throw wrong("unreachable", err.message);
  }
  if (response.status !== 200) throw wrong("status", response.status);
  if ((await digest(bytes)) !== file.hash) throw wrong("altered", response.headers.get("Content-Type"));
  return bytes;
}

// served is the file with the headers of this build: neither the type nor a
// policy that a proxy has added is kept with it.
function served(file, bytes) {
  return new Response(bytes, { headers: { ...BUILD.headers, "Content-Type": file.type } });
}

// mend takes out of the cache what is not this build's: a disk that fails or a
// stranger's hand. What is missing is fetched and proved at its next use.
async function mend() {
  const cache = await caches.open(CACHE);
  for (const file of BUILD.files) {
    const stored = await cache.match(file.url);
    if (stored && (await digest(await stored.arrayBuffer())) !== file.hash) await cache.delete(file.url);
  }
}

async function digest(bytes) {
  const sum = await crypto.subtle.digest("SHA-256", bytes);
  return Array.from(new Uint8Array(sum), (b) => b.toString(16).padStart(2, "0")).join("");
}

// The old build's cache goes only now, when this one is whole and in charge.
self.addEventListener("activate", (event) => event.waitUntil(activate()));

async function activate() {
  await self.clients.claim();
  // A still newer version may be filling its own cache: it tidies up itself.
  if (self.registration.installing || self.registration.waiting) return;
  for (const name of await caches.keys()) {
    if (name.startsWith(CACHES) && name !== CACHE) await caches.delete(name);
  }
}

// ---- Answering the app's own addresses ----

self.addEventListener("fetch", (event) => {
  const request = event.request;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  if (request.mode === "navigate") {
    if (isPage(url.pathname)) event.respondWith(answer(event, files.get(BUILD.shell)));
  } else if (files.has(url.pathname) && !url.search) {
    event.respondWith(answer(event, files.get(url.pathname)));
  }
  // All else, /api/ above all, goes to the network untouched.
});

// isPage says whether an address is one of the app's pages: any but the API's,
// the files' and the health checks'.
function isPage(path) {
  return !path.startsWith("/api/") && !path.startsWith("/web/") && !/\.[^/]*$/.test(path) && path !== "/healthz" && path !== "/readyz";
}

// answer replies from this build's cache. Where the browser has thrown the
// cache away, the file is fetched, proved and put back.
async function answer(event, file) {
  const cache = await caches.open(CACHE);
  const stored = await cache.match(file.url);
  if (stored) return stored;
  try {
    const fresh = await download(file);
    event.waitUntil(cache.put(file.url, fresh.clone()).catch(() => {}));
    return fresh;
  } catch (err) {
    // The server has moved on: a page may still come from there, and a picture
    // be another; a program of another build may not.
    return file.needed && event.request.mode !== "navigate" ? Response.error() : fetch(event.request);
  }
}

// ---- Sending, by the Go core ----

self.addEventListener("sync", (event) => event.waitUntil(pass("sync", event.lastChance)));
self.addEventListener("periodicsync", (event) => event.waitUntil(pass("periodicsync", false)));

self.addEventListener("message", (event) => {
  const type = event.data && event.data.type;
  if (type === "update-apply" || type === "SKIP_WAITING") event.waitUntil(self.skipWaiting());
  // A page keeps its own timers, so work that is left is no failure here.
  if (type === "drain") event.waitUntil(pass("message", false).catch(() => {}));
  // A page whose program does not start, and which waits for the answer.
  if (type === "mend") event.waitUntil(mend().catch(() => {}).then(() => event.ports[0].postMessage("mended")));
  // A page asks whether it would start with no network. What is missing is
  // fetched again first.
  if (type === "ready") event.waitUntil(ready().then((faults) => event.ports[0].postMessage(faults)));
  // A page that nobody looks at has found something.
  if (type === "tell") event.waitUntil(waybillTell(event.data.told));
});

// core is the running Go program as a promise, null when none runs.
let core = null;

// pass lets the core send what is due. It rejects when work is left, which
// makes the browser come back with a sync event; or when the core ended, which
// costs this one pass: the next event starts a fresh core.
async function pass(kind, lastChance) {
  core ??= startCore();
  const { handle, ended } = await core;
  await Promise.race([handle(kind, lastChance), ended]);
}

// startCore runs worker.wasm until it calls waybillCore(handle).
async function startCore() {
  try {
    const cache = await caches.open(CACHE);
    const file = (await cache.match(BUILD.core)) || (await download(files.get(BUILD.core)));
    const go = new Go();
    go.env.WAYBILL_BUILD = BUILD.id;
    go.env = { WAYBILL_BUILD: BUILD.id };
    const { instance } = await WebAssembly.instantiateStreaming(file, go.importObject);
    // Set first: the program runs up to its first wait inside run().
    const ready = new Promise((resolve) => (self.waybillCore = resolve));
    const ended = go.run(instance).then(() => Promise.reject(new Error("the core ended")));
    ended.catch(() => (core = null));
    const handle = await Promise.race([ready, ended]);
    performance.mark("waybill-core"); // make bench-start reads it
    return { handle, ended };
  } catch (err) {
    core = null;
    throw err;
  }
}

// ---- Telling the rep ----

// waybillSeen says that a page of the app is in front of somebody.
self.waybillSeen = async () => {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  return windows.some((client) => client.visibilityState === "visible");
};

// waybillTell puts on the app's icon how many writes need the rep, and shows
// the notice that the core has decided on, where the browser was allowed to.
self.waybillTell = async (text) => {
  const { needs, notice } = JSON.parse(text);
  if (navigator.setAppBadge) navigator.setAppBadge(needs).catch(() => {});
  if (!notice || !self.Notification || Notification.permission !== "granted" || (await waybillSeen())) return;
  const { title, lang, forms } = notice.words;
  const form = forms[new Intl.PluralRules(lang).select(notice.count)] || forms.other;
  await self.registration.showNotification(title, {
    body: form.replaceAll("{n}", notice.count),
    lang,
    tag: notice.tag,
    renotify: true,
    icon: "/web/icons/icon-192.png",
    data: { open: notice.open },
  });
};

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openAt(event.notification.data.open));
});

// openAt shows a page of the app in a window that is open already, else in a
// new one.
async function openAt(path) {
  const [open] = await self.clients.matchAll({ type: "window" });
  if (!open) return self.clients.openWindow(path);
  await open.focus();
  open.postMessage({ type: "open", path });
}
