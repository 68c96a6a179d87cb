import { V as explanationLines, bt as ExplanationSchema } from "./wording-CGGP7Ahe.js";
import { n as run, t as askedBy } from "./asked-Bz8Nyp_H.js";
import { n as openedAt } from "./opened-RfwCdNoq.js";
// src/cli/explain.ts
/** `insights-mcp explain`: how a question is answered, at the prompt. Asked twice, it tells what the first time left behind. */
async function explain(question, options) {
	const service = openedAt(options);
	try {
		const asked = await askedBy(service, question, options);
		const explanations = [];
		for (let time = 0; time < options.times; time++) explanations.push(await explainedBy(service, options, {
			...asked,
			body: {
				...asked.body,
				refresh: true
			}
		}));
		const shown = options.json ? JSON.stringify(explanations, null, 2) : explanations.flatMap((one) => ["", ...explanationLines(one)]).join("\n").trimStart();
		process.stdout.write(`${shown}\n`);
	} finally {
		await service.close();
	}
}
async function explainedBy(service, options, asked) {
	const { explain } = await run(service, options, {
		...asked,
		body: {
			...asked.body,
			explain: true
		}
	});
	return ExplanationSchema.parse(explain);
}
export { explain };
