/** Paths: computed for a body (POST, and the tool), and the same for a query string (GET). Both are in the shape of an insight. */
import type { z } from 'zod';
import { PathBody, PathResult } from '../../model/path.ts';
import { unsaved } from '../chart/frame.ts';
import { pathChart } from '../chart/path.ts';
import type { ProjectContext } from '../contract/context.ts';
import { operation } from '../contract/operation.ts';
import { pathQuestion } from '../questions/questions.ts';
import { isQuestion } from '../resolve/body.ts';
import { pathTable, pathText } from '../text/path_text.ts';
import { nothingAsked, UnsavedInsight, unsavedWith } from './insight_shape.ts';
import { answerUnsaved } from './unsaved.ts';

type Raw = Readonly<Record<string, unknown>>;
type Answered = z.output<typeof UnsavedInsight>;

export const computePath = operation({
  name: 'compute_path',
  title: 'Compute paths',
  description:
    'What people do one after the other: how many go from a page, screen or event to the next, within sessions of 30 minutes. Example: {"include_event_types":["$pageview"],"start_point":"/pricing"}.',
  routes: [{ method: 'POST', path: '/insights/path/', csv: true }],
  tool: true,
  scope: 'insight:read',
  effect: 'read',
  input: PathBody,
  output: unsavedWith(PathResult.shape.result),
  text: textOf,
  table: (output) => pathTable(output as unknown as PathResult),
  chart: (output, asked) => pathChart(output as unknown as PathResult, unsaved('compute_path', asked)),
  handle: answerPath,
});

export const readPath = operation({
  name: 'read_path',
  title: 'Compute paths from a query string',
  description: 'The same as compute_path; lists are JSON text.',
  routes: [{ method: 'GET', path: '/insights/path/', csv: true }],
  tool: false,
  scope: 'insight:read',
  effect: 'read',
  input: PathBody,
  output: UnsavedInsight,
  text: textOf,
  table: (output) => pathTable(output as unknown as PathResult),
  handle: (context, body) =>
    isQuestion(body) ? answerPath(context, body) : nothingAsked(context.project.timezone, 'PATHS'),
});

function answerPath(context: ProjectContext, raw: Raw): Promise<Answered> {
  return answerUnsaved(context, pathQuestion(context, raw));
}

function textOf(output: Answered): string {
  return output['resolved'] ? pathText(output as unknown as PathResult) : 'Nothing was asked.';
}
