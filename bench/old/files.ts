/** The generated events as files: NDJSON for the product's import, tab-separated values for the peers. */
import { type Random, seeded } from '../../src/base/random.ts';
import { newTextFile, type TextFile } from '../text_file.ts';
import { type GeneratedEvent, generate } from './generate.ts';

const DAY_MS = 86_400_000;

export interface EventFiles {
  /** With an id on every line, like those of SDKs: time and random bits. */
  readonly with_uuids: string;
  /** Without ids, which the import derives from the content. */
  readonly without_uuids: string;
  /** Persons already resolved, properties as columns. */
  readonly peers: string;
}

/** Events as lines of NDJSON with ids, moved `days_back` days earlier. */
export function* linesOf(count: number, days_back: number): Generator<string> {
  const random = seeded(2 + days_back);
  for (const event of generate(count)) {
    const time_ms = event.time_ms - days_back * DAY_MS;
    yield `{"uuid":"${uuid(time_ms, random)}",${lineOf({ ...event, time_ms })}\n`;
  }
}

/** Returns the number of events. */
export async function writeFiles(files: EventFiles, count: number): Promise<number> {
  const random = seeded(2);
  const outs = [files.with_uuids, files.without_uuids, files.peers].map(newTextFile);
  let events = 0;
  for (const event of generate(count)) {
    const line = lineOf(event);
    const [with_uuids, without_uuids, peers] = outs as [TextFile, TextFile, TextFile];
    await with_uuids.add(`{"uuid":"${uuid(event.time_ms, random)}",${line}\n`);
    await without_uuids.add(`{${line}\n`);
    await peers.add(rowOf(event));
    events++;
  }
  for (const out of outs) await out.end();
  return events;
}

/** The event as JSON, without its opening brace. */
export function lineOf(event: GeneratedEvent): string {
  const { time_ms, distinct_id, anonymous_id, amount } = event;
  const properties = {
    $current_url: event.url,
    $browser: event.browser,
    $os: event.system,
    $session_id: event.session_id,
    $geoip_country_code: event.country,
    plan: event.plan,
    ...(amount === null ? {} : { amount }),
    ...(anonymous_id === null ? {} : { $anon_distinct_id: anonymous_id }),
  };
  const timestamp = new Date(time_ms).toISOString();
  return JSON.stringify({ event: event.event, distinct_id, timestamp, properties }).slice(1);
}

function rowOf(event: GeneratedEvent): string {
  const { time_ms, person, distinct_id, url, browser, system, plan, country, session_id, amount } = event;
  const time = new Date(time_ms).toISOString().replace('T', ' ').slice(0, -1);
  const cells = [time, event.event, person, distinct_id, url, browser, system, plan, country, session_id];
  return `${cells.join('\t')}\t${amount ?? '\\N'}\n`;
}

export function uuid(time_ms: number, random: Random): string {
  const time = time_ms.toString(16).padStart(12, '0');
  const hex = (bits: number): string =>
    random
      .below(2 ** bits)
      .toString(16)
      .padStart(bits / 4, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(12)}-8${hex(12)}-${hex(24)}${hex(24)}`;
}
