/**
 * A small MCP Apps host in a real browser: the view is in a frame that may only run its script, under the policy hosts
 * use if a server asks for nothing; tool calls go to a real MCP client.
 */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { type Browser, type Frame, type Page, chromium as playwright } from 'playwright-core';
import own from '../../package.json' with { type: 'json' };

export interface HostOptions {
  readonly theme: 'light' | 'dark';
  readonly width: number;
  /** As in the protocol; what a host can do. */
  readonly capabilities?: Readonly<Record<string, unknown>>;
}

export type CallTool = (name: string, args: Record<string, unknown>) => Promise<unknown>;

/** What the view has said to its host. */
interface Said {
  readonly method: string;
  readonly params: Record<string, unknown>;
}

export interface Hosted {
  readonly page: Page;
  readonly frame: Frame;
  /** All messages up to now. */
  said(): Promise<Said[]>;
  tell(method: string, params: unknown): Promise<void>;
  /** Errors of the page, and what it was not allowed to do. */
  readonly troubles: string[];
  close(): Promise<void>;
}

/** The one that npm brings; where that does not run, CHROMIUM names the machine's own. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = process.env['CHROMIUM'] ?? (await packedBrowser());
  // Not the arguments that come along with it: they switch off what is tested here, and frames crash in one process.
  return playwright.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'], headless: true });
}

let packed: Promise<string> | undefined;

function packedBrowser(): Promise<string> {
  packed ??= unpackBrowser();
  return packed;
}

/** Its real path: what is unpacked names its own folder, which a copy that borrows node_modules would not outlive. */
const CACHE = join(realpathSync(join(import.meta.dirname, '..', '..', 'node_modules')), '.cache');

/**
 * Path of the browser. To unpack it takes two seconds, so it is kept from run to run. Asked like this, the package also brings
 * the libraries and the font that a bare machine may lack.
 */
async function unpackBrowser(): Promise<string> {
  const kept = join(CACHE, `chromium-${own.devDependencies['@sparticuz/chromium']}`);
  process.env['AWS_LAMBDA_JS_RUNTIME'] ??= 'nodejs22.x';
  const temporary = process.env['TMPDIR'];
  try {
    // What it tells the browser of its libraries is below this folder.
    process.env['TMPDIR'] = kept;
    const { default: chromium } = await import('@sparticuz/chromium');
    if (!existsSync(kept)) await unpackInto(kept, () => chromium.executablePath());
  } finally {
    if (temporary === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = temporary;
  }
  process.env['FONTCONFIG_FILE'] = join(kept, FONT_SETTINGS);
  return join(kept, 'chromium');
}

/** Under a name of its own first: two processes that unpack into one folder find it half written. */
async function unpackInto(kept: string, unpack: () => Promise<string>): Promise<void> {
  mkdirSync(CACHE, { recursive: true });
  for (const old of readdirSync(CACHE)) {
    if (old.startsWith('chromium-')) rmSync(join(CACHE, old), { recursive: true, force: true });
  }
  const fresh = mkdtempSync(join(CACHE, 'unpacked-'));
  try {
    process.env['TMPDIR'] = fresh;
    await unpack();
    writeFileSync(join(fresh, FONT_SETTINGS), fontSettings(kept));
    renameSync(fresh, kept);
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    // Another process was quicker.
    if (!existsSync(kept)) throw error;
  }
}

const FONT_SETTINGS = 'fonts.conf';

/** The settings that the package brings name /tmp, wherever it unpacked its font; without one Chromium ends at the first text. */
function fontSettings(folder: string): string {
  const [fonts, cache] = [join(folder, 'fonts'), join(folder, 'fonts-cache')];
  return `<fontconfig><dir>${fonts}</dir><cachedir>${cache}</cachedir></fontconfig>`;
}

const POLICY = `default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:`;

/** Runs in the page. */
function hostScript(options: HostOptions): string {
  const initialised = {
    protocolVersion: '2026-01-26',
    hostInfo: { name: 'test host', version: '1' },
    hostCapabilities: options.capabilities ?? { serverTools: {} },
    hostContext: { theme: options.theme, locale: 'en', displayMode: 'inline', availableDisplayModes: ['inline'] },
  };
  return `
    const frame = document.querySelector('iframe');
    const said = (window.said = []);
    const post = (message) => frame.contentWindow.postMessage({ jsonrpc: '2.0', ...message }, '*');
    window.tell = (method, params) => post({ method, params });
    window.ready = new Promise((resolve) => (window.isReady = resolve));
    window.addEventListener('message', async ({ source, data }) => {
      if (source !== frame.contentWindow || data.jsonrpc !== '2.0') return;
      if (data.method === undefined) return;
      said.push({ method: data.method, params: data.params });
      if (data.method === 'ui/notifications/initialized') window.isReady();
      if (data.method === 'ui/notifications/size-changed') frame.style.height = data.params.height + 'px';
      if (data.id === undefined) return;
      try {
        const result =
          data.method === 'ui/initialize' ? ${JSON.stringify(initialised)}
          : data.method === 'tools/call' ? await window.callTool(data.params.name, data.params.arguments)
          : {};
        post({ id: data.id, result });
      } catch (error) {
        post({ id: data.id, error: { code: -32000, message: String(error.message) } });
      }
    });`;
}

export async function hostView(browser: Browser, html: string, call: CallTool, options: HostOptions): Promise<Hosted> {
  const page = await browser.newPage({ viewport: { width: options.width, height: 800 }, colorScheme: options.theme });
  const troubles: string[] = [];
  page.on('pageerror', (error) => troubles.push(String(error)));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) troubles.push(message.text());
  });
  await page.exposeFunction('callTool', call);
  const view = html.replace('<head>', `<head><meta http-equiv="Content-Security-Policy" content="${POLICY}">`);
  const escaped = view.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  // The view is read when the host listens.
  await page.setContent(
    `<!doctype html><style>body{margin:0}iframe{display:block;border:0;width:100%;height:200px}</style>
     <iframe sandbox="allow-scripts" data-view="${escaped}"></iframe>
     <script>${hostScript(options)}; frame.srcdoc = frame.dataset.view;</script>`,
  );
  await page.evaluate('window.ready');
  const frame = page.frames()[1]!;
  return {
    page,
    frame,
    troubles,
    said: () => page.evaluate('window.said') as Promise<Said[]>,
    tell: (method, params) => page.evaluate(`window.tell(${JSON.stringify(method)}, ${JSON.stringify(params)})`),
    close: () => page.close(),
  };
}
