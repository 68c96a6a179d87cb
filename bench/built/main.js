import module from "node:module";
// src/main.ts
/** Where the program begins; bin/insights-mcp.js finds the Node for it. */
module.enableCompileCache();
const { run } = await import("./program-DhVAmOvV.js");
await run(process.argv);
export {};

//# sourceMappingURL=main.js.map