/** The lines that connect an assistant to a database, ready to paste. */
import { PRODUCT } from '../../model/version.ts';
import { quoted } from '../shell/invocation.ts';
import { launcher } from '../shell/paths.ts';

interface ServerCommand {
  readonly command: string;
  readonly args: readonly string[];
}

/** Runs the same Node and program as the demo, so the assistant gets what the demo has shown. */
export function serverCommand(db: string): ServerCommand {
  return { command: process.execPath, args: [launcher(), 'stdio', '--db', db] };
}

/** Lines about what to do after the demo. They end with one command and one question. */
export function nextLines(db: string, question: string): string {
  const server = serverCommand(db);
  const entry = JSON.stringify({ [PRODUCT.name]: server });
  const shell = [server.command, ...server.args].map(quoted).join(' ');
  return [
    '',
    'Connect an assistant to this database',
    '',
    '  Claude Desktop (claude_desktop_config.json), Cursor (~/.cursor/mcp.json):',
    `  { "mcpServers": ${entry} }`,
    '',
    '  VS Code (.vscode/mcp.json):',
    `  { "servers": ${entry} }`,
    '',
    '  Claude Code:',
    `  claude mcp add ${PRODUCT.name} -- ${shell}`,
    '',
    `Then ask it: ${question}`,
  ].join('\n');
}
