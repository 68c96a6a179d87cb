/** Names of conditions and tests: equal for those that mean the same, so that what one question found serves the next. */

const names = new WeakMap<object, string>();

/** JSON, made once for each object. JSON cannot write infinity. */
export function nameOf(named: object): string {
  return madeOnce(names, named, () =>
    JSON.stringify(named, (_key, value: unknown) => (typeof value === 'number' ? String(value) : value)),
  );
}

export function madeOnce<K extends object, V>(known: WeakMap<K, V>, key: K, make: () => V): V {
  let made = known.get(key);
  if (made === undefined) {
    made = make();
    known.set(key, made);
  }
  return made;
}
