// A page's own time, which can be made to pass faster: what hours do to the
// page shows in minutes. It also keeps hold of the Go program's memory.
(() => {
  const real = performance.now.bind(performance), later = setTimeout.bind(globalThis), day = Date;
  let times = 1, from = real(), ahead = 0;
  const more = () => ahead + (real() - from) * (times - 1);
  globalThis.lapse = (n) => {
    ahead = more();
    from = real();
    times = n;
    document.dispatchEvent(new Event("visibilitychange")); // timers that were set before are set anew
    return true;
  };
  performance.now = () => real() + more();
  globalThis.Date = class extends day {
    constructor(...parts) { parts.length ? super(...parts) : super(day.now() + more()); }
    static now() { return Math.floor(day.now() + more()); }
  };
  globalThis.setTimeout = (f, ms, ...rest) => later(f, (ms ?? 0) / times, ...rest);
  for (const name of ["instantiate", "instantiateStreaming"]) {
    const made = WebAssembly[name].bind(WebAssembly);
    WebAssembly[name] = async (...from) => {
      const result = await made(...from);
      globalThis.goMemory = (result.instance ?? result).exports.mem;
      return result;
    };
  }
})();
