import { n as must } from "./assert-Cucc65-M.js";
import { t as stackOf } from "./stack-DtTo5ekx.js";
import { t as openStore } from "./store-BAYd_BwN.js";
import { t as stepBack } from "./priority-D2o5f7v1.js";
import { n as Sealing, t as takeStep } from "./step-C_OenspY.js";
import { parentPort, workerData } from "node:worker_threads";
// src/service/sealing/worker.ts
/** The sealing thread: it has the database file open by itself and takes one step at a time. */
const port = must(parentPort, "this is a thread");
const { path, exchange, gives_way } = workerData;
if (gives_way) stepBack();
const store = openStore(path, { folds: false });
const sealing = new Sealing(store, exchange);
port.on("message", (message) => {
	if (message === "close") {
		store.close();
		port.close();
		return;
	}
	let answer;
	try {
		answer = takeStep(sealing, message);
		store.checkpoint();
	} catch (error) {
		answer = { failed: stackOf(error) };
	}
	port.postMessage(answer);
});
export {};

//# sourceMappingURL=worker.js.map