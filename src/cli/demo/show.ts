/** Starts the server over stdio as an assistant does, asks through a real MCP client, and prints what comes back. */
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { z } from 'zod';
import { definedOnly } from '../../base/json.ts';
import { longTime, share } from '../../chart/format.ts';
import { ServiceError } from '../../model/error.ts';
import { CHART_META, type Chart } from '../../model/question/chart.ts';
import { PRODUCT } from '../../model/version.ts';
import { bars, columns } from './chart.ts';
import { serverCommand } from './connect.ts';
import { funnelFinding, trendFinding } from './findings.ts';
import type { Tour } from './tours.ts';

/** How many lines of an answer are shown from its beginning and its end. */
const FIRST_LINES = 3;
const LAST_LINES = 6;
const NAMES_WIDTH = 96;

type Say = (text: string) => void;

/** The client claims to show views, so that answers come with charts; here they are drawn with blocks. */
const SHOWS_VIEWS = {
  extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } },
};
/** Pinned, because a client that negotiates the protocol starts the server a second time. */
const PROTOCOL = '2026-07-28';
const SavedInsight = z.object({ id: z.int(), name: z.string().nullable() });

export async function show(db: string, tour: Tour, say: Say): Promise<void> {
  const server = serverCommand(db);
  const client = new Client(
    { name: `${PRODUCT.name}-demo`, version: PRODUCT.version },
    { capabilities: SHOWS_VIEWS, versionNegotiation: { mode: { pin: PROTOCOL } } },
  );
  await client.connect(
    new StdioClientTransport({
      command: server.command,
      args: [...server.args],
      stderr: 'inherit',
      env: { ...definedOnly(process.env), INSIGHTS_MCP_LOG: 'warn' },
    }),
  );
  try {
    await showTrend(client, tour, say);
    await showFunnel(client, tour, say);
    await showRest(client, tour, say);
  } finally {
    await client.close();
  }
}

async function ask(
  client: Client,
  name: string,
  args: Record<string, unknown>,
): Promise<{ text: string; structured: unknown; chart: Chart | null }> {
  const answer = await client.callTool({ name, arguments: args });
  const blocks = z.array(z.looseObject({ text: z.string().optional() })).parse(answer.content);
  const text = blocks.map((block) => block.text ?? '').join('\n');
  if (answer.isError) throw new ServiceError('error', `${name} failed: ${text}`);
  const chart = (answer._meta?.[CHART_META] ?? null) as Chart | null;
  return { text, structured: answer.structuredContent, chart };
}

/** Shows the answer first, then what an assistant sends and reads to get it. */
async function showTrend(client: Client, { trend }: Tour, say: Say): Promise<void> {
  const { text, chart } = await ask(client, 'compute_trend', trend.arguments);
  say(`\n1. ${trend.question}\n`);
  if (chart?.kind === 'series' && chart.axis.kind === 'time') {
    const { starts, interval } = chart.axis;
    const data = (chart.series[0]?.values ?? []).map((value) => value ?? 0);
    const is_running = chart.open.includes(data.length - 1);
    const labels = starts.map((start) => longTime(start, interval));
    say(`${columns(data, labels.with(-1, `${labels.at(-1)}${is_running ? ', so far' : ''}`))}\n`);
    say(`  ${trendFinding(data, is_running, trend)}\n`);
  }
  sayCall('compute_trend', trend.arguments, text, say);
}

async function showFunnel(client: Client, { funnel }: Tour, say: Say): Promise<void> {
  const { text, chart } = await ask(client, 'compute_funnel', funnel.arguments);
  const counts = chart?.kind === 'steps' ? (chart.groups[0]?.counts ?? []) : [];
  const names = chart?.kind === 'steps' ? chart.steps : [];
  const steps = names.map(({ name }, at) => ({ name, count: counts[at] ?? 0 }));
  const first = steps[0]?.count ?? 0;
  say(`\n2. ${funnel.question}\n`);
  say(
    `${bars(
      steps.map(({ name, count }, index) => ({
        label: `${index + 1}. ${name}`,
        value: count,
        note: share(count, first),
      })),
    )}\n`,
  );
  say(`  ${funnelFinding(steps, funnel.people)}\n`);
  sayCall('compute_funnel', funnel.arguments, text, say);
}

/** Lists in short what else an assistant can do. */
async function showRest(client: Client, tour: Tour, say: Say): Promise<void> {
  const { structured } = await ask(client, 'create_insight', tour.insight);
  const insight = SavedInsight.parse(structured);
  const { resources } = await client.listResources();
  const uri = resources.find((resource) => resource.uri.endsWith(`/${insight.id}`))?.uri ?? '';
  const { tools } = await client.listTools();
  say('\n3. What else an assistant can do\n');
  say(`  The first question is saved as the insight "${insight.name}" (${uri}).`);
  say(`  ${tools.length} tools, over stdio here (protocol era: ${client.getProtocolEra()}):`);
  say(indent(wrapped(tools.map((tool) => tool.name))));
}

function sayCall(tool: string, args: Record<string, unknown>, text: string, say: Say): void {
  say(`  The assistant called  ${tool} ${JSON.stringify(args)}\n  and read`);
  say(indent(indent(shortened(text))));
}

/** Keeps only the beginning and the end. A model gets the whole text. */
function shortened(text: string): string {
  const lines = text.trimEnd().split('\n');
  const left_out = lines.length - FIRST_LINES - LAST_LINES;
  if (left_out <= 1) return lines.join('\n');
  return [...lines.slice(0, FIRST_LINES), `… ${left_out} more lines`, ...lines.slice(-LAST_LINES)].join('\n');
}

function wrapped(words: readonly string[]): string {
  let width = 0;
  return words
    .map((word, at) => {
      const shown = at === words.length - 1 ? word : `${word}, `;
      width += shown.length;
      if (width <= NAMES_WIDTH) return shown;
      width = shown.length;
      return `\n${shown}`;
    })
    .join('');
}

function indent(text: string): string {
  return text.replaceAll(/^(?=.)/gm, '  ');
}
