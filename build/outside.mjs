/** The program as it runs outside of the checkout: started by a path, talked to over stdio. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { delimiter } from 'node:path';

/** Neither the checkout's commands nor its Node are found, and npm's settings are the user's. `home`: an empty folder. */
export function outsideEnv(home) {
  const mine = Object.entries(process.env).filter(([name]) => !/^(npm_|INSIGHTS_MCP_)/.test(name));
  const path = (process.env.PATH ?? '').split(delimiter).filter((part) => !part.includes('node_modules'));
  const env = { ...Object.fromEntries(mine), PATH: path.join(delimiter), HOME: home, INSIGHTS_MCP_LOG: 'warn' };
  // Where packages come from stays as it is set.
  if (process.env.npm_config_userconfig) env.npm_config_userconfig = process.env.npm_config_userconfig;
  return env;
}

/** A first MCP conversation over stdio. `start`: program and arguments. Returns what was seen, in words. */
export function hello([program, ...args], options) {
  const answers = conversation([program, ...args], options, [
    {
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'outside', version: '1' } },
    },
    { method: 'notifications/initialized' },
    { id: 2, method: 'tools/list' },
    {
      id: 3,
      method: 'tools/call',
      params: { name: 'compute_trend', arguments: { events: [{ id: 'signed up' }], picture: true } },
    },
  ]);
  assert.equal(answers.get(1).serverInfo.name, 'insights-mcp');
  assert.ok(answers.get(2).tools.length > 10);
  assert.notEqual(answers.get(3).isError, true, JSON.stringify(answers.get(3)));
  assert.ok(
    answers.get(3).content.some((part) => part.type === 'image'),
    'a picture was asked for',
  );
  return `${answers.get(2).tools.length} tools, a trend and its picture`;
}

/** Lines in, the answers by their ids. */
function conversation([program, ...args], options, messages) {
  const input = messages.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join('');
  const output = execFileSync(program, args, { ...options, encoding: 'utf8', input });
  const answers = output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  return new Map(answers.map((answer) => [answer.id, answer.result]));
}
