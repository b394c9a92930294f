import type { BatchStatement } from '../../database/database.ts';
import type { ApiConfig } from '../config/api-config.ts';
import type { RoleSettings } from './catalogue/definitions.ts';
import type { Compiled } from './compile/compiled.ts';
import type { RequestContext } from './request-context.ts';
import { identifier, literal } from './sql/statement.ts';

export interface SettingsOptions {
  settings: RoleSettings;
  extraSearchPath: readonly string[];
  ofProcess: ApiConfig['settings'];
}

/** The search path after a reset; setting it again would only cost time. */
const defaultSearchPath = ['public', 'extensions'].join();

/** Sets everything in one statement. The role is set last: it may not be allowed to make some of the settings. */
export function toSettings(
  { settings, extraSearchPath, ofProcess = [] }: SettingsOptions,
  compiled: Compiled,
  context: RequestContext,
): BatchStatement {
  const { caller, method, path, headers } = context;
  const { forwarded, cookies } = splitHeaders(headers);
  const names = [
    'request.jwt.claims',
    'request.method',
    'request.path',
    'request.headers',
    'request.cookies',
  ];
  const values = [caller.claimsText, method, path, forwarded, cookies];
  const searchPath = [compiled.schema, ...extraSearchPath];
  if ([...new Set(searchPath)].join() !== defaultSearchPath || compiled.media.kind === 'plan') {
    names.push('search_path');
    values.push(searchPath.map(identifier).join(', '));
  }
  for (const [name, value] of [...(settings.ofRole.get(caller.role) ?? []), ...ofProcess]) {
    names.push(name);
    values.push(value);
  }
  const { timezone } = compiled.preferences;
  if (timezone !== undefined) {
    names.push('timezone');
    values.push(timezone);
  }
  if (compiled.isReadOnly) {
    names.push('transaction_read_only');
    values.push('on');
  }
  names.push('role');
  values.push(caller.role);
  return { text: settingsText(names), values };
}

const texts = new Map<string, string>();

function settingsText(names: string[]): string {
  const key = names.join();
  const known = texts.get(key);
  if (known !== undefined) return known;
  const text = `select ${names.map((name, index) => `set_config(${literal(name)}, $${index + 1}, true)`).join(', ')}`;
  // One entry per kind of request; other texts are not cached.
  if (texts.size < 100) texts.set(key, text);
  return text;
}

function splitHeaders(headers: Headers): { forwarded: string; cookies: string } {
  const forwarded: Record<string, string> = {};
  let cookies = '{}';
  headers.forEach((value, name) => {
    if (name === 'cookie') cookies = JSON.stringify(parseCookies(value));
    else forwarded[name] = value;
  });
  return { forwarded: JSON.stringify(forwarded), cookies };
}

function parseCookies(header: string): Record<string, string> {
  const pairs = header.split(';').map((part): [string, string] => {
    const [name = '', value = ''] = part.split(/=(.*)/s);
    return [name.trim(), value.trim()];
  });
  return Object.fromEntries(pairs.filter(([name]) => name !== ''));
}
