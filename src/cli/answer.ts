/** `insights-mcp answer`: the answer of a question as a table, printed or as a file. */
import { ServiceError } from '../model/error.ts';
import type { Table } from '../service/contract/operation.ts';
import { operationNamed } from '../service/operations/index.ts';
import { askedBy, type Place, run, tellBeside } from './asked.ts';
import { type Database, openedAt } from './shell/opened.ts';
import { give } from './shell/output.ts';
import { checkTarget, tableText, writeTable } from './tables/table_file.ts';

interface AnswerOptions extends Place, Database {
  readonly format: 'csv' | 'ndjson' | 'json';
  readonly out?: string;
}

export async function answer(question: string, options: AnswerOptions): Promise<void> {
  const service = openedAt(options);
  try {
    if (options.out !== undefined) checkTarget(options.out);
    const asked = await askedBy(service, question, options);
    const answered = await run(service, options, asked);
    if (options.out === undefined && options.format === 'json') give(JSON.stringify(answered, null, 2));
    else await showTable(operationNamed(asked.name).table?.(answered), options);
    tellBeside(answered);
  } finally {
    await service.close();
  }
}

async function showTable(table: Table | undefined, { out, format }: AnswerOptions): Promise<void> {
  if (table === undefined) {
    const help = 'This answer is no table. Print it with --format json.';
    throw new ServiceError('not_supported', help, { needs: 'table' });
  }
  if (out !== undefined) await writeTable(table, out);
  else process.stdout.write(await tableText(table, format === 'csv' ? 'csv' : 'ndjson'));
}
