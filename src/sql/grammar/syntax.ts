/**
 * Expressions and statements as written, before names are resolved. `at`: index of the node's first or most telling
 * character, which errors point to.
 */

export type BinaryOperator =
  | ComparisonOperator
  | '+'
  | '-'
  | '*'
  | '/'
  | '%'
  | '||'
  | '??'
  | 'and'
  | 'or'
  | 'in'
  | 'not in'
  | 'like'
  | 'ilike'
  | 'not like'
  | 'not ilike'
  | '=~'
  | '!~'
  | '=~*'
  | '!~*';
export type ComparisonOperator = '=' | '!=' | '<' | '<=' | '>' | '>=';

export type Syntax =
  | { readonly kind: 'literal'; readonly value: string | number | boolean | null; readonly at: number }
  /** properties.a.b, event, person.properties.x */
  | { readonly kind: 'path'; readonly parts: readonly string[]; readonly at: number }
  | { readonly kind: 'list'; readonly items: readonly Syntax[]; readonly at: number }
  | { readonly kind: 'unary'; readonly operator: 'not' | '-'; readonly of: Syntax; readonly at: number }
  | {
      readonly kind: 'binary';
      readonly operator: BinaryOperator;
      readonly left: Syntax;
      readonly right: Syntax;
      readonly at: number;
    }
  | CallSyntax
  /** list[2] */
  | { readonly kind: 'element'; readonly of: Syntax; readonly index: Syntax; readonly at: number }
  /** interval 7 day */
  | { readonly kind: 'interval'; readonly count: Syntax; readonly unit: string; readonly at: number }
  /** x -> x * 2, (x, y) -> x + y */
  | { readonly kind: 'lambda'; readonly names: readonly string[]; readonly of: Syntax; readonly at: number }
  // The rest occurs in statements only.
  /** {name}: a value sent beside the text. */
  | { readonly kind: 'placeholder'; readonly parts: readonly string[]; readonly at: number }
  | { readonly kind: 'subquery'; readonly statement: Statement; readonly at: number }
  | OverSyntax;

/** rank() over (partition by a order by b) */
export interface OverSyntax {
  readonly kind: 'over';
  readonly call: CallSyntax;
  /** Its specification, or its name in the WINDOW clause. */
  readonly window: WindowSyntax | string;
  readonly at: number;
}

export interface WindowSyntax {
  readonly partition: readonly Syntax[];
  readonly order: readonly OrderItem[];
  readonly frame: FrameSyntax | null;
}

/** rows between 6 preceding and current row */
export interface FrameSyntax {
  readonly unit: 'rows' | 'range';
  readonly from: EdgeSyntax;
  readonly until: EdgeSyntax;
  readonly at: number;
}

/** Distance from the current row; null is unbounded. */
export interface EdgeSyntax {
  readonly count: Syntax | null;
  readonly side: 'preceding' | 'following';
}

export interface OrderItem {
  readonly of: Syntax;
  readonly is_descending: boolean;
  readonly nulls_first: boolean;
}

/** One select, or the union of several, each with column names of its own. */
export interface Statement {
  /** with name as (…) */
  readonly named: readonly Named[];
  readonly selects: readonly Select[];
  readonly at: number;
}

interface Named {
  readonly name: string;
  /** `with (…) as name` and `with 1 as name` define values. */
  readonly of: Statement | Syntax;
}

export interface Select {
  readonly distinct: boolean;
  readonly columns: readonly SelectColumn[];
  readonly from: From | null;
  /** array join properties.tags as tag: one row per item. */
  readonly array_join: readonly SelectColumn[];
  readonly where: Syntax | null;
  /** As written; '' if there is none. */
  readonly where_text: string;
  readonly group_by: readonly Syntax[];
  readonly having: Syntax | null;
  /** window w as (…) */
  readonly windows: ReadonlyMap<string, WindowSyntax>;
  /** The condition on rows that is tested after the windows are computed. */
  readonly qualify: Syntax | null;
  readonly order_by: readonly OrderItem[];
  /** limit 1 by a, b */
  readonly limit_by: { readonly count: Syntax; readonly of: readonly Syntax[] } | null;
  readonly limit: Syntax | null;
  readonly offset: Syntax | null;
  readonly at: number;
}

export interface SelectColumn {
  /** null: all columns, of the named table if there is a name. */
  readonly of: Syntax | null;
  readonly table: string | null;
  /** * except (a, b): names that are left out. */
  readonly without?: readonly string[];
  /** Column name in the answer: the alias, or the text itself. */
  readonly name: string;
  readonly alias: string | null;
  /** The text without its alias. */
  readonly text: string;
  readonly at: number;
}

export type From =
  | {
      readonly kind: 'table';
      readonly name: string;
      /** numbers(10) */
      readonly args: readonly Syntax[];
      readonly alias: string;
      readonly at: number;
    }
  | { readonly kind: 'statement'; readonly statement: Statement; readonly alias: string | null; readonly at: number }
  /** Distinct rows of the left that are also in the right, or are not in it. */
  | {
      readonly kind: 'set';
      readonly how: 'intersect' | 'except';
      readonly left: Statement;
      readonly right: Statement;
      readonly at: number;
    }
  | {
      readonly kind: 'join';
      readonly how: 'inner' | 'left' | 'right' | 'full' | 'cross';
      readonly left: From;
      readonly right: From;
      /** null for a cross join. */
      readonly on: Syntax | null;
      readonly at: number;
    };

export interface CallSyntax {
  readonly kind: 'call';
  readonly name: string;
  readonly args: readonly Syntax[];
  /** The arguments in the first brackets of quantile(0.9)(x); null if there is only one pair. */
  readonly parameters: readonly Syntax[] | null;
  /** count(distinct x) */
  readonly distinct: boolean;
  readonly at: number;
}

export function callOf(name: string, args: readonly Syntax[], at: number): CallSyntax {
  return { kind: 'call', name, args, parameters: null, distinct: false, at };
}

/** Joins the parts with one operator; null if there are none. */
export function chained(operator: BinaryOperator, parts: readonly Syntax[]): Syntax | null {
  const [first, ...others] = parts;
  return others.reduce<Syntax | null>(
    (left, right) => ({ kind: 'binary', operator, left: left!, right, at: right.at }),
    first ?? null,
  );
}

/** Every part, except those within sub-queries. */
export function* partsIn(syntax: Syntax): Iterable<Syntax> {
  yield syntax;
  for (const part of childrenOf(syntax)) yield* partsIn(part);
}

export function childrenOf(syntax: Syntax): readonly Syntax[] {
  switch (syntax.kind) {
    case 'unary':
    case 'lambda':
      return [syntax.of];
    case 'binary':
      return [syntax.left, syntax.right];
    case 'list':
      return syntax.items;
    case 'call':
      return syntax.args;
    case 'element':
      return [syntax.of, syntax.index];
    case 'interval':
      return [syntax.count];
    case 'over': {
      const { call, window } = syntax;
      return [
        ...call.args,
        ...(typeof window === 'string' ? [] : [...window.partition, ...window.order.map(({ of }) => of)]),
      ];
    }
    default:
      return [];
  }
}
