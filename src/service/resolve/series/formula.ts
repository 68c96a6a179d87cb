/** Formulas over a trend's lines, as sent: in `formula`, or in lists. */

import { invalid } from '../../../model/error.ts';
import { LIMIT } from '../../../model/limit.ts';
import type { TrendBody } from '../../../model/question/trend.ts';
import { type AskedFormula, parseFormula } from '../../present/formula.ts';

/** @throws ServiceError if a formula is not arithmetic, or names an unknown line */
export function resolveFormulas(body: TrendBody, lines: number): AskedFormula[] {
  // Without lines the insight is unfinished, so its formulas are not checked.
  if (lines === 0) return [];
  const sent = sentFormulas(body);
  if (sent.length > LIMIT.formulas) {
    throw invalid('formulas', `A question can have at most ${LIMIT.formulas} formulas, not ${sent.length}.`);
  }
  return sent.map(({ text, custom_name, attr }) => ({
    text,
    custom_name,
    expression: parseFormula(text, lines, attr),
  }));
}

/** Lists take precedence over `formula`, and nodes over lists. */
function sentFormulas(body: TrendBody): { text: string; custom_name: string | null; attr: string }[] {
  const { formula, formulas, formulaNodes: nodes } = body;
  if (nodes !== undefined && nodes.length > 0) {
    return nodes.map((node, at) => {
      const attr = `formulaNodes__${at}__formula`;
      if (node.formula === undefined) throw invalid(attr, 'This field is required: "A + B", say.', 'required');
      return { text: node.formula, custom_name: node.custom_name ?? null, attr };
    });
  }
  if (formulas !== undefined && formulas.length > 0) {
    return formulas.map((text, at) => ({ text, custom_name: null, attr: `formulas__${at}` }));
  }
  return formula === undefined ? [] : [{ text: formula, custom_name: null, attr: 'formula' }];
}
