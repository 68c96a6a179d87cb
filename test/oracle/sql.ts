/** Statements the slow and obvious way: plain rows, one at a time, straight from the syntax, without plan or columns. */
import type { CallSyntax, From, Select, Statement, Syntax } from '../../src/sql/grammar/syntax.ts';

export type Cell = string | number | boolean | null;

/** Names in front of a value: `event`, `properties.p`; of a join with the table's name before. */
type PlainRow = ReadonlyMap<string, Cell>;

export interface PlainTable {
  readonly columns: readonly string[];
  readonly rows: readonly PlainRow[];
}

export interface Answer {
  readonly columns: readonly string[];
  readonly rows: Cell[][];
}

type Tables = (name: string) => PlainTable;

/** What an expression is read over: a row, or a group of them. */
interface Scope {
  readonly row: PlainRow;
  readonly group: readonly PlainRow[] | null;
  readonly aliases: ReadonlyMap<string, Syntax>;
  readonly tables: Tables;
}

export function sqlOracle({ selects, named }: Statement, tables: Tables): Answer {
  const inner: Tables = (name) => {
    const found = named.find((one) => one.name === name);
    return found === undefined ? tables(name) : tableOf(sqlOracle(found.of as Statement, tables));
  };
  const parts = selects.map((select) => selected(select, inner));
  return { columns: parts[0]!.columns, rows: parts.flatMap(({ rows }) => rows) };
}

function tableOf({ columns, rows }: Answer): PlainTable {
  return { columns, rows: rows.map((row) => new Map(row.map((cell, at) => [columns[at]!, cell]))) };
}

function selected(select: Select, tables: Tables): Answer {
  const aliases = new Map(select.columns.flatMap(({ alias, of }) => (alias === null ? [] : [[alias, of!] as const])));
  const scope = (row: PlainRow, group: readonly PlainRow[] | null = null): Scope => ({ row, group, aliases, tables });
  const rows = rowsOf(select.from!, tables).filter(
    (row) => select.where === null || value(select.where, scope(row)) === true,
  );
  const isGrouped = select.group_by.length > 0 || select.columns.some(({ of }) => hasAggregate(of!));
  const groups = isGrouped
    ? grouped(rows, (row) => select.group_by.map((key) => value(key, scope(row))), select.group_by.length === 0)
    : rows.map((row) => [row]);
  const scopes = groups.map((group) => scope(group[0] ?? new Map(), isGrouped ? group : null));
  const kept = scopes.filter((of) => select.having === null || value(select.having, of) === true);
  let made = kept.map((of) => ({ cells: select.columns.map((column) => value(column.of!, of)), of }));
  if (select.distinct) made = [...new Map(made.toReversed().map((one) => [keyOf(one.cells), one])).values()];
  const order = select.order_by.map(({ of, is_descending }) => ({
    is_descending,
    read: (one: (typeof made)[number]) =>
      of.kind === 'literal' ? one.cells[Number(of.value) - 1]! : value(of, one.of),
  }));
  made.sort(
    (a, b) =>
      order
        .map(({ is_descending, read }) => compareNulls(read(a), read(b), is_descending))
        .find((each) => each !== 0) ?? 0,
  );
  const [offset, limit] = [select.offset, select.limit].map((of) => (of?.kind === 'literal' ? Number(of.value) : null));
  const cut = made.slice(offset ?? 0, limit === null || limit === undefined ? undefined : (offset ?? 0) + limit);
  return { columns: select.columns.map(({ name }) => name), rows: cut.map(({ cells }) => cells) };
}

function rowsOf(from: From, tables: Tables): PlainRow[] {
  if (from.kind === 'table') return withName(tables(from.name), from.alias);
  if (from.kind === 'statement') return withName(tableOf(sqlOracle(from.statement, tables)), from.alias ?? '');
  if (from.kind === 'set') return rowsOfSet(from, tables);
  const [left, right] = [rowsOf(from.left, tables), rowsOf(from.right, tables)];
  const scope = (row: PlainRow): Scope => ({ row, group: null, aliases: new Map(), tables });
  const matched = new Set<PlainRow>();
  const joined = left.flatMap((one): PlainRow[] => {
    const found = right.filter((other) => from.on === null || onHolds(from.on, scope(new Map([...one, ...other]))));
    for (const other of found) matched.add(other);
    if (found.length === 0 && (from.how === 'left' || from.how === 'full')) return [one];
    return found.map((other) => new Map([...one, ...other]));
  });
  const alone = from.how === 'right' || from.how === 'full' ? right.filter((other) => !matched.has(other)) : [];
  return [...joined, ...alone];
}

function rowsOfSet({ how, left, right }: Extract<From, { kind: 'set' }>, tables: Tables): PlainRow[] {
  const [of_left, of_right] = [sqlOracle(left, tables), sqlOracle(right, tables)];
  const there = new Set(of_right.rows.map(keyOf));
  const kept = of_left.rows.filter((row) => there.has(keyOf(row)) === (how === 'intersect'));
  const rows = [...new Map(kept.map((row) => [keyOf(row), row])).values()];
  return [...tableOf({ columns: of_left.columns, rows }).rows];
}

/** Here what is missing equals nothing. */
function onHolds(on: Syntax, scope: Scope): boolean {
  if (on.kind !== 'binary') throw new Error('the oracle joins on what is equal');
  if (on.operator === 'and') return onHolds(on.left, scope) && onHolds(on.right, scope);
  const sides = [value(on.left, scope), value(on.right, scope)] as const;
  return sides[0] !== null && sides[1] !== null && String(sides[0]) === String(sides[1]);
}

function withName({ rows }: PlainTable, alias: string): PlainRow[] {
  return rows.map(
    (row) => new Map([...row].flatMap(([name, cell]) => [[name, cell] as const, [`${alias}.${name}`, cell] as const])),
  );
}

function grouped(rows: readonly PlainRow[], keysOf: (row: PlainRow) => Cell[], is_one: boolean): PlainRow[][] {
  const groups = new Map<string, PlainRow[]>(is_one ? [[keyOf([]), []]] : []);
  for (const row of rows) {
    const key = keyOf(keysOf(row));
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups.values()];
}

/** Equal texts are equal. */
export function keyOf(cells: readonly Cell[]): string {
  return JSON.stringify(cells.map((cell) => (cell === null ? null : String(cell))));
}

// --- expressions

const AGGREGATES = new Set(['count', 'sum', 'avg', 'min', 'max', 'uniq', 'countIf', 'sumIf']);

function hasAggregate(syntax: Syntax): boolean {
  if (syntax.kind === 'call') return AGGREGATES.has(syntax.name) || syntax.args.some(hasAggregate);
  return syntax.kind === 'binary' && (hasAggregate(syntax.left) || hasAggregate(syntax.right));
}

type Kind = 'any' | 'text' | 'number' | 'boolean';

/** Of what kind a value is, whatever it is: properties are of any. */
function kindOf(syntax: Syntax, scope: Scope): Kind {
  switch (syntax.kind) {
    case 'literal':
      return syntax.value === null ? 'any' : typeof syntax.value === 'string' ? 'text' : (typeof syntax.value as Kind);
    case 'path': {
      const alias = syntax.parts.length === 1 ? scope.aliases.get(syntax.parts[0]!) : undefined;
      if (alias !== undefined) return kindOf(alias, scope);
      const name = syntax.parts.at(-1)!;
      if (syntax.parts.includes('properties')) return 'any';
      return name === 'n' || name === 'm' ? 'number' : name.startsWith('p') ? 'any' : 'text';
    }
    case 'binary':
      return ['+', '-', '*', '/', '%'].includes(syntax.operator)
        ? 'number'
        : syntax.operator === '||'
          ? 'text'
          : 'boolean';
    case 'call':
      if (syntax.name === 'if') return kindOf(syntax.args[1]!, scope);
      if (syntax.name === 'min' || syntax.name === 'max') return kindOf(syntax.args[0]!, scope);
      return ['lower', 'toString'].includes(syntax.name)
        ? 'text'
        : ['isNull', 'isNotNull'].includes(syntax.name)
          ? 'boolean'
          : 'number';
    default:
      return 'boolean';
  }
}

function number(cell: Cell): number | null {
  if (typeof cell === 'boolean') return Number(cell);
  if (cell === null || String(cell).trim() === '') return null;
  const read = Number(cell);
  return Number.isFinite(read) ? read : null;
}

function compare(a: Cell, b: Cell): number {
  const rank = (cell: Cell): number => (typeof cell === 'boolean' ? 0 : typeof cell === 'number' ? 1 : 2);
  if (rank(a) !== rank(b)) return rank(a) - rank(b);
  return a === b ? 0 : a! < b! ? -1 : 1;
}

function compareNulls(a: Cell, b: Cell, is_descending: boolean): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return is_descending ? compare(b, a) : compare(a, b);
}

function value(syntax: Syntax, scope: Scope): Cell {
  switch (syntax.kind) {
    case 'literal':
      return syntax.value;
    case 'path': {
      const alias = syntax.parts.length === 1 ? scope.aliases.get(syntax.parts[0]!) : undefined;
      return alias === undefined ? (scope.row.get(syntax.parts.join('.')) ?? null) : value(alias, scope);
    }
    case 'unary': {
      const of = value(syntax.of, scope);
      if (syntax.operator === '-') return of === null ? null : -number(of)!;
      return of === null ? null : of !== true;
    }
    case 'binary':
      return binary(syntax, scope);
    case 'call':
      return AGGREGATES.has(syntax.name) ? aggregate(syntax, scope) : call(syntax, scope);
    default:
      throw new Error(`the oracle does not know ${syntax.kind}`);
  }
}

function binary(syntax: Extract<Syntax, { kind: 'binary' }>, scope: Scope): Cell {
  const { operator, left, right } = syntax;
  if (operator === 'in' || operator === 'not in') {
    const of = value(left, scope);
    const items =
      right.kind === 'subquery'
        ? sqlOracle(right.statement, scope.tables).rows.map(([cell]) => cell!)
        : right.kind === 'list'
          ? right.items.map((item) => value(item, scope))
          : [];
    const found = of !== null && items.some((item) => item !== null && String(item) === String(of));
    return operator === 'in' ? found : !found;
  }
  const [a, b] = [value(left, scope), value(right, scope)];
  if (operator === 'and') return a === false || b === false ? false : a === null || b === null ? null : true;
  if (operator === 'or') return a === true || b === true ? true : a === null || b === null ? null : false;
  if (['+', '-', '*', '/', '%'].includes(operator)) return calculated(operator, number(a), number(b));
  const is_number = kindOf(left, scope) === 'number' || kindOf(right, scope) === 'number';
  const [x, y] = is_number ? [number(a), number(b)] : [a, b];
  const [p, q] = comparedAs(x!, y!);
  const same = p === q;
  if (operator === '=') return same;
  if (operator === '!=') return !same;
  if (p === null || q === null) return false;
  return { '<': p < q, '<=': p < q || same, '>': p > q, '>=': p > q || same }[operator as '<'];
}

/** Numbers, if one is a number and the other is one or a text that holds one; else texts. */
function comparedAs(a: Cell, b: Cell): [number, number] | [string | null, string | null] {
  const isNumeral = (cell: Cell) => typeof cell !== 'boolean' && number(cell) !== null;
  if ((typeof a === 'number' || typeof b === 'number') && isNumeral(a) && isNumeral(b)) return [number(a)!, number(b)!];
  return [a === null ? null : String(a), b === null ? null : String(b)];
}

function calculated(operator: string, a: number | null, b: number | null): number | null {
  if (a === null || b === null) return null;
  const made = { '+': a + b, '-': a - b, '*': a * b, '/': a / b, '%': a % b }[operator]!;
  return Number.isFinite(made) ? made : null;
}

function call({ name, args }: CallSyntax, scope: Scope): Cell {
  const [a, b, c] = args.map((arg) => value(arg, scope));
  switch (name) {
    case 'if':
      return a === true ? b! : c!;
    case 'coalesce':
      return a ?? b ?? null;
    case 'isNull':
      return a === null;
    case 'isNotNull':
      return a !== null;
    case 'lower':
      return a === null ? null : String(a).toLowerCase();
    case 'length':
      return a === null ? null : [...String(a)].length;
    case 'toString':
      return a === null ? null : String(a);
    default:
      throw new Error(`the oracle does not know ${name}`);
  }
}

function aggregate({ name, args }: CallSyntax, { group, ...scope }: Scope): Cell {
  const condition = name.endsWith('If') ? args.at(-1)! : null;
  const rows = group!.filter(
    (row) => condition === null || value(condition, { ...scope, group: null, row, aliases: new Map() }) === true,
  );
  const [of] = condition === null ? args : args.slice(0, -1);
  const cells = rows.map((row) =>
    of === undefined ? true : value(of, { ...scope, group: null, row, aliases: new Map() }),
  );
  const present = cells.filter((cell) => cell !== null);
  const numbers = present.map(number).filter((each) => each !== null);
  switch (name) {
    case 'count':
    case 'countIf':
      return present.length;
    case 'uniq':
      return new Set(present.map(String)).size;
    case 'sum':
    case 'sumIf':
      return numbers.length === 0 ? null : numbers.reduce((sum, each) => sum + each, 0);
    case 'avg':
      return numbers.length === 0 ? null : numbers.reduce((sum, each) => sum + each, 0) / numbers.length;
    default:
      return present.toSorted(compare).at(name === 'min' ? 0 : -1) ?? null;
  }
}
