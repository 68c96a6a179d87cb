import module from "node:module";
// src/main.ts
/** Where the program begins; bin/insights-mcp.js finds the Node for it. */
module.enableCompileCache();
if (process.argv[2] === "serve") {
	const { collectSeldom, giveBackMemory } = await import("./memory-6Ijue_p_.js");
	giveBackMemory();
	collectSeldom();
}
const { run } = await import("./program-DEKJWUL7.js");
await run(process.argv);
export {};
