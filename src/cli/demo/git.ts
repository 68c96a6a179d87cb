/** The commit history of a git repository as events: people are authors, each commit is an event. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createInterface } from 'node:readline';
import { stampUuid } from '../../base/uuid.ts';
import { ServiceError } from '../../model/error.ts';
import type { IngestItem } from '../../service/ingest/types.ts';

/** Unit separator. It never occurs in a name or a subject line. */
const SEPARATOR = '\x1f';
const COMMITS_MAX = 500_000;
const KINDS = ['feat', 'fix', 'docs', 'test', 'refactor', 'chore', 'perf', 'build', 'ci', 'style', 'revert'];

interface Commit {
  readonly hash: string;
  readonly email: string;
  readonly name: string;
  readonly at_ms: number;
  readonly subject: string;
  files: number;
  inserted: number;
  deleted: number;
}

/** @throws ServiceError when the folder is no git repository, or git is missing */
export async function gitHistory(path: string): Promise<IngestItem[]> {
  const commits = (await readCommits(path)).sort((left, right) => left.at_ms - right.at_ms);
  if (commits.length === 0) throw new ServiceError('invalid_input', `The git repository ${path} has no commits.`);
  const count_of = new Map<string, number>();
  const names = new Map<string, string>();
  const items: IngestItem[] = [];
  for (const commit of commits) {
    const nth = (count_of.get(commit.email) ?? 0) + 1;
    count_of.set(commit.email, nth);
    names.set(commit.email, commit.name);
    items.push(eventOf(commit, nth));
  }
  for (const [email, name] of names) {
    items.push({
      kind: 'person',
      person: { distinct_ids: [email], properties: { name, email, commits: count_of.get(email) }, created_at_ms: null },
    });
  }
  return items;
}

function eventOf(commit: Commit, nth: number): IngestItem {
  return {
    kind: 'event',
    event: {
      event: 'commit',
      distinct_id: commit.email,
      timestamp_ms: commit.at_ms,
      uuid: stampUuid(new Uint8Array(createHash('sha256').update(commit.hash).digest().subarray(0, 16)), 8),
      properties: {
        hash: commit.hash.slice(0, 12),
        type: kindOf(commit.subject),
        files: commit.files,
        lines_added: commit.inserted,
        lines_deleted: commit.deleted,
        /** Number of the commit among its author's; 1 is the first. */
        nth,
      },
    },
  };
}

/** `fix(parser): …` -> fix; other subjects by their first word, if known. */
function kindOf(subject: string): string {
  const word = /^(\w+)(\([^)]*\))?!?:/.exec(subject)?.[1]?.toLowerCase() ?? subject.split(/\s/)[0]?.toLowerCase() ?? '';
  return KINDS.find((kind) => word === kind || word.startsWith(kind)) ?? 'other';
}

async function readCommits(path: string): Promise<Commit[]> {
  const format = ['%H', '%aE', '%aN', '%at', '%s'].join('%x1f');
  const git = spawn(
    'git',
    ['-C', path, 'log', '--no-merges', '--numstat', `--max-count=${COMMITS_MAX}`, `--format=%x1e${format}`],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const failed = new Promise<Error | null>((resolve) => {
    git.once('error', resolve);
    git.once('close', (code) => resolve(code === 0 ? null : new Error(`git ended with ${code}`)));
  });
  git.stderr.resume();
  const commits: Commit[] = [];
  for await (const line of createInterface({ input: git.stdout, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line.startsWith('\x1e')) commits.push(parseCommit(line.slice(1)));
    else addNumbers(commits[commits.length - 1], line);
  }
  const error = await failed;
  if (error)
    throw new ServiceError(
      'invalid_input',
      `${path} is no git repository that can be read (or git is not installed).`,
      { cause: error },
    );
  return commits;
}

function parseCommit(line: string): Commit {
  const [hash = '', email = '', name = '', seconds = '0', ...subject] = line.split(SEPARATOR);
  const id = email.trim().toLowerCase() || name.trim() || 'unknown author';
  return {
    hash,
    email: id,
    name,
    at_ms: Number(seconds) * 1000,
    subject: subject.join(SEPARATOR),
    files: 0,
    inserted: 0,
    deleted: 0,
  };
}

/** `12<TAB>3<TAB>path`; binary files have dashes. */
function addNumbers(commit: Commit | undefined, line: string): void {
  const match = /^(\d+|-)\t(\d+|-)\t/.exec(line);
  if (!commit || !match) return;
  commit.files++;
  commit.inserted += Number(match[1]) || 0;
  commit.deleted += Number(match[2]) || 0;
}
