"use strict";
// Runs /test.wasm and tells the runner, through its binding, what the program
// writes and how it ends.
(() => {
	const tell = (report) => waybillHost(JSON.stringify(report));
	const fail = (err) => tell({ fail: String((err && err.stack) || err) });

	// One decoder a stream: a character may be split over two writes.
	const decoders = { 1: new TextDecoder(), 2: new TextDecoder() };
	globalThis.fs.writeSync = (fd, buf) => {
		tell({ fd, text: decoders[fd].decode(buf, { stream: true }) });
		return buf.length;
	};
	// Tests ask for the working directory; the stub would throw.
	globalThis.process.cwd = () => "/";

	// Stray errors are shown, not judged: a test may provoke them on purpose.
	const show = (what, err) => tell({ fd: 2, text: `page: ${what}: ${(err && err.stack) || err}\n` });
	addEventListener("error", (event) => show("uncaught", event.error || event.message));
	addEventListener("unhandledrejection", (event) => show("unhandled rejection", event.reason));

	(async () => {
		const program = await (await fetch("/program.json")).json();
		const go = new Go();
		go.argv = program.argv;
		go.env = program.env;
		let code = 0;
		go.exit = (c) => { code = c; };
		const { instance } = await WebAssembly.instantiateStreaming(fetch("/test.wasm"), go.importObject);
		await go.run(instance);
		tell({ exit: code });
	})().catch(fail);
})();
