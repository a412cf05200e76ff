"use strict";
// What the page says while Go does not, in the browser's language.

const TEXTS = {
  en: {
    loading: "Loading the app",
    stopped: "The app has stopped.",
    forbidden: "This site's server or a proxy forbids {what} (Content-Security-Policy). The app cannot start here until that is changed.",
    noWasm: "This browser does not run the app: it has no WebAssembly. Perhaps a lockdown mode has turned it off.",
    safe: "What was saved on this device is safe and goes out when the app runs again.",
    reload: "Reload",
    export: "Save unsent work as file",
  },
  de: {
    loading: "Die App wird geladen",
    stopped: "Die App ist stehen geblieben.",
    forbidden: "Der Server dieser Seite oder ein Proxy verbietet {what} (Content-Security-Policy). Solange das so ist, kann die App hier nicht starten.",
    noWasm: "In diesem Browser läuft die App nicht: er kennt kein WebAssembly. Vielleicht hat es ein Sicherheitsmodus abgeschaltet.",
    safe: "Was auf diesem Gerät gespeichert ist, ist sicher und geht raus, sobald die App wieder läuft.",
    reload: "Neu laden",
    export: "Nicht Gesendetes als Datei sichern",
  },
};

const say = TEXTS[navigator.language.toLowerCase().split("-")[0]] || TEXTS.en;
