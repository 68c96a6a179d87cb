/** The lines that connect an assistant to a database, ready to paste. */
import { PRODUCT } from '../../model/version.ts';
import { quoted } from '../invocation.ts';
import { launcher } from '../paths.ts';

export interface ServerCommand {
  readonly command: string;
  readonly args: readonly string[];
}

/** This very Node and this very program: what an assistant starts is what was just shown. */
export function serverCommand(db: string): ServerCommand {
  return {
    command: process.execPath,
    args: [launcher(), 'stdio', '--db', db],
  };
}

export function connectLines(db: string): string {
  const server = serverCommand(db);
  const entry = JSON.stringify({ [PRODUCT.name]: server }, null, 2).replaceAll('\n', '\n  ');
  const shell = [server.command, ...server.args].map(quoted).join(' ');
  return [
    `Claude Code:     claude mcp add ${PRODUCT.name} -- ${shell}`,
    '',
    'Claude Desktop (claude_desktop_config.json) and Cursor (~/.cursor/mcp.json):',
    `{ "mcpServers": ${entry} }`,
    '',
    'VS Code (.vscode/mcp.json):',
    `{ "servers": ${entry} }`,
  ].join('\n');
}
