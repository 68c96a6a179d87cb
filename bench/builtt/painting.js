import { n as must } from "./assert-Cucc65-M.js";
import { n as assetFile } from "./assets-C6AiDBOS.js";
import { t as stackOf } from "./stack-DtTo5ekx.js";
import { createRequire } from "node:module";
import { parentPort } from "node:worker_threads";
import { readFileSync } from "node:fs";
import { Resvg, initWasm } from "@resvg/resvg-wasm";
// src/service/pictures/painting.ts
/** Entry of the painting thread. Renderer and fonts are loaded at start. */
const port = must(parentPort, "this is a thread");
await initWasm(readFileSync(createRequire(import.meta.url).resolve("@resvg/resvg-wasm/index_bg.wasm")));
const font = {
	fontBuffers: ["Inter-Regular.woff2", "Inter-SemiBold.woff2"].map((name) => readFileSync(assetFile(name))),
	defaultFontFamily: "Inter",
	sansSerifFamily: "Inter",
	loadSystemFonts: false
};
function paint({ svg, zoom }) {
	try {
		const painter = new Resvg(svg, {
			font,
			fitTo: {
				mode: "zoom",
				value: zoom
			}
		});
		const image = painter.render();
		const png = image.asPng();
		image.free();
		painter.free();
		return { png };
	} catch (error) {
		return { failed: stackOf(error) };
	}
}
port.on("message", (message) => {
	if (message === "close") port.close();
	else port.postMessage(paint(message));
});
export {};
