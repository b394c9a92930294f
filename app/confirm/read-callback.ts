import type { EmailOtpType } from '@supabase/supabase-js';
import { toSafePath } from '../guard/safe-path.ts';
import { flowParameter } from '../session/started-flows.ts';

/** The content of an address that leads back to the site. */
export type Callback =
  /** A link in a mail. A button uses it, so that mail scanners do not use it up. */
  | { kind: 'link'; tokenHash: string; type: EmailOtpType; target?: string; flow?: string }
  /** A session in the fragment. */
  | { kind: 'session'; tokens: URLSearchParams; type?: string; target?: string; flow?: string }
  /** A code for a session, valid only in the browser that requested it: the official client exchanges it. */
  | { kind: 'code' }
  /** An error of the provider or the auth service. */
  | { kind: 'error'; code?: string; description: string }
  /** A step was completed without a session: the first half of a change of address. */
  | { kind: 'message'; message: string }
  | { kind: 'nothing' };

const linkTypes: readonly string[] = ['signup', 'invite', 'magiclink', 'recovery', 'email_change', 'email'];

/** Messages S4.13 to S4.17 of docs/specification.md. */
export const noSession = 'No session defined in URL';
const unspecified = 'Error in URL with unspecified error_description';

/** `origin` is this site's: a redirect target is followed only within it. */
export function readCallback({ search, hash }: Pick<URL, 'search' | 'hash'>, origin: string): Callback {
  const query = new URLSearchParams(search);
  const fragment = new URLSearchParams(hash.replace(/^#/, ''));
  const find = (name: string) => fragment.get(name) || query.get(name) || undefined;

  const code = find('error_code');
  if (code || find('error') || find('error_description')) {
    return { kind: 'error', ...(code && { code }), description: find('error_description') ?? unspecified };
  }
  const target = toTarget(query.get('redirect_to'), origin);
  const tokenHash = query.get('token_hash');
  const type = query.get('type');
  if (tokenHash && isLinkType(type)) {
    const flow = target && new URL(target, origin).searchParams.get(flowParameter);
    return { kind: 'link', tokenHash, type, ...(target && { target }), ...(flow && { flow }) };
  }
  if (fragment.has('access_token')) {
    const purpose = fragment.get('type');
    const flow = query.get(flowParameter);
    const more = { ...(purpose && { type: purpose }), ...(target && { target }), ...(flow && { flow }) };
    return { kind: 'session', tokens: fragment, ...more };
  }
  if (query.has('code')) return { kind: 'code' };
  const message = find('message');
  return message ? { kind: 'message', message } : { kind: 'nothing' };
}

/** After a recovery, and for an invited user who has no password yet. */
export function asksForPassword(callback: Callback): boolean {
  return callback.kind === 'link' || callback.kind === 'session' ? setsPassword(callback.type) : false;
}

export function setsPassword(type: string | undefined): boolean {
  return type === 'recovery' || type === 'invite';
}

function isLinkType(type: string | null): type is EmailOtpType {
  return type !== null && linkTypes.includes(type);
}

/** The path of an address of this site; undefined for any other. */
function toTarget(address: string | null, origin: string): string | undefined {
  const url = address ? URL.parse(address) : null;
  return url?.origin === origin ? toSafePath(url.pathname + url.search + url.hash) : undefined;
}
