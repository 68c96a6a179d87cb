/** What to send instead of something that is no time zone: people send cities, offsets and abbreviations. */
import { meantText, nearestNames } from '../base/nearest.ts';
import { isZone } from '../base/time.ts';

const REGIONS = ['Europe', 'America', 'Asia', 'Africa', 'Australia', 'Pacific', 'Atlantic', 'Indian'];
const OFFSET = /^(?:utc|gmt)?\s*([+-])(\d{1,2})(?::?(00))?$/i;
const OFFSET_OF_ANY_KIND = /^(?:utc|gmt)?\s*[+-]\d/i;
const ABBREVIATION = /^[A-Z]{1,5}$/;
const FORMS = 'Send the name of a place: Europe/Berlin, America/New_York, or UTC.';

export function zoneHelp(sent: string): string {
  const text = sent.trim();
  const fixed = fixedZone(text);
  if (fixed !== null)
    return `${meantText([fixed])} (Its sign is the other way round.) Where clocks are changed, send a place: Europe/Berlin.`;
  if (OFFSET_OF_ANY_KIND.test(text)) return `An offset does not say when clocks are changed. ${FORMS}`;
  const meant = meantText(zonesOfCity(text));
  if (meant !== '') return meant;
  return ABBREVIATION.test(text) ? `Abbreviations mean several places, or half a year. ${FORMS}` : FORMS;
}

/** UTC+2 -> Etc/GMT-2, as POSIX counts. */
function fixedZone(text: string): string | null {
  const [, sign, hours] = OFFSET.exec(text) ?? [];
  if (hours === undefined) return null;
  const zone = Number(hours) === 0 ? 'UTC' : `Etc/GMT${sign === '+' ? '-' : '+'}${Number(hours)}`;
  return isZone(zone) ? zone : null;
}

/** Zones called after this city, also by a newer name than the platform lists, else after cities of like names. */
function zonesOfCity(text: string): string[] {
  const city = cityOf(text);
  const exact = REGIONS.map((region) => `${region}/${city}`).filter(isZone);
  if (exact.length > 0 || ABBREVIATION.test(text)) return exact;
  const zones = Intl.supportedValuesOf('timeZone');
  const near = nearestNames(city, zones.map(cityOf));
  return near.flatMap((name) => zones.filter((zone) => cityOf(zone) === name)).slice(0, near.length);
}

/** `europe / zürich` -> Zurich, `new york` -> New_York: the last part as zones write it. */
function cityOf(text: string): string {
  const last = text.split(/[/\\]/).at(-1)!.trim();
  const plain = last.normalize('NFD').replace(/\p{M}|\./gu, '');
  return plain.replace(/[\s_]+/g, '_').replace(/(?<=^|_)\p{L}/gu, (letter) => letter.toUpperCase());
}
