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
	if (name === "web") return (await import("./shape-9lelM-HF.js")).WEB;
	if (name === "old") return (await import("./shape-KTRnboIs.js")).OLD;
	throw new Error(`There is no shape ${name}: web, old`);
}
// bench/child.ts
/**
* A fresh process, started by the benchmark: node child.ts first SHAPE FOLDER ours|clickhouse|duckdb answers the shape's
* first question and says so; node child.ts memory SHAPE FOLDER asks all questions and says what the product holds then.
*/
const [mode, name, folder, engine] = process.argv.slice(2);
const shape = await shapeNamed(name);
if (mode === "memory") await memory();
else if (engine === "ours") await firstOfOurs();
else await firstOfPeer();
function first() {
	return questionOf(shape.questions, shape.first);
}
/** Only what this engine needs is loaded: that is part of what is measured. */
async function firstOfOurs() {
	const { openService } = await import("./service-By682tWn.js");
	const service = openService({ path: join(folder, "bench.db") });
	const { answer } = await import("./ours-DNvAfleG.js");
	const rows = await answer(service, first());
	writeSync(1, `${rows.length}\n`);
	await service.close();
}
async function firstOfPeer() {
	const { openPeer } = await import("./peers-D-Zrj3xL.js");
	const peer = await openPeer(engine === "clickhouse" ? "clickhouse" : "duckdb", shape, folder);
	const rows = await peer.ask(first().sql, "by_event");
	writeSync(1, `${rows.length}\n`);
	await peer.close();
}
async function memory() {
	const { openService } = await import("./service-By682tWn.js");
	const { ask } = await import("./ours-DNvAfleG.js");
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

//# sourceMappingURL=child.js.map