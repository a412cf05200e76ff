"use strict";
// A policy that a server or a proxy has added to the app's own, and that
// forbids what the app needs to start.

const VITAL = /^(script|connect)-src|^require-trusted-types/; // what nothing starts without
let violation = null; // the first event of such a policy

document.addEventListener("securitypolicyviolation", (event) => {
  const strange = event.disposition === "enforce" && event.originalPolicy !== waybillBuild.policy;
  if (strange && VITAL.test(event.effectiveDirective)) violation ||= event;
});

const EMPTY_PROGRAM = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);
const HEARING = 1000; // ms in which the browser tells of what it has just blocked

// whatForbids returns what may not run here and the policy that says so,
// {what, policy}, null if it is no policy that keeps the program from starting.
async function whatForbids() {
  for (const end = Date.now() + HEARING; !violation && Date.now() < end; ) await new Promise((resolve) => setTimeout(resolve, 10));
  if (mayCompile()) return violation && { what: violation.effectiveDirective, policy: violation.originalPolicy };
  return { what: "WebAssembly", policy: violation ? violation.originalPolicy : await policyHeader() };
}

// mayCompile tries the smallest program there is: only a policy stops it.
function mayCompile() {
  try {
    return Boolean(new WebAssembly.Module(EMPTY_PROGRAM));
  } catch (err) {
    return false;
  }
}

// policyHeader asks for the header itself, where the browser tells of nothing.
async function policyHeader() {
  const page = await fetch(location.pathname, { method: "HEAD", cache: "no-store" }).catch(() => null);
  return (page && page.headers.get("Content-Security-Policy")) || "";
}
