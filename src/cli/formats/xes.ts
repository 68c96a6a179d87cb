/** Event logs of process mining (XES, IEEE 1849). Each trace is a case of the process, with its events. */
import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { put } from '../../base/json.ts';
import { ServiceError } from '../../model/error.ts';
import { LIMIT } from '../../model/limit.ts';
import { TUNING } from '../../model/tuning.ts';
import type { Batch, Row } from './types.ts';

type Values = Record<string, unknown>;

const NAME = 'concept:name';
const TIME = 'time:timestamp';
/** Attributes of a case that all its events get. */
const CASE = 'case:';
/** Attribute with which an event names its case. Used if the event is in no trace, or its trace has no name. */
const CASE_NAME = 'case:concept:name';

/** @param start of a text */
export function isXes(start: string): boolean {
  return start[0] === '<' && /<log[\s>]/.test(start) && /xes\.|<trace[\s>]/.test(start);
}

/** @param chunks UTF-8. A row's line is where its event ends. */
export async function* xesRows(chunks: AsyncIterable<Buffer>): AsyncGenerator<Batch> {
  const reader = new Reader();
  let bytes_without = 0;
  let events = 0;
  try {
    for await (const chunk of chunks) {
      reader.write(chunk.toString('utf8'));
      bytes_without = reader.events === events ? bytes_without + chunk.length : 0;
      events = reader.events;
      if (bytes_without > LIMIT.import_row_chars)
        throw wrong(reader.line, 'there is no event for long: is this an event log?');
      while (reader.rows.length >= TUNING.import_rows) {
        const rows = reader.rows.splice(0, TUNING.import_rows);
        yield { last_line: reader.line, rows };
      }
    }
    reader.close();
  } catch (error) {
    yield { last_line: reader.line, rows: reader.rows };
    throw error;
  }
  yield { last_line: reader.line, rows: reader.rows };
}

class Reader {
  readonly rows: Row[] = [];
  /** How many events have become rows. */
  events = 0;
  readonly #parser = new SaxesParser();
  /** Open tags, outermost first. */
  readonly #open: string[] = [];
  #case: Values = {};
  #event: Values | null = null;
  /** How many traces have begun: a case without a name is called by its number. */
  #cases = 0;

  constructor() {
    // Declarations of entities could expand without end.
    this.#parser.on('doctype', () => {
      throw wrong(this.line, 'a document type is not read.');
    });
    this.#parser.on('error', (error) => {
      throw wrong(this.line, error.message);
    });
    this.#parser.on('opentag', (tag) => this.#begin(tag));
    this.#parser.on('closetag', ({ name }) => this.#end(name));
  }

  get line(): number {
    return this.#parser.line;
  }

  write(text: string): void {
    this.#parser.write(text);
  }

  close(): void {
    this.#parser.close();
  }

  #begin(tag: SaxesTagPlain): void {
    const parent = this.#open.at(-1);
    this.#open.push(tag.name);
    if (this.#open.length > LIMIT.json_depth)
      throw wrong(this.line, `it is nested deeper than ${LIMIT.json_depth} levels.`);
    if (tag.name === 'trace') {
      this.#case = {};
      this.#cases++;
    } else if (tag.name === 'event') this.#event = {};
    else if (parent === 'event' && this.#event !== null) note(this.#event, tag);
    else if (parent === 'trace') note(this.#case, tag);
  }

  #end(name: string): void {
    this.#open.pop();
    if (name !== 'event' || this.#event === null) return;
    const { [NAME]: event, [TIME]: timestamp, [CASE_NAME]: own_case, ...rest } = this.#event;
    const { [NAME]: case_name = own_case, ...about } = this.#case;
    const properties: Values = {};
    for (const [key, value] of Object.entries(about)) put(properties, `${CASE}${key}`, value);
    for (const [key, value] of Object.entries(rest)) put(properties, key, value);
    const distinct_id = case_name === undefined ? `case ${this.#cases}` : String(case_name);
    this.events++;
    this.rows.push({ line: this.line, value: { event, distinct_id, timestamp, properties } });
    this.#event = null;
  }
}

/** `<string key="org:resource" value="Ana"/>`; lists and containers have no value of their own. */
function note(values: Values, { name, attributes }: SaxesTagPlain): void {
  const { key, value } = attributes;
  if (key === undefined || value === undefined) return;
  put(values, key, typed(name, value));
}

function typed(name: string, value: string): unknown {
  if (name === 'int' || name === 'float') return Number.isFinite(Number(value)) ? Number(value) : value;
  return name === 'boolean' ? value.trim().toLowerCase() === 'true' : value;
}

function wrong(line: number, what: string): ServiceError {
  return new ServiceError('invalid_input', `Line ${line} of the XES log: ${what}`);
}
