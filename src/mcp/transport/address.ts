/** Options in the address: `/mcp?toolsets=all`, `?read_only=true`. They can restrict but never extend. */
import { nearText } from '../../base/nearest.ts';
import { quoted } from '../../base/visible.ts';
import { ServiceError } from '../../model/error.ts';
import { readAddressFlag } from '../../model/fields.ts';
import { ICON_PATH } from '../../model/version.ts';
import type { McpOptions } from '../server.ts';
import { readToolsets } from '../tools/toolsets.ts';

const NAMES = ['read_only', 'toolsets'];

/** @throws ServiceError for what it does not know: whoever misspells read_only would be believed to only read */
export function optionsIn(
  { searchParams, origin: asked }: URL,
  { linkTo, ...options }: McpOptions,
  public_url: string | null,
): McpOptions {
  const unknown = [...searchParams.keys()].find((name) => !NAMES.includes(name));
  if (unknown !== undefined) throw unknownParameter(unknown);
  const toolsets = searchParams.get('toolsets');
  // The host name that has passed the guard, unless an address is configured.
  const origin = public_url ?? asked;
  return {
    ...options,
    origin,
    icon: `${origin}${ICON_PATH}`,
    ...(linkTo === undefined ? {} : { linkTo: (caller, place) => `${origin}${linkTo(caller, place)}` }),
    read_only: options.read_only || searchParams.getAll('read_only').map(flagOf).includes(true),
    ...(toolsets === null ? {} : { toolsets: readToolsets(toolsets) }),
  };
}

function flagOf(text: string): boolean {
  const flag = readAddressFlag(text);
  if (flag !== null) return flag;
  throw new ServiceError('invalid_choice', `${quoted(text)} is neither true nor false. Send read_only=true.`, {
    attr: 'read_only',
  });
}

function unknownParameter(name: string): ServiceError {
  const known = nearText(name, NAMES) || `There are ${NAMES.join(' and ')}.`;
  return new ServiceError('invalid_input', `This address has no parameter ${quoted(name)}. ${known}`, { attr: name });
}
