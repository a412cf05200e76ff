"use strict";
// The Go program: loading, running, watching.

// watchRun wraps Go.prototype.run, so that an end is noticed whoever started
// it. It throws where the loader is none: startGo tells then.
function watchRun() {
  const goRun = Go.prototype.run;
  Go.prototype.run = async function (instance) {
    try {
      await goRun.call(this, instance);
      showStopped("the program ended");
    } catch (err) {
      const drawing = violation && violation.effectiveDirective.startsWith("require-trusted-types");
      drawing ? await notStarted(err) : showStopped(err);
      throw err;
    }
  };
}

async function startGo() {
  const loader = document.getElementById("app-wasm-loader");
  try {
    watchRun();
    if (!mayCompile()) throw new Error("no program may run here");
    const go = new Go();
    // One thread collects garbage and draws: it collects half as often.
    go.env = { WAYBILL_BUILD: waybillBuild.id, GOGC: "200" };
    const { instance } = await instantiate(go.importObject);
    sessionStorage.removeItem("waybill-reloaded");
    go.run(instance).catch(() => {});
    if (loader) loader.remove();
  } catch (err) {
    if (loader) loader.remove();
    await notStarted(err);
  }
}

// notStarted finds out why the program did not start, and says it or mends it.
async function notStarted(err) {
  if (!window.WebAssembly) return showStopped(err, say.noWasm);
  const front = await whatForbids();
  if (front) return showStopped(err, say.forbidden.replace("{what}", front.what), front.policy);
  // During a release two servers may answer with two builds, and a disk may
  // spoil what is stored. One fresh load cures both; a second failure is shown.
  if (sessionStorage.getItem("waybill-reloaded")) return showStopped(err);
  sessionStorage.setItem("waybill-reloaded", "1");
  return reloadMended();
}

// reloadMended loads the page again, once the worker has compared what it has
// stored with its build, or, before there is one, once the browser has asked
// for the page's files anew. Saved work is in a database of its own and is not
// touched.
async function reloadMended() {
  const worker = "serviceWorker" in navigator && navigator.serviceWorker.controller;
  const refresh = (file) => fetch(file, { cache: "reload" }).catch(() => {});
  await (worker ? ask(worker, "mend", MENDING) : Promise.all(["/app.js", "/app.css", "/wasm_exec.js"].map(refresh)));
  location.reload();
}

// instantiate compiles the program while it loads. From the worker's cache the
// response is passed on as it is, which lets the browser keep the compiled
// code. Without a worker a proxy may have made something else of the program:
// then it is asked for once more, without any encoding.
async function instantiate(imports) {
  if (hadController) return WebAssembly.instantiateStreaming(await load(waybillBuild.wasm), imports);
  try {
    return await WebAssembly.instantiateStreaming(withProgress(await load(waybillBuild.wasm)), imports);
  } catch (err) {
    console.warn("waybill: the program came altered:", err);
    return WebAssembly.instantiateStreaming(withProgress(await load(waybillBuild.wasm + "?plain", { cache: "reload" })), imports);
  }
}

async function load(address, how) {
  const response = await fetch(address, how);
  if (response.status !== 200) throw new Error(`the app's program is not there (status ${response.status})`);
  return response;
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
  const shown = document.querySelector("#app-wasm-loader progress");
  const bar = shown || document.createElement("progress");
  bar.max = waybillBuild.bytes;
  bar.value = 0;
  bar.setAttribute("aria-label", say.loading);
  const loader = document.getElementById("app-wasm-loader");
  if (loader && !shown) loader.append(bar);
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
