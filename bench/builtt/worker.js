import { n as must } from "./assert-Cucc65-M.js";
import { t as stepBack } from "./priority-cjv5riZI.js";
import { t as stackOf } from "./stack-DtTo5ekx.js";
import { t as TUNING } from "./tuning-CBMlweQx.js";
import { t as openStore } from "./store-ROnrXGKx.js";
import { n as Sealing, t as takeStep } from "./step-iDreGGvA.js";
import { parentPort, workerData } from "node:worker_threads";
// src/service/sealing/working.ts
/** What the sealing thread does with its messages. */
/** Opens the database file itself. */
function openSealing({ path, exchange }) {
	const store = openStore(path, {
		folds: false,
		cache_bytes: TUNING.store_thread_cache_bytes
	});
	const sealing = new Sealing(store, exchange);
	return {
		take(step) {
			try {
				const done = takeStep(sealing, step);
				store.checkpoint();
				return done;
			} catch (error) {
				return { failed: stackOf(error) };
			}
		},
		close() {
			sealing.close();
			store.close();
		}
	};
}
// src/service/sealing/worker.ts
/** Entry of the sealing thread: takes one step at a time. */
const port = must(parentPort, "this is a thread");
const opening = workerData;
if (opening.gives_way) stepBack();
const sealing = openSealing(opening);
port.on("message", (message) => {
	if (message !== "close") {
		port.postMessage(sealing.take(message));
		return;
	}
	sealing.close();
	port.close();
});
export {};
