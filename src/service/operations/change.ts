/** Why a number changed. */
import { ChangeBody, ChangeResult } from '../../model/question/change.ts';
import { changeOf } from '../change/change.ts';
import { operation } from '../contract/operation.ts';
import { changeTable, changeText } from '../text/change_text.ts';

export const changeOperation = operation({
  name: 'explain_change',
  title: 'Explain a change',
  description:
    'Why a trend rose or fell: between two periods, which property values and cohorts account for more (or less) than their part, with shares and how likely chance is. Example: {"question":{"events":[{"id":"sign up"}]},"date_from":"-7dStart"}.',
  routes: [{ method: 'POST', path: '/insights/trend/explain/', csv: true }],
  tool: true,
  scope: 'insight:read',
  effect: 'read',
  input: ChangeBody,
  output: ChangeResult,
  text: changeText,
  table: changeTable,
  handle: changeOf,
});
