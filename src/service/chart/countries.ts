/** Countries by two-letter code (`$geoip_country_code`) or English name. */

let regions: Intl.DisplayNames | null = null;

/** Code -> English name. Created on demand, because most processes draw no map. */
function regionOf(code: string): string | undefined {
  regions ??= new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
  return regions.of(code);
}

/** Former and other codes become the one that maps have: DD is DE, UK is GB. */
function currentCode(code: string): string {
  return new Intl.Locale(`und-${code}`).region ?? code;
}

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

let codes: ReadonlyMap<string, string> | null = null;

/** English name in lower case -> code. */
function codesByName(): ReadonlyMap<string, string> {
  codes ??= new Map(
    LETTERS.flatMap((first) => LETTERS.map((second) => first + second))
      .toReversed()
      .flatMap((code) => [regionOf(code)].flatMap((name) => (name ? [[name.toLowerCase(), currentCode(code)]] : []))),
  );
  return codes;
}

/** `code` is null if the value is not a country. */
export function countryOf(value: unknown, label: string): { code: string | null; name: string } {
  const texts = [value].flat();
  const text = texts.length === 1 && typeof texts[0] === 'string' ? texts[0] : '';
  const code = /^[A-Za-z]{2}$/.test(text) ? currentCode(text.toUpperCase()) : codesByName().get(text.toLowerCase());
  const name = code === undefined ? undefined : regionOf(code);
  if (code !== undefined && name !== undefined) return { code, name };
  return { code: null, name: label === '' || label === 'None' ? 'Unknown' : label };
}
