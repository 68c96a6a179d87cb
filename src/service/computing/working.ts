/**
 * What the computing thread does with its messages. It opens the database file itself and updates its own datasets
 * before each question, so every acknowledged event is in the answer. It answers one question at a time, and shares the
 * work with its own helpers.
 */
import { must } from '../../base/assert.ts';
import type { Project } from '../../model/saved/project.ts';
import { TUNING } from '../../model/tuning.ts';
import { openStore } from '../../store/store.ts';
import { openDatasets } from '../data/datasets.ts';
import { type Failure, failureOf } from '../threads/thread_failure.ts';
import { GarbageCollector } from './garbage.ts';
import type { FromThread, Opening, Outcome, ToThread } from './messages.ts';
import { outcomeOf } from './outcome.ts';
import { openTeam } from './team.ts';

type Question = Extract<ToThread, { readonly project: Project }>;

interface Working {
  /** Returns null if the message expects no answer. */
  take(message: Exclude<ToThread, 'close'>): FromThread | null;
  /** Starts the helpers once there has been work for them. */
  callHelpers(): void;
  /** Frees what reading left empty, and arrays without use if there are many. */
  freeMemory(): void;
  close(): void;
}

/** What works on an open file. */
interface Opened extends Working {
  take(message: Question | { readonly expect: Project }): FromThread | null;
}

/** The first message opens the file, the others work on it. */
export function newAnswering(): Working {
  let opened: Opened | null = null;
  return {
    take(message) {
      if ('open' in message) {
        opened = open(message.open);
        return null;
      }
      return must(opened, 'the file is opened first').take(message);
    },
    callHelpers: () => opened?.callHelpers(),
    freeMemory: () => opened?.freeMemory(),
    close: () => opened?.close(),
  };
}

function open(opening: Opening): Opened {
  const { path, memory_bytes } = opening;
  const store = openStore(path, { cache_bytes: TUNING.store_thread_cache_bytes });
  const garbage = new GarbageCollector();
  const team = openTeam(opening, garbage);
  const datasets = openDatasets(store, memory_bytes, team);
  /** A failure here will recur, and be reported, when the question is asked. */
  const expect = (project: Project): void => {
    try {
      store.snapshot(() => datasets.current(project));
    } catch {}
  };
  const outcomeOrFailure = ({ project, task, given, memory_bytes: now_bytes }: Question): Outcome | Failure => {
    try {
      datasets.resize(now_bytes);
      return store.snapshot(() => outcomeOf(project, task, given, { store, datasets, team, memory_bytes }));
    } catch (error) {
      return failureOf(error);
    }
  };
  return {
    take(message) {
      if (!('expect' in message)) return { ...outcomeOrFailure(message), bytes: datasets.bytes() };
      expect(message.expect);
      return null;
    },
    callHelpers: () => team.start(),
    freeMemory: () => {
      datasets.trim();
      garbage.collect(datasets.bytes());
    },
    close: () => store.close(),
  };
}
