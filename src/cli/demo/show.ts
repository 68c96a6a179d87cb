/** Starts the server over stdio as an assistant does, asks through a real MCP client, and prints what comes back. */
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { z } from 'zod';
import { ServiceError } from '../../model/error.ts';
import { PRODUCT } from '../../model/version.ts';
import { bars, columns } from './chart.ts';
import { connectLines, serverCommand } from './connect.ts';
import type { Tour } from './tours.ts';

/** Lines of an answer's text that are shown. */
const TEXT_LINES = 12;

type Say = (text: string) => void;

const TrendSeries = z.object({
  result: z.array(z.object({ data: z.array(z.number()), labels: z.array(z.string()), label: z.string() })),
});
const FunnelSteps = z.object({
  result: z.array(
    z.object({
      name: z.string(),
      custom_name: z.string().nullable(),
      count: z.number(),
      median_conversion_time: z.number().nullable(),
    }),
  ),
});
const SavedInsight = z.object({ id: z.int(), name: z.string().nullable() });

export async function show(db: string, tour: Tour, say: Say): Promise<void> {
  const server = serverCommand(db);
  const client = new Client(
    { name: `${PRODUCT.name}-demo`, version: PRODUCT.version },
    { versionNegotiation: { mode: 'auto' } },
  );
  await client.connect(
    new StdioClientTransport({
      command: server.command,
      args: [...server.args],
      stderr: 'inherit',
      env: { ...environment(), INSIGHTS_MCP_LOG: 'warn' },
    }),
  );
  try {
    say(`2. The server, started over stdio; protocol era: ${client.getProtocolEra()}`);
    await showTools(client, say);
    say('\n3. describe_project: what is in it');
    say(indent(await ask(client, 'describe_project', {}).then((answer) => answer.text)));
    await showTrend(client, tour, say);
    await showFunnel(client, tour, say);
    await showInsight(client, tour, say);
  } finally {
    await client.close();
  }
  say(`\n7. Connect your assistant to this database\n${indent(connectLines(db))}`);
}

function environment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter((pair): pair is [string, string] => pair[1] !== undefined),
  );
}

async function ask(
  client: Client,
  name: string,
  args: Record<string, unknown>,
): Promise<{ text: string; structured: unknown }> {
  const answer = await client.callTool({ name, arguments: args });
  const blocks = z.array(z.looseObject({ text: z.string().optional() })).parse(answer.content);
  const text = blocks.map((block) => block.text ?? '').join('\n');
  if (answer.isError) throw new ServiceError('error', `${name} failed: ${text}`);
  return { text, structured: answer.structuredContent };
}

async function showTools(client: Client, say: Say): Promise<void> {
  const { tools } = await client.listTools();
  const margin = Math.max(...tools.map((tool) => tool.name.length));
  say(`  ${tools.length} tools:`);
  for (const tool of tools) say(`  ${tool.name.padEnd(margin)}  ${tool.title ?? ''}`);
}

async function showTrend(client: Client, tour: Tour, say: Say): Promise<void> {
  say(`\n4. compute_trend: ${tour.trend.question}`);
  const { text, structured } = await ask(client, 'compute_trend', tour.trend.arguments);
  const series = TrendSeries.parse(structured).result[0];
  if (series) say(columns(series.data, series.labels));
  say(indent(head(text)));
}

async function showFunnel(client: Client, tour: Tour, say: Say): Promise<void> {
  say(`\n5. compute_funnel: ${tour.funnel.question}`);
  const { text, structured } = await ask(client, 'compute_funnel', tour.funnel.arguments);
  const steps = FunnelSteps.parse(structured).result;
  const first = steps[0]?.count ?? 0;
  say(
    bars(
      steps.map((step, index) => ({
        label: `${index + 1}. ${step.custom_name ?? step.name}`,
        value: step.count,
        note: first === 0 ? '' : `${((step.count / first) * 100).toFixed(1)} %`,
      })),
    ),
  );
  say(indent(text));
}

async function showInsight(client: Client, tour: Tour, say: Say): Promise<void> {
  say('\n6. create_insight, then the saved insight read back as a resource');
  const { structured } = await ask(client, 'create_insight', tour.insight);
  const insight = SavedInsight.parse(structured);
  const { resourceTemplates } = await client.listResourceTemplates();
  say(`  templates: ${resourceTemplates.map((template) => template.uriTemplate).join('  ')}`);
  const { resources } = await client.listResources();
  const uri = resources.find((resource) => resource.uri.endsWith(`/${insight.id}`))?.uri ?? `insight://1/${insight.id}`;
  const { contents } = await client.readResource({ uri });
  const body = z.looseObject({ text: z.string() }).parse(contents[0]);
  say(`  ${uri}\n  ${body.text.slice(0, 400)}${body.text.length > 400 ? ' …' : ''}`);
}

/** The first lines; a model gets them all. */
function head(text: string): string {
  const lines = text.split('\n');
  if (lines.length <= TEXT_LINES) return text;
  return [...lines.slice(0, TEXT_LINES), `… ${lines.length - TEXT_LINES} more lines`].join('\n');
}

function indent(text: string): string {
  return text.replaceAll(/^/gm, '  ');
}
