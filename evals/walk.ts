/**
 * A client that knows what an assistant knows: the instructions, the list of tools, and what it has read since. Every
 * word that it sends has to come from there, from the question, or be a name it gives itself; else the walk fails.
 */
import type { Client } from '@modelcontextprotocol/client';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { type Arguments, mended } from './mend.ts';
import { Secrets } from './secrets.ts';

export interface Answer {
  /** What a model reads. */
  readonly text: string;
  /** What a program reads. */
  readonly structured: Structured;
  readonly is_error: boolean;
}

/** JSON of any shape, for looking into it by path. */
export type Structured = ReturnType<typeof JSON.parse>;

export interface Cost {
  readonly calls: number;
  /** What a model writes (arguments) and reads (texts). */
  readonly tokens: number;
  /** Of hosts that hand structured content on instead of texts. */
  readonly structured_tokens: number;
}

/** These hold words of one's own. */
const FREE = new Set(['name', 'description', 'content', 'tags', 'custom_name', 'name_singular', 'name_plural']);
/** A day, or so long ago. */
const DATE = /^(\d{4}-\d\d-\d\d(T[\d:]+)?|-\d+[hdwmy]|all)$/;
/** Letters of formulas and counts of any kind. */
const PLAIN = /^([A-Z]( ?[-+*/] ?[A-Z0-9]+)*|[\d.]+)$/;

export interface Connection {
  readonly client: Client;
  /** The server's address. */
  readonly base: string;
}

export class Walk {
  readonly #client: Client;
  readonly #base: string;
  readonly #ways: readonly string[];
  readonly #most: number;
  readonly #secrets = new Secrets();
  #read: string;
  #calls = 0;
  #tokens = 0;
  #structured_tokens = 0;

  /** @param known the question, the instructions and the list of tools */
  constructor({ client, base }: Connection, known: string, ways: readonly string[], most: number) {
    this.#client = client;
    this.#base = base;
    this.#read = known;
    this.#ways = ways;
    this.#most = most;
  }

  get cost(): Cost {
    return { calls: this.#calls, tokens: this.#tokens, structured_tokens: this.#structured_tokens };
  }

  /** All that was read so far. */
  get read(): string {
    return this.#read;
  }

  /** A call that has to succeed. */
  async call(tool: string, args: Arguments = {}): Promise<Answer> {
    this.#mustKnow(tool, args);
    const answer = await this.#send(tool, args);
    if (answer.is_error) throw new Error(`${tool} was refused: ${answer.text}`);
    return answer;
  }

  /**
   * A wrong turn: what it says must lead back in one step. What the answer names is sent next, by rule; that call has
   * to succeed.
   */
  async wrong(tool: string, args: Arguments): Promise<Answer> {
    const refused = await this.#send(tool, args);
    const next = mended(args, refused.text);
    if (next === null)
      throw new Error(`${tool} ${JSON.stringify(args)} does not say what to send instead: ${refused.text}`);
    return this.call(tool, next);
  }

  /** A page that anybody may open, as a browser does: no call. */
  async open(path: string): Promise<Structured> {
    const answer = await fetch(new URL(path, this.#base));
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    const text = await answer.text();
    this.#read += `\n${text}`;
    return JSON.parse(text);
  }

  /** A page of help. */
  async help(topic: string): Promise<string> {
    const uri = `insights://help/${topic}`;
    this.#count(uri);
    const { contents } = await this.#client.readResource({ uri });
    const text = contents.map((content) => ('text' in content ? content.text : '')).join('\n');
    this.#learn(text, null);
    return text;
  }

  async #send(tool: string, args: Arguments): Promise<Answer> {
    if (!this.#ways.includes(tool)) throw new Error(`${tool} is none of the ways: ${this.#ways.join(', ')}`);
    this.#count(JSON.stringify(args));
    const result = await this.#client.callTool({ name: tool, arguments: { ...args } });
    const text = (result.content as { text?: string }[]).map((part) => part.text ?? '').join('\n');
    this.#learn(text, result.structuredContent ?? null);
    return { text, structured: result.structuredContent ?? {}, is_error: result.isError === true };
  }

  #count(sent: string): void {
    if (++this.#calls > this.#most) throw new Error(`More than ${this.#most} calls`);
    this.#tokens += tokensIn(this.#secrets.without(sent));
  }

  #learn(text: string, structured: unknown): void {
    const json = structured === null ? '' : JSON.stringify(structured);
    this.#secrets.learn(structured);
    this.#read += `\n${text}\n${json}`;
    this.#tokens += tokensIn(this.#secrets.without(text));
    this.#structured_tokens += tokensIn(this.#secrets.without(json));
  }

  /** @throws Error naming words that it cannot know */
  #mustKnow(tool: string, args: Arguments): void {
    const unknown = [...wordsOf(args, '')].filter(
      (word) => !DATE.test(word) && !PLAIN.test(word) && !this.#knows(word),
    );
    if (unknown.length > 0) throw new Error(`${tool}: nothing read so far says ${unknown.join(', ')}`);
  }

  #knows(word: string): boolean {
    return this.#read.includes(word) || this.#read.includes(JSON.stringify(word).slice(1, -1));
  }
}

/** Of a statement: texts in quotes, and names of properties. */
function* namesIn(statement: string): Generator<string> {
  for (const [, text, property] of statement.matchAll(/'([^']*)'|properties\.([\w$]+)/g)) yield text ?? property ?? '';
}

function* wordsOf(value: unknown, member: string): Generator<string> {
  if (typeof value === 'string') {
    if (member === 'query') yield* namesIn(value);
    else if (!FREE.has(member) && value !== '') yield value;
  } else if (Array.isArray(value)) {
    for (const item of value) yield* wordsOf(item, member);
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, inner] of Object.entries(value)) {
      yield name;
      yield* wordsOf(inner, name);
    }
  }
}

export function tokensIn(text: string): number {
  return encode(text).length;
}
