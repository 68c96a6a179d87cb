/**
 * Makes src/chart/world.json: the outlines of countries by their two letters, projected once, so that nothing has to be
 * computed where a map is drawn. Countries too small for the outlines are dots. Run it by hand: node build/world.mjs
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { geoCentroid, geoEqualEarth, geoPath } from 'd3-geo';
import { feature } from 'topojson-client';

const [WIDTH, HEIGHT] = [1000, 480];
const require = createRequire(import.meta.url);
const read = (file) => JSON.parse(readFileSync(require.resolve(`world-atlas/${file}`), 'utf8'));
const regions = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });

/** Where the atlas names a country otherwise. */
const OTHER_NAMES = {
  'W. Sahara': 'EH',
  'United States of America': 'US',
  'Dem. Rep. Congo': 'CD',
  'Dominican Rep.': 'DO',
  'Falkland Is.': 'FK',
  Bahamas: 'BS',
  'Fr. S. Antarctic Lands': 'TF',
  "Côte d'Ivoire": 'CI',
  'Central African Rep.': 'CF',
  Congo: 'CG',
  'Eq. Guinea': 'GQ',
  eSwatini: 'SZ',
  Palestine: 'PS',
  Myanmar: 'MM',
  Macedonia: 'MK',
  Czechia: 'CZ',
  Turkey: 'TR',
  'Solomon Is.': 'SB',
  'Bosnia and Herz.': 'BA',
  'S. Sudan': 'SS',
  Kosovo: 'XK',
  'Trinidad and Tobago': 'TT',
  'Antigua and Barb.': 'AG',
  'Cook Is.': 'CK',
  'Cayman Is.': 'KY',
  'Hong Kong': 'HK',
  Macao: 'MO',
  'Marshall Is.': 'MH',
  'Turks and Caicos Is.': 'TC',
  'U.S. Virgin Is.': 'VI',
  'British Virgin Is.': 'VG',
  'Faeroe Is.': 'FO',
  'Fr. Polynesia': 'PF',
  'N. Mariana Is.': 'MP',
  'St. Vin. and Gren.': 'VC',
  'St. Kitts and Nevis': 'KN',
  'St. Pierre and Miquelon': 'PM',
  'Saint Lucia': 'LC',
  'São Tomé and Principe': 'ST',
  'Saint Helena': 'SH',
  'Cabo Verde': 'CV',
  Vatican: 'VA',
  'Wallis and Futuna Is.': 'WF',
};
const CODES = new Map();
for (const a of 'ABCDEFGHIJKLMNOPQRSTUVWXYZ') {
  for (const b of 'ABCDEFGHIJKLMNOPQRSTUVWXYZ') {
    const name = regions.of(a + b);
    // Former codes have names, too: DD is Germany, but nobody sends it.
    if (name && new Intl.Locale(`und-${a}${b}`).region === a + b) CODES.set(name, a + b);
  }
}
const codeOf = ({ name }) => OTHER_NAMES[name] ?? CODES.get(name) ?? CODES.get(name.replace(' and ', ' & ')) ?? null;

const coarse = read('countries-110m.json');
const fine = read('countries-50m.json');
const shown = feature(coarse, coarse.objects.countries).features.filter(
  ({ properties }) => properties.name !== 'Antarctica',
);
const projection = geoEqualEarth().fitSize([WIDTH, HEIGHT], { type: 'FeatureCollection', features: shown });
const path = geoPath(projection).digits(0);

/** Whole pixels from point to point: a third of the text. */
function relative(d) {
  return d.replace(/M[^M]+/g, (ring) => {
    const points = ring.match(/-?\d+,-?\d+/g).map((pair) => pair.split(',').map(Number));
    const moves = points
      .slice(1)
      .map(([x, y], at) => [x - points[at][0], y - points[at][1]])
      .filter(([x, y]) => x !== 0 || y !== 0);
    return moves.length < 3
      ? ''
      : `M${points[0].join(' ')}l${moves
          .map(([x, y]) => `${x}${y < 0 ? '' : ' '}${y}`)
          .join(' ')
          .replace(/ -/g, '-')}z`;
  });
}

const countries = {};
for (const country of shown) {
  const code = codeOf(country.properties);
  const d = relative(path(country) ?? '');
  if (d === '') continue;
  if (code === null) process.stdout.write(`no code for ${country.properties.name}: drawn, never coloured\n`);
  countries[code ?? `-${country.properties.name}`] = d;
}
const dots = {};
for (const country of feature(fine, fine.objects.countries).features) {
  const code = codeOf(country.properties);
  if (code === null || code in countries || country.properties.name === 'Antarctica') continue;
  const [x, y] = projection(geoCentroid(country));
  dots[code] = [Math.round(x), Math.round(y)];
}
const sorted = (object) => Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)));
const text = JSON.stringify({ width: WIDTH, height: HEIGHT, countries: sorted(countries), dots: sorted(dots) });
writeFileSync(new URL('../src/chart/world.json', import.meta.url), `${text}\n`);
process.stdout.write(
  `${Object.keys(countries).length} countries, ${Object.keys(dots).length} dots, ${text.length} bytes\n`,
);
