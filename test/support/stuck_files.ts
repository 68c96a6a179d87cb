/**
 * Ends a run in which a file of tests stands still. Time limits of tests cannot: they need the event loop of a process that may be
 * waiting for a program, a lock or another thread without one. What is told leads to the place: the files, their last
 * tests, and all processes below this one.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestModule, TestProject, Vitest } from 'vitest/node';

/** The longest file takes 40 seconds beside two others on two processors. */
const STUCK_MS = 600_000;
const CHECKED_MS = 5_000;
const COMMAND_MAX = 300;

export default function watchFiles({ vitest }: TestProject): () => void {
  const begun_ms = new Map<TestModule, number>();
  const timer = setInterval(() => {
    const stuck = runningSince(begun_ms, vitest, performance.now() - STUCK_MS);
    if (stuck.length === 0) return;
    console.error(
      [`For ${STUCK_MS / 1000} seconds these did not end:`, ...stuck.map(placeOf), ...processesBelow(process.pid)].join(
        '\n',
      ),
    );
    // The test runner has a process of its own that ends those of the tests after this one.
    process.exit(1);
  }, CHECKED_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** Notes which files began, and returns those that did before `before_ms` and run. */
function runningSince(begun_ms: Map<TestModule, number>, vitest: Vitest, before_ms: number): TestModule[] {
  const running = vitest.state.getTestModules().filter((module) => ['queued', 'pending'].includes(module.state()));
  for (const module of running) {
    if (!begun_ms.has(module)) begun_ms.set(module, performance.now());
  }
  return running.filter((module) => begun_ms.get(module)! < before_ms);
}

function placeOf(module: TestModule): string {
  const tests = [...module.children.allTests()];
  const ended = tests.filter((test) => test.result().state !== 'pending').length;
  const next = tests[ended]?.fullName;
  return `- ${module.relativeModuleId}: ${ended} of ${tests.length} tests ended${next === undefined ? '' : `, not yet: ${next}`}`;
}

/** A line for each process below this one, where the system tells of them (Linux). */
function processesBelow(parent: number, indent = ''): string[] {
  return childrenOf(parent).flatMap((pid) => [`${indent}${lineOf(pid)}`, ...processesBelow(pid, `${indent}  `)]);
}

function childrenOf(parent: number): number[] {
  const pids = existsSync('/proc') ? readdirSync('/proc').filter((name) => /^\d+$/.test(name)) : [];
  return pids.map(Number).filter((pid) => statusOf(pid, 'PPid') === String(parent));
}

function lineOf(pid: number): string {
  const command = told(pid, 'cmdline').replaceAll('\0', ' ').slice(0, COMMAND_MAX);
  return `${pid} ${statusOf(pid, 'State')}, ${statusOf(pid, 'Threads')} threads, in ${told(pid, 'wchan')}: ${command}`;
}

function statusOf(pid: number, field: string): string | undefined {
  return new RegExp(`^${field}:\\s*(.*)$`, 'm').exec(told(pid, 'status'))?.[1];
}

/** Empty if the process has ended meanwhile, or nobody may ask. */
function told(pid: number, file: string): string {
  try {
    return readFileSync(join('/proc', String(pid), file), 'utf8');
  } catch {
    return '';
  }
}
