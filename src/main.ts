/** Where the program begins; bin/insights-mcp.js finds the Node for it. */
import module from 'node:module';

// An assistant starts this often: compiled code is kept from start to start, which halves the time.
module.enableCompileCache();
if (process.argv[2] === 'serve') {
  const { giveBackMemory } = await import('./cli/shell/memory.ts');
  giveBackMemory();
}
const { watchOutput } = await import('./cli/process.ts');
watchOutput();
const { run } = await import('./cli/program.ts');
await run(process.argv);
