/** Lines of a log in the extended form of the W3C, as IIS and CloudFront write them: the line `#Fields:` names the columns. */
import { put } from '../../base/json.ts';
import type { TextLine } from './lines.ts';
import type { Row } from './types.ts';

const DIRECTIVE = /^#(version|software|fields|date|start-date|end-date|remark):\s*(.*)$/i;
const NONE = '-';
/** Their names -> ours. The others keep their names. */
const PROPERTIES: ReadonlyMap<string, string> = new Map([
  ['cs-host', '$host'],
  ['cs(Host)', '$host'],
  ['x-host-header', '$host'],
  ['c-ip', '$ip'],
  ['cs-method', 'method'],
  ['cs-uri-stem', '$pathname'],
  ['cs-uri-query', 'query'],
  ['sc-status', 'status'],
  ['sc-bytes', 'bytes'],
  ['cs(Referer)', '$referrer'],
  ['cs(User-Agent)', '$raw_user_agent'],
]);
const READ = ['date', 'time', 'cs-username'];

export function isExtendedLog(line: string): boolean {
  return DIRECTIVE.test(line);
}

/** Reads the lines of one log in order; null for a line about the log itself. */
export class ExtendedLog {
  #fields: readonly string[] = [];
  #day: string | undefined;

  row({ text, line }: TextLine): Row | null {
    const [, directive, told = ''] = DIRECTIVE.exec(text) ?? [];
    if (directive !== undefined) {
      if (directive.toLowerCase() === 'fields') this.#fields = told.trim().split(/\s+/);
      if (directive.toLowerCase() === 'date') this.#day = told.split(' ')[0];
      return null;
    }
    const is_tabbed = text.includes('\t');
    const cells = text.split(is_tabbed ? '\t' : ' ');
    if (cells.length !== this.#fields.length) {
      return { line, reason: `${cells.length} values where #Fields names ${this.#fields.length}`, text };
    }
    const given = new Map(
      this.#fields.map((name, at) => [name, cells[at]!] as const).filter(([, cell]) => cell !== NONE),
    );
    return { line, value: this.#event(given, is_tabbed ? decoded : spaced) };
  }

  /** Times are in UTC: the form says so. */
  #event(given: ReadonlyMap<string, string>, readAgent: (text: string) => string): Record<string, unknown> {
    const properties: Record<string, unknown> = {};
    for (const [name, cell] of given) {
      if (READ.includes(name)) continue;
      put(properties, PROPERTIES.get(name) ?? name, name === 'cs(User-Agent)' ? readAgent(cell) : numberOrText(cell));
    }
    return {
      event: 'request',
      distinct_id: given.get('cs-username') ?? given.get('c-ip'),
      timestamp: `${given.get('date') ?? this.#day}T${given.get('time')}Z`,
      properties,
    };
  }
}

function numberOrText(cell: string): string | number {
  return /^(0|[1-9]\d{0,14})(\.\d{1,6})?$/.test(cell) ? Number(cell) : cell;
}

function spaced(text: string): string {
  return text.replaceAll('+', ' ');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
