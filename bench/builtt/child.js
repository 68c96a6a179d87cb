import { writeSync as WS0 } from 'node:fs';const TM=(x)=>WS0(2,(Date.now()-Number(process.env.T0))+' '+x+'\n');TM('main begins');
import { writeSync } from "node:fs";
import { join } from "node:path";
// bench/question.ts
function questionOf(questions, name) {
	const found = questions.find((question) => question.name === name);
	if (!found) throw new Error(`There is no question ${name}: ${questions.map((question) => question.name).join(", ")}`);
	return found;
}
// bench/shapes.ts
async function shapeNamed(name) {
	if (name === "web") return (await import("./shape-Dh-kasli.js")).WEB;
	if (name === "old") return (await import("./shape-C3gjlmdG.js")).OLD;
	throw new Error(`There is no shape ${name}: web, old`);
}
// bench/child.ts
/**
* A fresh process of the benchmark. node child.ts first SHAPE FOLDER ours|clickhouse|duckdb: answers the shape's
* first question and reports; node child.ts memory SHAPE FOLDER: asks all questions and reports memory use.
*/
const [mode, name, folder, engine] = process.argv.slice(2);
const shape = await shapeNamed(name);
if (mode === "memory") await memory();
else if (engine === "ours") await firstOfOurs();
else await firstOfPeer();
function first() {
	return questionOf(shape.questions, shape.first);
}
/** Loads only what this engine needs, since loading is measured, too. */
async function firstOfOurs() {
	const { openService } = await import("./service-TsiVmhfw.js");
	TM("service code");const service = openService({ path: join(folder, "bench.db") });
TM("service open");	const { answer } = await import("./ours-Bqx2oAb6.js");
TM("ask code");	const rows = await answer(service, first());
TM("answered");	writeSync(1, `${rows.length}\n`);
	await service.close();
}
async function firstOfPeer() {
	const { openPeer } = await import("./peers-BDh1RBR-.js");
	const peer = await openPeer(engine === "clickhouse" ? "clickhouse" : "duckdb", shape, folder);
	const rows = await peer.ask(first().sql, "by_event");
	writeSync(1, `${rows.length}\n`);
	await peer.close();
}
async function memory() {
	const { openService } = await import("./service-TsiVmhfw.js");
	const { ask } = await import("./ours-Bqx2oAb6.js");
	const service = openService({ path: join(folder, "bench.db") });
	for (const question of shape.questions) {
		for (let time = 0; time < 2; time++) await ask(service, question);
		for (let round = 0; round < 8; round++) {
			const filtered = question.filtered(round);
			if (filtered !== null) await ask(service, {
				...question,
				...filtered
			});
		}
	}
	writeSync(1, `${JSON.stringify({
		bytes: service.datasets.bytes() + service.computing.status().bytes,
		rss_bytes: process.memoryUsage.rss()
	})}\n`);
	await service.close();
}
export {};
