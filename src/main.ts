#!/usr/bin/env -S node --disable-warning=ExperimentalWarning
/** Where the process begins. An old Node gets one clear line instead of a stack of missing modules. */
import module from 'node:module';

const NEEDED = [22, 19];

function isTooOld(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major < NEEDED[0]! || (major === NEEDED[0]! && minor < NEEDED[1]!);
}

if (isTooOld(process.versions.node)) {
  process.stderr.write(`insights-mcp needs Node ${NEEDED.join('.')} or newer; this is ${process.versions.node}.\n`);
  process.exitCode = 1;
} else {
  // An assistant starts this often: compiled code is kept from start to start, which halves the time.
  module.enableCompileCache();
  const { run } = await import('./cli/program.ts');
  await run(process.argv);
}
