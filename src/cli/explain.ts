/** `insights-mcp explain`: prints how a question is answered. Asking twice shows what was cached the first time. */
import { type Explanation, ExplanationSchema } from '../model/question/explanation.ts';
import type { RunningService } from '../service/service.ts';
import { explanationLines } from '../service/text/explanation_text.ts';
import { type Asked, askedBy, type Place, run } from './asked.ts';
import { type Database, openedAt } from './shell/opened.ts';
import { print } from './shell/output.ts';

interface ExplainOptions extends Place, Database {
  readonly times: number;
  readonly json: boolean;
}

export async function explain(question: string, options: ExplainOptions): Promise<void> {
  const service = openedAt(options);
  try {
    const asked = await askedBy(service, question, options);
    const explanations: Explanation[] = [];
    for (let time = 0; time < options.times; time++) {
      // Without `refresh`, a cached answer would hide all other work.
      explanations.push(await explainedBy(service, options, { ...asked, body: { ...asked.body, refresh: true } }));
    }
    const text = explanations.flatMap((one) => ['', ...explanationLines(one)]).join('\n');
    print(options, explanations, text.trimStart());
  } finally {
    await service.close();
  }
}

async function explainedBy(service: RunningService, options: ExplainOptions, asked: Asked): Promise<Explanation> {
  const { explain } = await run(service, options, { ...asked, body: { ...asked.body, explain: true } });
  return ExplanationSchema.parse(explain);
}
