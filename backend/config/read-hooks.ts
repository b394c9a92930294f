import type { ConfigNotes, TomlSection } from './toml-section.ts';

/** The hooks as the Supabase CLI names them in `[auth.hook.…]`; the last one exists only in Supabase Auth. */
export const hookNames = [
  'send_sms',
  'send_email',
  'custom_access_token',
  'mfa_verification_attempt',
  'password_verification_attempt',
  'before_user_created',
  'after_user_created',
] as const;

export type HookName = (typeof hookNames)[number];

/** The target of an enabled hook: an HTTP server with the keys that sign its requests, or a database function. */
export type HookTarget =
  | { kind: 'http'; uri: string; keys: Buffer[] }
  | { kind: 'function'; schema: string; name: string };

/** Contains enabled hooks only. */
export type HookTargets = { [name in HookName]?: HookTarget };

export function readHooks(section: TomlSection, notes: ConfigNotes): HookTargets {
  const hooks: HookTargets = {};
  for (const name of hookNames) {
    const entry = section.section(name);
    const isEnabled = entry.boolean('enabled', false);
    const uri = entry.text('uri', '');
    const secrets = entry.text('secrets', '');
    if (!isEnabled) continue;
    const report = (problem: string) => notes.problems.push(`auth.hook.${name}.${problem}`);
    const target = parseTarget(uri, secrets, report);
    if (target !== undefined) hooks[name] = target;
  }
  return hooks;
}

function parseTarget(
  uri: string,
  secrets: string,
  report: (problem: string) => void,
): HookTarget | undefined {
  const url = URL.parse(uri);
  if (url?.protocol === 'pg-functions:') {
    const [, schema = '', name = ''] = url.pathname.split('/');
    if (!isPostgresName(schema) || !isPostgresName(name)) {
      report(`uri must name a schema and a function: pg-functions://postgres/<schema>/<function>`);
    }
    if (secrets !== '')
      report('secrets has no meaning for a function of the database: remove it, or set an https uri');
    return { kind: 'function', schema, name };
  }
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') {
    report('uri must begin with https:// or pg-functions://');
    return undefined;
  }
  if (url.protocol === 'http:' && !isThisMachine(url.hostname)) {
    report('uri must begin with https://: only this machine may be called without encryption');
  }
  if (url.username !== '' || url.password !== '')
    report('uri must not hold a user name or password: the secrets prove who calls');
  return { kind: 'http', uri, keys: parseSecrets(secrets, report) };
}

/** Several secrets are separated by `|`: during a rotation, messages are signed with both. */
function parseSecrets(secrets: string, report: (problem: string) => void): Buffer[] {
  const given = secrets.split('|').filter((secret) => secret !== '');
  if (given.length === 0)
    report('secrets is empty: without one the hook cannot tell our calls from forged ones');
  const keys: Buffer[] = [];
  for (const secret of given) {
    const encoded = /^v1,whsec_([A-Za-z0-9+/=]{32,88})$/.exec(secret)?.[1];
    if (encoded === undefined)
      report('secrets must have the form "v1,whsec_<at least 32 characters of base64>"');
    else keys.push(Buffer.from(encoded, 'base64'));
  }
  return keys;
}

function isPostgresName(name: string): boolean {
  return /^[a-z_][a-z0-9_]{0,62}$/i.test(name);
}

function isThisMachine(hostname: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]', 'host.docker.internal'].includes(hostname);
}
