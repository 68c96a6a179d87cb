/** Expressions and statements as written, before names mean anything. `at` is the index of a node's first, or telling, character. */

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
  // the rest stands in statements only
  /** {name}: a value that came beside the text. */
  | { readonly kind: 'placeholder'; readonly parts: readonly string[]; readonly at: number }
  | { readonly kind: 'subquery'; readonly statement: Statement; readonly at: number }
  | OverSyntax;

/** rank() over (partition by a order by b) */
export interface OverSyntax {
  readonly kind: 'over';
  readonly call: CallSyntax;
  readonly partition: readonly Syntax[];
  readonly order: readonly OrderItem[];
  readonly at: number;
}

export interface OrderItem {
  readonly of: Syntax;
  readonly is_descending: boolean;
  readonly nulls_first: boolean;
}

/** One select, or several whose rows follow each other. Of several none has names for the others. */
export interface Statement {
  /** with name as (…) */
  readonly named: readonly Named[];
  readonly selects: readonly Select[];
  readonly at: number;
}

interface Named {
  readonly name: string;
  /** Of `with (…) as name` and `with 1 as name` a value. */
  readonly of: Statement | Syntax;
}

export interface Select {
  readonly distinct: boolean;
  readonly columns: readonly SelectColumn[];
  readonly from: From | null;
  readonly where: Syntax | null;
  readonly group_by: readonly Syntax[];
  readonly having: Syntax | null;
  readonly order_by: readonly OrderItem[];
  /** limit 1 by a, b */
  readonly limit_by: { readonly count: Syntax; readonly of: readonly Syntax[] } | null;
  readonly limit: Syntax | null;
  readonly offset: Syntax | null;
  readonly at: number;
}

export interface SelectColumn {
  /** null: all columns, of the table that is named where one is. */
  readonly of: Syntax | null;
  readonly table: string | null;
  /** As the answer calls it: what was said behind `as`, or the text itself. */
  readonly name: string;
  readonly alias: string | null;
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
  | {
      readonly kind: 'join';
      readonly how: 'inner' | 'left' | 'right' | 'full' | 'cross';
      readonly left: From;
      readonly right: From;
      /** null for a cross join */
      readonly on: Syntax | null;
      readonly at: number;
    };

export interface CallSyntax {
  readonly kind: 'call';
  readonly name: string;
  readonly args: readonly Syntax[];
  /** quantile(0.9)(x): what stands in the first brackets; null where there is only one pair. */
  readonly parameters: readonly Syntax[] | null;
  /** count(distinct x) */
  readonly distinct: boolean;
  readonly at: number;
}
