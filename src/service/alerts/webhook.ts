/** Sends alerts, only to hosts that the operator has allowed. Redirects are not followed. */
import { ServiceError } from '../../model/error.ts';
import { LIMIT } from '../../model/limit.ts';
import { TUNING } from '../../model/tuning.ts';
import type { Service } from '../contract/context.ts';
import { see } from '../words/operation_names.ts';

/** `hooks.example.com` means https on port 443. An origin is given in full, such as `http://127.0.0.1:9000`. */
function originOf(host: string): string | null {
  try {
    return new URL(host.includes('://') ? host : `https://${host}`).origin;
  } catch {
    return null;
  }
}

/** Returns null if the address is not allowed. */
function allowedUrl({ webhook_hosts }: Service, text: string): URL | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  // Credentials in an address would get into the database and into other servers' logs.
  const is_plain = url.username === '' && url.password === '';
  return is_plain && webhook_hosts.some((host) => originOf(host) === url.origin) ? url : null;
}

/** @throws ServiceError that says how to allow a host */
export function checkWebhook(service: Service, text: string): void {
  if (allowedUrl(service, text) !== null) return;
  const hosts = service.webhook_hosts;
  const some = hosts.length === 0 ? 'none is' : `allowed: ${hosts.join(', ')}`;
  throw new ServiceError(
    'invalid_input',
    `Webhooks go only to hosts that the operator has allowed with --webhook-hosts (${some}). Leave webhook_url out, and ask: ${see('list_alerts')} judges it.`,
    { attr: 'webhook_url' },
  );
}

export interface Message {
  /** As people read it. */
  readonly text: string;
  readonly [member: string]: unknown;
}

/**
 * Chat services show the member `text`. They take what stands in <> for links and for calls to everybody, and values of
 * events come from whoever has the project's public token.
 */
function inChat({ text, ...rest }: Message): Message {
  return { text: text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'), ...rest };
}

/** Longer messages are refused there. */
const DISCORD_CHARS = 2_000;

/** Shows `content`, refuses a message without, and calls whom the text names unless told not to. */
function inDiscord(message: Message): Message {
  const content = message.text.slice(0, DISCORD_CHARS);
  return { ...inChat(message), content, allowed_mentions: { parse: [] } };
}

/** Services that refuse the message that the others show. */
const FOR_HOSTS: ReadonlyMap<string, (message: Message) => Message> = new Map([
  ['discord.com', inDiscord],
  ['discordapp.com', inDiscord],
  // Refuses members that it does not know.
  ['chat.googleapis.com', ({ text }) => inChat({ text })],
]);

export function bodyFor({ hostname }: URL, message: Message): Message {
  return (FOR_HOSTS.get(hostname) ?? inChat)(message);
}

/** What became of a message. */
export type Sent = 'taken' | 'refused' | 'unanswered';

/** `stopping`: nobody waits for the host's answer any longer. */
export async function sendWebhook(
  service: Service,
  text: string,
  message: Message,
  stopping: AbortSignal,
): Promise<Sent> {
  const { log } = service;
  const url = allowedUrl(service, text);
  if (url === null) {
    log.warn({ allowed: service.webhook_hosts }, 'a webhook was not sent: its host is not in --webhook-hosts');
    return 'refused';
  }
  // Loaded on demand, because few servers ever send one.
  const { request } = await import('undici');
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), LIMIT.webhook_ms);
  try {
    const response = await request(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(bodyFor(url, message)),
      signal: AbortSignal.any([stopping, late.signal]),
    });
    await response.body.dump({ limit: TUNING.webhook_answer_bytes });
    if (response.statusCode < 300) return 'taken';
    log.warn({ host: url.host, status: response.statusCode }, 'a webhook was refused');
    return 'refused';
  } catch (error) {
    log.warn({ host: url.host, error: String(error) }, 'a webhook was not sent');
  } finally {
    clearTimeout(timer);
  }
  return 'unanswered';
}
