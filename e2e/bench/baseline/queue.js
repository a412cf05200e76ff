// A queue as apps commonly write it: requests that failed are kept in IndexedDB
// and replayed one by one, oldest first. Each is taken out, sent, and put back
// when it did not get through. It is what Waybill is measured against.
(() => {
  const request = (r) => new Promise((resolve, reject) => {
    r.onsuccess = () => resolve(r.result);
    r.onerror = () => reject(r.error);
  });
  const open = async () => {
    const opening = indexedDB.open("baseline-queue", 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore("requests", { autoIncrement: true });
    return request(opening);
  };
  const store = (db) => db.transaction("requests", "readwrite").objectStore("requests");

  const shift = async (db) => {
    const requests = store(db);
    const cursor = await request(requests.openCursor());
    if (!cursor) return null;
    const entry = { key: cursor.key, ...cursor.value };
    await request(requests.delete(cursor.key));
    return entry;
  };
  const unshift = (db, { key, ...entry }) => request(store(db).put(entry, key));

  globalThis.baseline = {
    async push(url, bodies) {
      const db = await open();
      for (const body of bodies) await request(store(db).add({ url, body }));
      return bodies.length;
    },
    async replay() {
      const db = await open();
      for (let entry; (entry = await shift(db));) {
        try {
          const answer = await fetch(entry.url, {
            method: "POST", headers: { "Content-Type": "application/json" }, body: entry.body,
          });
          if (answer.status >= 500) throw new Error(String(answer.status));
        } catch (err) {
          await unshift(db, entry);
          throw err;
        }
      }
      return true;
    },
  };
})();
