/** Operators that compare versions of programs, as package managers write them. */
import { parseVersion } from '../../../base/version_text.ts';
import { invalid } from '../../../model/error.ts';
import type { ValueTest } from '../../../model/question/predicate.ts';

type Version = readonly number[];
type Test = Extract<ValueTest, { op: 'version' }>;

const exactly = (version: Version): Test => ({ ...from(version), max: version, max_open: false });
const from = (min: Version): Test => ({ op: 'version', min, max: null, min_open: false, max_open: false });
const upTo = (max: Version): Test => ({ op: 'version', min: null, max, min_open: false, max_open: false });
/** From this version up to, but excluding, the next one whose number at `place` differs. */
const alikeUpTo = (version: Version, place: number): Test => ({
  ...from(version),
  max: [...version.slice(0, place), (version[place] ?? 0) + 1],
  max_open: true,
});

/** Operator -> the test of a version. */
const VERSION_BOUNDS: Readonly<Record<string, (version: Version) => Test>> = {
  semver_eq: exactly,
  semver_neq: exactly, // negated by the caller
  semver_gt: (version) => ({ ...from(version), min_open: true }),
  semver_gte: from,
  semver_lt: (version) => ({ ...upTo(version), max_open: true }),
  semver_lte: upTo,
  /** ~1.2.3 is 1.2.3 and later ones of 1.2; ~1 is all of 1. */
  semver_tilde: (version) => alikeUpTo(version, version.length > 1 ? 1 : 0),
  /** ^1.2.3 is 1.2.3 and later ones of 1; ^0.2.3 is 0.2.3 and later ones of 0.2: the first number above 0 must stay. */
  semver_caret(version) {
    const first = version.findIndex((number) => number > 0);
    return alikeUpTo(version, first === -1 ? version.length - 1 : first);
  },
  /** 1.2.* is all of 1.2. */
  semver_wildcard: (version) => alikeUpTo(version, version.length - 1),
};

/** @throws ServiceError if the text is not a version */
export function versionTest(name: string, text: string, attr: string): ValueTest {
  const is_wildcard = name === 'semver_wildcard';
  if (is_wildcard && /^\s*[*x]\s*$/i.test(text)) return from([0]);
  const version = parseVersion(is_wildcard ? text.replace(/(\.[*x])+\s*$/i, '') : text);
  if (version !== null) return VERSION_BOUNDS[name]!(version);
  throw invalid(attr, `Not a version. Send ${is_wildcard ? '1.2.*' : '1.2.3'}.`);
}
