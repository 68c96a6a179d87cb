/** What parts of the view share: requests to the server, and messages to the reader. */
import type { Added, Chart, ChartCall } from '../model/question/chart.ts';
import { CHART_META } from '../model/question/chart.ts';
import { make } from './element.ts';
import type { Host, ToolResult } from './host.ts';

export class View {
  readonly #host: Host;
  readonly #words = make('p', { class: 'words', role: 'status' });
  readonly #aside = make('div', { class: 'aside' });

  constructor(host: Host, page: HTMLElement) {
    this.#host = host;
    page.append(this.#words, this.#aside);
  }

  /** Whether the host forwards tool calls. */
  get canCall(): boolean {
    return this.#host.capabilities.serverTools !== undefined;
  }

  /** @throws Error with the server's message */
  async call(tool: string, sent: Readonly<Record<string, unknown>>): Promise<ToolResult> {
    const result = await this.#host.request('tools/call', { name: tool, arguments: sent });
    if (result.isError) throw new Error(textOf(result) || 'The server refused.');
    return result;
  }

  /** Asks again with changed arguments; null removes one. @throws Error */
  async ask(call: ChartCall, added: Added): Promise<Chart> {
    const sent = Object.fromEntries(
      Object.entries({ ...call.arguments, ...added }).filter(([, value]) => value !== null),
    );
    const result = await this.call(call.tool, sent);
    const chart = chartIn(result);
    if (chart === null) throw new Error('The answer has no chart.');
    this.#tellModel(result);
    return chart;
  }

  /** Tells the assistant what is shown now. */
  #tellModel(result: ToolResult): void {
    if (this.#host.capabilities.updateModelContext === undefined) return;
    const text = `The chart now shows:\n${textOf(result)}`;
    void this.#host.request('ui/update-model-context', { content: [{ type: 'text', text }] }).catch(() => {});
  }

  /** False if the host cannot save files. */
  async download(name: string, file: Readonly<Record<string, string>>): Promise<boolean> {
    if (this.#host.capabilities.downloadFile === undefined) return false;
    const uri = `file:///${encodeURIComponent(name.slice(0, 80))}`;
    try {
      const answer = await this.#host.request('ui/download-file', {
        contents: [{ type: 'resource', resource: { uri, ...file } }],
      });
      return answer?.isError !== true;
    } catch {
      return false;
    }
  }

  say(words: string, is_trouble = false): void {
    this.#words.textContent = words;
    this.#words.classList.toggle('trouble', is_trouble);
  }

  /** Shows text that the clipboard refused, to copy it by hand. */
  show(element: HTMLElement): void {
    const close = make('button', { type: 'button', onclick: () => this.#aside.replaceChildren() }, 'Close');
    this.#aside.replaceChildren(
      make('p', {}, 'The host keeps the clipboard closed. Copy it from here:'),
      element,
      close,
    );
    if (element instanceof HTMLTextAreaElement) element.select();
  }
}

export function chartIn({ _meta }: ToolResult): Chart | null {
  return _meta?.[CHART_META] ?? null;
}

export function textOf({ content = [] }: ToolResult): string {
  return content.flatMap(({ text }) => (text === undefined ? [] : [text])).join('\n');
}
