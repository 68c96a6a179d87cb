/** An expression as written, before names mean anything. `at` is the index of a node's first, or telling, character. */

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
  | { readonly kind: 'interval'; readonly count: Syntax; readonly unit: string; readonly at: number };

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
