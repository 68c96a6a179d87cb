/** Words of the web shape: event names, addresses, places, devices. Frequent ones first. */

export const COMMON_EVENTS: readonly (readonly [string, number])[] = [
  ['$pageview', 49],
  ['$pageleave', 13],
  ['$autocapture', 11],
  ['product viewed', 4],
  ['$web_vitals', 3],
  ['search', 1.8],
  ['added to cart', 1.5],
  ['purchase', 1.1],
  ['video played', 0.9],
  ['$rageclick', 0.8],
  ['filter applied', 0.7],
  ['banner shown', 0.6],
  ['banner clicked', 0.4],
  ['checkout started', 0.4],
  ['chat opened', 0.3],
  ['error shown', 0.3],
  ['newsletter signup', 0.2],
];
/** Generated at sign-up or on a second device, not at random. */
export const SIGN_UP_EVENTS = ['signup started', 'signup completed', '$identify'] as const;

/** Describes a group. */
export const GROUP_EVENT = '$groupidentify';
export const INDUSTRIES = ['retail', 'software', 'health', 'finance', 'travel', 'energy'] as const;

export const SECTIONS = ['products', 'blog', 'docs', 'category', 'help', 'offers', 'account', 'stories'] as const;
export const SLUGS = 'quick winter light garden urban classic smart solid fresh north river stone paper cedar'.split(
  ' ',
);
export const CAMPAIGNS: readonly (readonly [string | null, number])[] = [
  [null, 82],
  ['spring_sale', 7],
  ['newsletter_04', 5],
  ['retargeting', 4],
  ['launch', 2],
];
export const REFERRERS: readonly (readonly [string | null, number])[] = [
  [null, 46],
  ['https://www.google.com/', 34],
  ['https://news.ycombinator.com/', 6],
  ['https://www.bing.com/', 6],
  ['https://t.co/', 5],
  ['https://duckduckgo.com/', 3],
];
export const COUNTRIES =
  'US GB DE CA FR IN BR AU ES NL IT JP MX SE PL CH BE AT DK NO FI PT IE CZ KR SG NZ ZA AR CL'.split(' ');
export const CITIES_PER_COUNTRY = 40;
export const BROWSERS: readonly (readonly [string, number])[] = [
  ['Chrome', 61],
  ['Mobile Safari', 15],
  ['Safari', 9],
  ['Edge', 6],
  ['Firefox', 5],
  ['Samsung Internet', 2],
  ['Opera', 2],
];
export const SYSTEMS: readonly (readonly [string, number])[] = [
  ['Windows', 41],
  ['iOS', 19],
  ['Mac OS X', 18],
  ['Android', 17],
  ['Linux', 5],
];
export const SCREENS: readonly (readonly [number, number])[] = [
  [1920, 30],
  [1536, 14],
  [390, 14],
  [1440, 12],
  [393, 9],
  [360, 8],
  [2560, 7],
  [1366, 6],
];
export const PLANS = ['free', 'starter', 'pro', 'enterprise'] as const;
export const QUERIES = 'lamp,desk lamp,chair,oak table,gift,sofa bed,rug,shelf,mirror,plant pot'.split(',');
export const TAGS = ['new', 'sale', 'gift', 'eco', 'bundle', 'preorder'] as const;

/** Weight of each local hour, and of each weekday from Monday. */
export const HOURS = [2, 1, 1, 1, 1, 2, 4, 7, 10, 12, 13, 13, 12, 12, 13, 13, 12, 11, 11, 12, 13, 11, 8, 4];
export const WEEKDAYS = [11, 12, 12, 12, 11, 7, 7];
