"use strict";
// Waybill's page before and around Go: registers the service worker, shows how
// far the first load is, runs the Go program and watches over it. Everything
// here works while Go does not. The parts stand in page/; the server sends them
// and this file, which starts them, as one script.
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
  onOffline: () => {},
  onNetwork: () => {},
  offlineStart: () => JSON.stringify(offlineStart),
  armSync: () => armSync(),
  tell: (told) => navigator.serviceWorker && navigator.serviceWorker.controller?.postMessage({ type: "tell", told }),
  update: () => updateWaits(),
  rescue: () => exportUnsent(),
  applyUpdate: () => applyUpdate(),
};

// What needs a connection is offered, or not, as soon as that changes.
for (const change of ["online", "offline"]) addEventListener(change, () => waybill.onNetwork());

startWorker().catch((err) => console.error("waybill: no service worker:", err));
startGo();
