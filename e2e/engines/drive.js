// The page's half of a test that no driver can control: it asks for scripts at
// its own origin, runs them as modules (which the policy allows, unlike eval),
// and tells what came out. Appended to app.js in a build for tests only.
(async () => {
  const ask = (path, body) => fetch("/drive/" + path, { method: "POST", body });
  globalThis.driven = true;
  while (globalThis.driven) {
    try {
      const answer = await ask("next");
      const id = answer.status === 200 && (await answer.text());
      if (!id) continue;
      let out;
      try {
        const script = await import("/drive/" + id + ".js");
        out = { value: await script.default() };
      } catch (err) {
        out = { error: String(err) };
      }
      await ask("done/" + id, JSON.stringify(out));
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 200)); // nobody there: asked again
    }
  }
})();
